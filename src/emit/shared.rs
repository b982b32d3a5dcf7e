//! The struct of the variables that a kernel's team shares, and how its members are spelled.
//!
//! From the layout of the plan; nothing is placed here, and the printed struct checks its size. Members have the
//! user's names; one whose name another member has gets a number.

use super::cuda::{Names, Printer, Written};
use super::member_comments::MemberComments;
use super::user_text::UserText;
use crate::device::skeletons::SharedStruct;
use crate::device::tree::Style;
use crate::device::{Block, Call, DeviceFn, Team, Value};
use crate::ir::*;
use crate::plan::decisions::kernel::{CodePlan, KernelPlan};
use crate::plan::decisions::launch::ArgWhat;
use crate::plan::decisions::shared::{Member, Part, SharedLayout, Slot};
use std::collections::BTreeSet;

/// The spelling of every member: `shared.x`.
#[derive(Default)]
pub struct Spelling {
    /// The struct's tag, and the name of the kernel's object of it.
    tag: String,
    object: String,
    /// The tag and the object of the variables for which the budget has no room.
    large_tag: String,
    large: String,
    members: Vec<(Member, String)>,
    /// Whether the only member is what a master tells its workers, which needs no struct.
    plain: bool,
    /// Whether pointers to functions are among the members, or in them.
    to_functions: bool,
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
            plain: is_plain(&plan.shared),
            to_functions: { plan.shared.slots().into_iter() }.any(|slot| match slot.member {
                Member::Var(var) | Member::Copy(_, var) | Member::Broadcast(_, var) => {
                    leads_to_functions(program, program.vars[var].ty)
                }
                Member::Literal(expr) | Member::Value(expr) => {
                    leads_to_functions(program, program.expr(expr).ty)
                }
                Member::Work => false,
            }),
        };
        for (layout, object) in [
            (&plan.shared, spelling.object.clone()),
            (&plan.spilled, spelling.large.clone()),
        ] {
            spelling.members(program, plan, layout, (&object, names));
        }
        spelling
    }

    fn members(
        &mut self,
        program: &Program,
        plan: &CodePlan,
        layout: &SharedLayout,
        (object, names): (&str, &Names),
    ) {
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
                Member::Work => "work".into(),
            };
            let numbered = (2..).map(|n| format!("{base}_{n}"));
            let name = [base.clone()]
                .into_iter()
                .chain(second_name(plan, slot.member, names))
                .chain(numbered)
                .find(|name| !taken.contains(name))
                .expect("numbers do not end");
            taken.insert(name.clone());
            let spelling = match slot.member == Member::Work && self.plain {
                true => names.fresh(&name),
                false => format!("{object}.{name}"),
            };
            self.members.push((slot.member, spelling));
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

    /// Declares the kernel's objects of the structs in `body`.
    pub fn declare(&self, plan: &CodePlan, names: &Names, body: &mut Block) {
        if self.plain {
            let work = self.place(Member::Work);
            body.shared(format!("romp::fork_point {work}"));
        } else if !plan.shared.is_empty() {
            let (tag, object) = (&self.tag, &self.object);
            let place = match (plan.dynamic, self.to_functions) {
                (true, _) => DeviceFn::DynamicShared,
                (false, true) => DeviceFn::KeptShared,
                (false, false) => DeviceFn::StaticShared,
            };
            let made = Call::plain(place, "").of(tag);
            body.declare_as(format!("{tag} &{object}"), made);
            if plan.shared.is_apart() {
                body.call(Call::plain(DeviceFn::SetApart, object));
            }
        }
        if !plan.spilled.is_empty() {
            let (tag, object) = (&self.large_tag, &self.large);
            let slices = slices(names);
            let slice = Call::plain(DeviceFn::ClaimSlice, slices).of(tag);
            body.declare_as(format!("{tag} &{object}"), slice);
            if plan.spilled.is_apart() {
                body.call(Call::plain(DeviceFn::SetApart, object));
            }
        }
    }

    pub fn tag(&self) -> &str {
        &self.tag
    }

    pub fn object(&self) -> &str {
        &self.object
    }

    /// The definition of the struct of what is in shared memory, where there is one.
    pub fn shared(
        &self,
        p: &mut Printer,
        text: &UserText,
        plan: &CodePlan,
        comments: &MemberComments,
    ) -> Option<SharedStruct> {
        let any = !plan.shared.is_empty() && !self.plain;
        any.then(|| self.defined(p, text, &self.tag, (&plan.shared, comments)))
    }

    /// The definition of the struct of what the budget has no room for.
    pub fn spilled(
        &self,
        p: &mut Printer,
        text: &UserText,
        plan: &CodePlan,
        comments: &MemberComments,
    ) -> Option<SharedStruct> {
        let any = !plan.spilled.is_empty();
        any.then(|| self.defined(p, text, &self.large_tag, (&plan.spilled, comments)))
    }

    fn defined(
        &self,
        p: &mut Printer,
        text: &UserText,
        tag: &str,
        (layout, comments): (&SharedLayout, &MemberComments),
    ) -> SharedStruct {
        let mut members = Block::at(1);
        self.parts(p, layout, comments, &mut members);
        let described = layout
            .is_apart()
            .then(|| described(p.program, text, layout));
        SharedStruct {
            tag: tag.to_string(),
            members,
            described,
            bytes: layout.bytes,
            in_whole_lines: false,
        }
    }

    fn parts(
        &self,
        p: &mut Printer,
        layout: &SharedLayout,
        comments: &MemberComments,
        out: &mut Block,
    ) {
        let mut rooms = 0;
        for part in &layout.parts {
            match part {
                Part::Room(bytes) => {
                    rooms += 1;
                    out.declare(format!("unsigned char romp_room_{rooms}[{bytes}]"));
                }
                Part::Slot(slot) => {
                    let spelling = self.place(slot.member);
                    let (_, name) = spelling.split_once('.').expect("a member");
                    let Some(ty) = slot.ty else {
                        out.declare(format!("romp::fork_point {name}"));
                        continue;
                    };
                    let own = p.program.align_of(ty.id);
                    let align = if own.is_some_and(|own| own < slot.align) {
                        format!("alignas({}) ", slot.align)
                    } else {
                        String::new()
                    };
                    comments.around(out, slot.member, |out| {
                        out.declare(format!("{align}{}", member(p, slot.member, ty, name)));
                    });
                }
                Part::Union(structs) => {
                    out.record("union", |out| {
                        for one in structs {
                            match one.parts.as_slice() {
                                [Part::Slot(_)] => self.parts(p, one, comments, out),
                                _ => out.record("struct", |out| self.parts(p, one, comments, out)),
                            }
                        }
                    });
                }
            }
        }
    }
}

/// What a member is called where another one has its first name: by its region, or for what it is a copy.
fn second_name(plan: &CodePlan, member: Member, names: &Names) -> Option<String> {
    match member {
        Member::Broadcast(region, var) => {
            let number = plan.fork_join.number(region)?;
            Some(format!("{}_for_region_{number}", names.var(var)))
        }
        Member::Copy(_, var) => Some(format!("{}_private", names.var(var))),
        _ => None,
    }
}

/// A description for checks, as in `32 40 a@file.c:7;144 4 @;`: the place and size of each member, the user's name of
/// it, and the place of its declaration.
fn described(program: &Program, text: &UserText, layout: &SharedLayout) -> String {
    let one = |slot: Slot| {
        let (name, place) = match slot.member {
            Member::Var(var) | Member::Copy(_, var) | Member::Broadcast(_, var) => {
                let var = &program.vars[var];
                (var.name.as_str(), text.place(var.span).replace(';', "_"))
            }
            Member::Literal(_) => ("(a compound literal)", String::new()),
            Member::Value(_) | Member::Work => ("", String::new()),
        };
        format!("{} {} {name}@{place};", slot.offset, slot.bytes)
    };
    layout.slots().into_iter().map(one).collect()
}

/// Whether the only member is what a master tells its workers.
fn is_plain(layout: &SharedLayout) -> bool {
    matches!(layout.slots().as_slice(), [only] if only.member == Member::Work)
}

/// The name of the parameter with the memory of the teams.
pub fn slices(names: &Names) -> String {
    names.fresh("team_memory")
}

/// The name of the parameter with the stacks of the teams.
pub fn team_stack(names: &Names) -> String {
    names.fresh("team_stack")
}

/// The name of the parameter with the stacks of their threads.
pub fn thread_stacks(names: &Names) -> String {
    names.fresh("thread_stacks")
}

pub fn has_thread_stacks(plan: &KernelPlan) -> bool {
    let mut args = plan.args.iter();
    args.any(|arg| matches!(arg.what, ArgWhat::ThreadStacks(_)))
}

/// Initialises the stacks of all threads of the block.
pub fn start_stacks(plan: &KernelPlan, names: &Names, body: &mut Block) {
    if has_thread_stacks(plan) {
        let stacks = thread_stacks(names);
        body.call(Call::plain(DeviceFn::StartThreadArrays, stacks));
    }
}

/// The declarator of a member; of a variable of the user's it has the user's extents.
fn member(p: &mut Printer, member: Member, ty: QualType, name: &str) -> String {
    match member {
        Member::Var(var) | Member::Copy(_, var) => {
            let at = p.program.vars[var].span;
            p.declaring(at, ty, |p| declared(p, ty, name))
        }
        Member::Broadcast(..) | Member::Value(_) | Member::Literal(_) | Member::Work => {
            declared(p, ty, name)
        }
    }
}

/// The declarator of a member: thread 0 initialises it by assignment, so that nothing in it is const.
fn declared(p: &mut Printer, ty: QualType, name: &str) -> String {
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
        name = format!("{name}[{}]", p.array_extent(*n));
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

/// Has thread 0 store something that all threads then read.
pub fn by_thread_0(out: &mut Block, store: impl FnOnce(&mut Block)) {
    out.order();
    out.if_styled(Value::is_first(Team::Block), Style::Indented, store);
    out.order_behind();
}

/// Whether an object of the type is a pointer to a function, or has one in it.
fn leads_to_functions(program: &Program, ty: QualType) -> bool {
    let is_function = |to: &QualType| matches!(program.types.resolve(to.id), Type::Function { .. });
    program.has_part(
        ty.id,
        &|part| matches!(part, Type::Pointer(to) if is_function(to)),
    )
}
