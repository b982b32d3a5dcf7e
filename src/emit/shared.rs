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
    /// The same for what the budget has no room for.
    large_tag: String,
    large: String,
    members: Vec<(Member, String)>,
}

impl Spelling {
    /// `tag` names the struct.
    pub fn new(program: &Program, plan: &CodePlan, tag: &str, names: &Names) -> Spelling {
        let mut spelling = Spelling {
            tag: names.fresh(tag),
            object: names.fresh("shared"),
            large_tag: names.fresh(&format!("{}_large", tag.trim_end_matches("_shared"))),
            large: names.fresh("large"),
            members: vec![],
        };
        for (layout, object) in [
            (&plan.shared, spelling.object.clone()),
            (&plan.displaced, spelling.large.clone()),
        ] {
            spelling.members(program, layout, &object, names);
        }
        spelling
    }

    fn members(&mut self, program: &Program, layout: &SharedLayout, object: &str, names: &Names) {
        let mut taken = BTreeSet::new();
        for slot in layout.slots() {
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
            self.members.push((slot.member, format!("{object}.{name}")));
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

    /// The structs' definitions, for the place before the kernel; the kernel's objects of them go to `body`.
    pub fn declare(
        &self,
        p: &Printer,
        plan: &CodePlan,
        names: &Names,
        body: &mut Writer,
    ) -> String {
        let mut text = String::new();
        if !plan.shared.is_empty() {
            body.line(format!("__shared__ {} {};", self.tag, self.object));
            text += &self.definition(p, plan);
        }
        if !plan.displaced.is_empty() {
            let (tag, object) = (&self.large_tag, &self.large);
            let slices = slices(names);
            body.line(format!(
                "{tag} &{object} = romp::claim_slice<{tag}>({slices});"
            ));
            text += &self.defined(p, tag, &plan.displaced);
        }
        text
    }

    pub fn tag(&self) -> &str {
        &self.tag
    }

    pub fn object(&self) -> &str {
        &self.object
    }

    /// The struct's definition.
    pub fn definition(&self, p: &Printer, plan: &CodePlan) -> String {
        self.defined(p, &self.tag, &plan.shared)
    }

    fn defined(&self, p: &Printer, tag: &str, layout: &SharedLayout) -> String {
        let mut out = Writer::default();
        out.line(format!("struct {tag} {{"));
        out.nested(|out| self.parts(p, layout, out));
        out.line("};");
        out.line(format!(
            "static_assert(sizeof({tag}) == {}, \"as it was planned\");",
            layout.bytes
        ));
        out.line("");
        out.text
    }

    fn parts(&self, p: &Printer, layout: &SharedLayout, out: &mut Writer) {
        for part in &layout.parts {
            match part {
                Part::Slot(slot) => {
                    let spelling = self.place(slot.member);
                    let (_, name) = spelling.split_once('.').expect("a member");
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

/// The parameter with the memory of the teams.
pub fn slices(names: &Names) -> String {
    names.fresh("team_memory")
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

/// Nobody waits for others at the kernel's end.
pub fn no_last_barrier(out: &mut Writer) {
    let mut line = Writer::at(out.indent);
    line.line("romp::team_barrier();");
    // A label wants a statement behind it.
    if let Some(before) = out.text.strip_suffix(&line.text)
        && before.ends_with('\n')
        && !before.trim_end().ends_with(':')
    {
        out.text.truncate(before.len());
    }
}

/// Thread 0 stores something that all threads then read.
pub fn by_thread_0(out: &mut Writer, store: &str) {
    barrier(out);
    out.line("if (romp::thread() == 0)");
    out.line(format!("    {store}"));
    out.line("romp::team_barrier();");
}
