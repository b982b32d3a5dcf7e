//! What the messages of checks on the emulated device say of a kernel beyond its code: the names of pointers in the
//! structures that it gets, and the constructs that end without a barrier.
//!
//! Text of lines, which the runtime reads where it has something to report (`emulated/check/told.rs`):
//!
//! ```text
//! struct BYTES           the next structure or union, by numbers from 0 on
//! pointer AT NUMBER NAME a pointer at byte AT of it, to structures of that number; `-`: to something else
//! of NUMBER NAME         a parameter, which leads to such structures
//! nowait FIRST LAST FILE the lines of a construct with `nowait`
//! ```

use super::{planned::Planned, source_text};
use crate::ir::*;
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::ArgWhat;

/// The most pointers of a structure that get names: those in an array have one each.
const MOST_POINTERS: usize = 64;

/// The lines on a kernel.
pub fn of(planned: &Planned, plan: &KernelPlan) -> String {
    let program = planned.program;
    let mut structures = Structures {
        program,
        seen: vec![],
    };
    // What is mapped of such a variable is the pointer's own memory.
    let itself = |var: VarId| {
        program.types.is_pointer(program.vars[var].ty.id)
            && (plan.args.iter())
                .any(|arg| matches!(arg.what, ArgWhat::Var(mapped, _) if mapped == var))
    };
    let named = plan.args.iter().filter_map(|arg| arg.param);
    let named = named.filter(|&var| !itself(var)).filter_map(|var| {
        let var = &program.vars[var];
        let number = structures.led_to_by(var.ty.id)?;
        Some(format!("of {number} {}\n", var.name))
    });
    let parameters: String = named.collect();
    structures.text() + &parameters + &without_barriers(planned, plan)
}

/// Structures with pointers in them, numbered as they are met.
struct Structures<'a> {
    program: &'a Program,
    seen: Vec<RecordId>,
}

impl Structures<'_> {
    /// The number of the structures that a pointer leads to, or an array has; none where they hold no pointers.
    fn led_to_by(&mut self, ty: TypeId) -> Option<usize> {
        let mut ty = match self.program.types.resolve(ty) {
            Type::Pointer(to) => to.id,
            _ => ty,
        };
        while let Type::Array { elem, .. } = self.program.types.resolve(ty) {
            ty = elem.id;
        }
        let &Type::Record(record) = self.program.types.resolve(ty) else {
            return None;
        };
        if let Some(number) = self.seen.iter().position(|&known| known == record) {
            return Some(number);
        }
        let mut found = vec![];
        pointers(self.program, ty, 0, "", &mut found);
        if found.is_empty() {
            return None;
        }
        self.seen.push(record);
        Some(self.seen.len() - 1)
    }

    fn text(&mut self) -> String {
        let (mut text, mut at) = (String::new(), 0);
        // Pointers lead to further structures.
        while let Some(&record) = self.seen.get(at) {
            text += &format!("struct {}\n", self.program.records[record].size);
            let mut found = vec![];
            members(self.program, record, 0, "", &mut found);
            for one in found {
                let number = self.led_to_by(one.ty);
                let number = number.map_or("-".to_string(), |number| number.to_string());
                text += &format!("pointer {} {number} {}\n", one.at, one.name);
            }
            at += 1;
        }
        text
    }
}

/// A pointer to objects within a structure.
struct Pointer {
    at: u64,
    /// From the structure on: `x`, `inner.p`, `rows[2]`.
    name: String,
    ty: TypeId,
}

/// The pointers in the members of a structure or union that lies at `at` and is called `name`.
fn members(program: &Program, record: RecordId, at: u64, name: &str, out: &mut Vec<Pointer>) {
    for field in program.records[record].fields.iter().flatten() {
        // Members of a structure without a name are those of the one that holds it (C11, 6.7.2.1).
        let name = match (name, &field.name) {
            (outer, None) => outer.to_string(),
            ("", Some(own)) => own.clone(),
            (outer, Some(own)) => format!("{outer}.{own}"),
        };
        if field.bits.is_none() {
            pointers(program, field.ty.id, at + field.offset, &name, out);
        }
    }
}

/// The pointers in an object of the type.
fn pointers(program: &Program, ty: TypeId, at: u64, name: &str, out: &mut Vec<Pointer>) {
    if out.len() >= MOST_POINTERS {
        return;
    }
    match program.types.resolve(ty) {
        Type::Pointer(to) if !matches!(program.types.resolve(to.id), Type::Function { .. }) => {
            out.push(Pointer {
                at,
                name: name.to_string(),
                ty,
            });
        }
        &Type::Record(record) => members(program, record, at, name, out),
        &Type::Array {
            elem,
            len: ArrayLen::Known(len),
        } => {
            let Some(size) = program.size_of(elem.id) else {
                return;
            };
            // Elements without pointers are not worth a look at each.
            for index in 0..len {
                let before = out.len();
                pointers(
                    program,
                    elem.id,
                    at + index * size,
                    &format!("{name}[{index}]"),
                    out,
                );
                if out.len() == before {
                    break;
                }
            }
        }
        _ => {}
    }
}

/// The constructs of the region, and of functions that it calls, whose `nowait` leaves the barrier at their end out
/// (5.2, 15.6).
fn without_barriers(planned: &Planned, plan: &KernelPlan) -> String {
    let program = planned.program;
    let constructs = program.constructs.iter().filter(|(id, construct)| {
        let within = program
            .around(construct)
            .any(|outer| outer.id == plan.construct);
        let reached = within || plan.functions.contains(&construct.func);
        reached && *id != plan.construct && construct.nowait()
    });
    let lines = constructs.map(|(id, construct)| {
        let region = super::region(planned, id);
        let place = source_text::place(planned.pre, construct.pragma);
        let (file, first) = place.rsplit_once(':').unwrap_or((&place, "0"));
        let (_, last) = planned.pre.location(region.range().end.saturating_sub(1));
        format!("nowait {first} {last} {file}\n")
    });
    lines.collect()
}
