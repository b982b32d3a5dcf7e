//! The struct of a kernel's shared storage, and how its members are spelled.
//!
//! From the layout of the plan; nothing is placed here, and the printed struct checks its size. Members
//! carry the user's names; one that is taken by another member gets a number.

use super::cuda::{Names, Printer, Writer};
use crate::ir::*;
use crate::plan::CodePlan;
use crate::plan::layout::{Member, Part, SharedLayout};
use std::collections::BTreeSet;

/// The spelling of every member: `shared.x`.
#[derive(Default)]
pub struct Spelling {
    /// The struct's tag, and the name of the kernel's object of it.
    tag: String,
    object: String,
    members: Vec<(Member, String)>,
}

impl Spelling {
    /// `tag` names the struct.
    pub fn new(program: &Program, plan: &CodePlan, tag: &str, names: &Names) -> Spelling {
        if plan.shared.is_empty() {
            return Spelling::default();
        }
        let object = names.fresh("shared");
        let mut taken = BTreeSet::new();
        let mut members = vec![];
        for slot in plan.shared.slots() {
            let base = match slot.member {
                Member::Var(var) | Member::Copy(_, var) => names.var(var).to_string(),
                Member::Literal(_) => "literal".into(),
                Member::Broadcast(_, var) => format!("{}_value", names.var(var)),
                Member::Value(expr) if program.types.is_integer(program.expr(expr).ty.id) => {
                    "condition".into()
                }
                Member::Value(_) => "value".into(),
            };
            let name = (1..)
                .map(|n| match n {
                    1 => base.clone(),
                    n => format!("{base}_{n}"),
                })
                .find(|name| !taken.contains(name))
                .expect("numbers do not end");
            taken.insert(name.clone());
            members.push((slot.member, format!("{object}.{name}")));
        }
        Spelling {
            tag: names.fresh(tag),
            object,
            members,
        }
    }

    /// How a member is spelled; none where it is no member.
    pub fn of(&self, member: Member) -> Option<&str> {
        let found = self.members.iter().find(|(m, _)| *m == member);
        found.map(|(_, spelling)| spelling.as_str())
    }

    /// How a member is spelled that the plan has placed.
    pub fn place(&self, member: Member) -> &str {
        self.of(member).expect("the plan has placed it")
    }

    /// The struct's definition, for the place before the kernel; the kernel's object of it goes to `body`.
    pub fn declare(&self, p: &Printer, plan: &CodePlan, body: &mut Writer) -> String {
        if plan.shared.is_empty() {
            return String::new();
        }
        body.line(format!("__shared__ {} {};", self.tag, self.object));
        self.definition(p, plan)
    }

    pub fn tag(&self) -> &str {
        &self.tag
    }

    pub fn object(&self) -> &str {
        &self.object
    }

    /// The struct's definition.
    pub fn definition(&self, p: &Printer, plan: &CodePlan) -> String {
        let mut out = Writer::default();
        out.line(format!("struct {} {{", self.tag));
        out.nested(|out| self.parts(p, &plan.shared, out));
        out.line("};");
        out.line(format!(
            "static_assert(sizeof({}) == {}, \"as it was planned\");",
            self.tag, plan.shared.bytes
        ));
        out.line("");
        out.text
    }

    fn parts(&self, p: &Printer, layout: &SharedLayout, out: &mut Writer) {
        for part in &layout.parts {
            match part {
                Part::Slot(slot) => {
                    let spelling = self.place(slot.member);
                    let name = &spelling[self.object.len() + 1..];
                    let own = p.program.align_of(slot.ty.id);
                    let align = if own.is_some_and(|own| own < slot.align) {
                        format!("alignas({}) ", slot.align)
                    } else {
                        String::new()
                    };
                    out.line(format!("{align}{};", declared(p, slot.ty, name)));
                }
                Part::Union(structs) => {
                    out.line("union {");
                    out.nested(|out| {
                        for one in structs {
                            if let [Part::Slot(_)] = one.parts.as_slice() {
                                self.parts(p, one, out);
                            } else {
                                out.line("struct {");
                                out.nested(|out| self.parts(p, one, out));
                                out.line("};");
                            }
                        }
                    });
                    out.line("};");
                }
            }
        }
    }
}

/// The declarator of a member: thread 0 initialises it by assignment, so that nothing in it is const.
fn declared(p: &Printer, ty: QualType, name: &str) -> String {
    let types = &p.program.types;
    let mut ty = ty;
    let mut name = name.to_string();
    while let Type::Array {
        elem,
        len: ArrayLen::Known(n),
    } = types.resolve(ty.id)
    {
        if !element_is_const(p.program, *elem) {
            break;
        }
        name = format!("{name}[{n}]");
        ty = *elem;
    }
    p.declarator(p.without_const(ty), &name)
}

fn element_is_const(program: &Program, elem: QualType) -> bool {
    let whole = program.types.resolve_qual(elem);
    whole.quals.is_const
        || program
            .types
            .element(elem.id)
            .is_some_and(|inner| element_is_const(program, inner))
}

/// A barrier of the team, unless one stands right before it.
pub fn barrier(out: &mut Writer) {
    let mut line = Writer::at(out.indent);
    line.line("romp::team_barrier();");
    let before = out.text.strip_suffix(&line.text);
    if before.is_none_or(|text| !text.is_empty() && !text.ends_with('\n')) {
        out.text.push_str(&line.text);
    }
}

/// Thread 0 stores something that all threads then read.
pub fn by_thread_0(out: &mut Writer, store: &str) {
    barrier(out);
    out.line("if (romp::thread() == 0)");
    out.line(format!("    {store}"));
    out.line("romp::team_barrier();");
}
