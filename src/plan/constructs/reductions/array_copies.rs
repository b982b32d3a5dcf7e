//! Where long arrays are reduced.
//!
//! Where the body only updates elements, the updates are atomic: on a copy of the team in shared memory if that is
//! large enough, else on the originals. Where it does anything else, each thread has a copy: in the launch's scratch
//! memory, or, in functions and where the launch does not know the length, on its stack. From the reduction and from
//! which threads execute the construct.

use crate::analyze::updates;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{Leaf, ReductionOp};
use crate::plan::architectures::STATIC_LIMIT;
use crate::plan::decisions::kernel::CodePlan;
use crate::plan::decisions::launch::Shape;
use crate::plan::decisions::reductions::{Combine, Copies, Extent, Item, Long, Over, Rows};
use crate::plan::decisions::steps::{Step, TeamSize};
use crate::plan::launch::host_values;
use crate::plan::memory::budget;
use crate::plan::options::Options;
use crate::plan::planner::{Context, Planner};

/// The bytes of shared memory for the copies of a kernel; the rest of the static 48 KB is for its variables.
const COPIES: u64 = 32 << 10;
/// The bytes of the smallest copy that is worth a test of the length.
const LEAST_ROOM: u64 = 4 << 10;
/// The bytes of several copies of an array of constant length, and how many elements and copies these may be: the
/// header's numbers, `bytes_of_copies` and `begin_copy` in romp/array_reductions.cuh.
const SEVERAL: u64 = 8 << 10;
const MOST_ELEMENTS: u64 = 4096;
const MOST_COPIES: u64 = 32;
/// The counters at the beginning of scratch memory, of which other reductions use the first.
const MOST_ARRAYS: usize = 15;

/// Which threads execute a construct.
#[derive(Clone, Copy)]
struct Who {
    over: Over,
    /// The region has one thread.
    alone: bool,
    /// The construct is a parallel region, or stands in one.
    parallel: bool,
    /// Teams take turns to reduce into the originals.
    by_turns: bool,
}

impl Planner<'_> {
    /// Decides on the copies of each long array of a construct whose steps exist.
    pub(in crate::plan) fn long_arrays(
        &mut self,
        construct: &Construct,
        steps: &mut [Step],
        over: Over,
        context: Context,
    ) -> Vec<Diagnostic> {
        let alone = steps
            .iter()
            .any(|step| matches!(step, Step::Parallel(p) if p.team == TeamSize::One));
        let parallel = context.parallel || construct.directive.has(Leaf::Parallel);
        let by_turns = |step: &Step| matches!(step, Step::Reduce(one) if one.by_turns);
        let who = Who {
            over,
            alone,
            parallel,
            by_turns: steps.iter().any(by_turns),
        };
        let mut errors = vec![];
        for step in steps {
            let Step::Reduce(reduction) = step else {
                continue;
            };
            // Arrays of other lengths share what constant ones leave of the room.
            let mut items: Vec<&mut Item> = reduction.items.iter_mut().collect();
            items.sort_by_key(|item| has_length(item));
            let mut room = None;
            for item in items {
                if let Err(error) = self.long_array(construct, item, who, &mut room) {
                    errors.push(*error);
                }
            }
            share_room(&mut reduction.items, room);
            let copied = |item: &&Item| matches!(item.extent, Extent::Long(long) if long.copies == Copies::Threads);
            if reduction.items.iter().filter(copied).count() > MOST_ARRAYS {
                let message = format!("more than {MOST_ARRAYS} arrays with copies for each thread");
                errors.push(
                    Diagnostic::error(Code::UnsupportedReduction, construct.pragma, message)
                        .help("reduce them in several constructs"),
                );
            }
        }
        errors
    }

    fn long_array(
        &mut self,
        construct: &Construct,
        item: &mut Item,
        who: Who,
        shared: &mut Option<u64>,
    ) -> Result<(), Box<Diagnostic>> {
        let program = self.program;
        let Extent::Long(mut long) = item.extent else {
            return Ok(());
        };
        let over = who.over;
        let name = &program.vars[item.var].name;
        let refused = |message: String, help: &str| {
            Err(Box::new(
                Diagnostic::error(Code::UnsupportedReduction, construct.pragma, message).help(help),
            ))
        };
        let operator = match &item.combine {
            Combine::Operator(op) => Some(op),
            // No atomic operation is known to be such an update.
            Combine::User(_) => None,
        };
        let updates = operator.zip(construct.body);
        let updates = updates.and_then(|(op, body)| updates::of(program, body, item.var, op));
        // A single thread needs neither atomic updates nor a copy for updates.
        let one = over == Over::Thread || who.alone;
        let copying = matches!(over, Over::League | Over::Team) && !one;
        let on_stack = (one && who.parallel || over == Over::Team) && long.rows != Rows::Unknown;
        match updates {
            Some(_) if one => {}
            None if one && on_stack => {
                long.copies = Copies::Stacks;
                self.stack_copies = true;
            }
            // The array may be a thread's own, which cannot be updated atomically.
            _ if self.function => {
                if !copying || long.rows == Rows::Unknown {
                    return refused(
                        format!(
                            "the reduction of the array `{name}` in a function for the device is not translated yet"
                        ),
                        "write the construct in the target region itself",
                    );
                }
                long.copies = Copies::Stacks;
            }
            Some(updates) => {
                item.updates = updates;
                if copying && let Some(room) = self.room(long, shared) {
                    long.copies = Copies::Team { room };
                    self.shape.few_teams |= over == Over::League;
                }
                use ReductionOp::{Add, Mul, Sub};
                let rounds = matches!(operator, Some(Add | Sub | Mul));
                if rounds && matches!(program.types.resolve(long.of.id), Type::Float(_)) {
                    self.notes.push(format!(
                        "`{name}` is updated atomically: rounding may differ from run to run"
                    ));
                }
            }
            None => {
                const ONLY: &str = "let the construct's body only update its elements, as `a[i] += e` does, or update them with `atomic`";
                const FEWER: &str = "reduce it on a construct with `parallel`, or reduce a whole array of at most 256 bytes";
                if !copying && operator.is_none() {
                    let on = construct.name();
                    return refused(
                        format!("the reduction of `{name}` on `{on}` is not translated yet"),
                        FEWER,
                    );
                }
                if !copying {
                    let on = construct.name();
                    return refused(
                        format!(
                            "the reduction of the array `{name}` on `{on}`, which does more than update its elements, is not translated yet"
                        ),
                        ONLY,
                    );
                }
                if who.by_turns {
                    return refused(
                        format!(
                            "the reduction of the array `{name}`, of which each thread has a copy, over teams beside another one, or in a loop, is not translated yet"
                        ),
                        if operator.is_some() {
                            ONLY
                        } else {
                            "combine the construct with `target teams`"
                        },
                    );
                }
                let by_host = |length: ExprId| {
                    construct.directive.has(Leaf::Target)
                        || host_values::known_to_host(self.facts, self.data, length)
                };
                let extents = vla_extents(&program.types, long.element.id);
                let known = extents.into_iter().all(by_host)
                    && match long.rows {
                        Rows::Constant(_) => true,
                        Rows::Unknown => false,
                        Rows::Length(length) => by_host(length),
                    };
                if !known && on_stack {
                    long.copies = Copies::Stacks;
                    self.stack_copies = true;
                    self.barriers = true;
                    item.extent = Extent::Long(long);
                    return Ok(());
                }
                if !known {
                    return refused(
                        format!(
                            "each thread needs a copy of `{name}`, whose length is not known before the region begins"
                        ),
                        if operator.is_some() { ONLY } else { FEWER },
                    );
                }
                long.copies = Copies::Threads;
                self.copies.push(long);
                self.barriers = true;
            }
        }
        self.barriers |= !matches!(long.copies, Copies::None | Copies::Stacks);
        item.extent = Extent::Long(long);
        Ok(())
    }

    /// The number of elements for which the team's copy has room; none where it gets no copy. `shared` are the bytes
    /// that the construct's arrays have together whose lengths are known at run time only, once one of them has asked.
    fn room(&mut self, long: Long, shared: &mut Option<u64>) -> Option<u64> {
        let size = self.program.size_of(long.of.id)?;
        let left = COPIES.saturating_sub(self.team_copies);
        match long.rows {
            Rows::Constant(_) => {
                let bytes = long.constant()?.checked_mul(size)?;
                if bytes == 0 || bytes > left {
                    return None;
                }
                let several = several_copies(bytes / size, size).filter(|_| long.inner.is_none());
                let bytes = several.map_or(bytes, |elements| elements * size);
                let bytes = if bytes > left {
                    long.constant()? * size
                } else {
                    bytes
                };
                self.team_copies += bytes.next_multiple_of(16);
                Some(bytes / size)
            }
            Rows::Length(_) if long.inner.is_none() => {
                if shared.is_none() && left >= LEAST_ROOM {
                    self.team_copies += left;
                    *shared = Some(left / 16 * 16);
                }
                Some((*shared)? / size).filter(|&room| room > 0)
            }
            _ => None,
        }
    }
}

/// The elements of as many copies of an array of constant length as are worth their room, if these are several: threads
/// that update one element of one copy wait for each other.
fn several_copies(elements: u64, size: u64) -> Option<u64> {
    // From one copy to the next: an odd number of elements.
    let stride = elements | 1;
    let fits = |copies: &u64| copies * stride <= MOST_ELEMENTS && copies * stride * size <= SEVERAL;
    let halves = std::iter::successors(Some(MOST_COPIES), |copies| Some(copies / 2));
    let copies = halves.take_while(|&copies| copies > 1).find(fits)?;
    Some(copies * stride)
}

/// Whether an item is an array whose length is known at run time only.
fn has_length(item: &Item) -> bool {
    matches!(item.extent, Extent::Long(long) if matches!(long.rows, Rows::Length(_)))
}

/// Has the arrays of a construct share the bytes of `room`, where several of them would have it.
fn share_room(items: &mut [Item], room: Option<u64>) {
    let Some(bytes) = room else { return };
    let mut sharing: Vec<&mut Long> = items
        .iter_mut()
        .filter(|item| has_length(item))
        .filter_map(|item| match &mut item.extent {
            Extent::Long(long) if matches!(long.copies, Copies::Team { .. }) => Some(long),
            _ => None,
        })
        .collect();
    if sharing.len() > 1 {
        for long in &mut sharing {
            long.copies = Copies::Room { bytes };
        }
    }
}

/// Gives up the copies of teams for which the team's own variables leave no room: the originals are updated.
pub fn fit(
    program: &Program,
    code: &mut CodePlan,
    copies: u64,
    options: Options,
    shape: &Shape,
    notes: &mut Vec<String>,
) {
    /// The bytes for slots of other reductions and similar objects.
    const OTHERS: u64 = 9 << 10;
    let allowed = budget::bytes(&options, shape).min(STATIC_LIMIT);
    let variables = if code.dynamic {
        allowed
    } else {
        code.shared.bytes
    };
    if copies == 0 || variables + copies + OTHERS <= allowed {
        return;
    }
    // One copy of each array of constant length may fit where several do not.
    let mut saved = 0;
    for long in long_arrays(code) {
        if let (Copies::Team { room }, Some(count)) = (long.copies, long.constant())
            && room > count
        {
            let bytes = |elements: u64| {
                (elements * program.size_of(long.of.id).unwrap_or(1)).next_multiple_of(16)
            };
            saved += bytes(room) - bytes(count);
            long.copies = Copies::Team { room: count };
        }
    }
    if variables + copies - saved + OTHERS <= allowed {
        return;
    }
    notes.push("no room in shared memory for copies of the reduced arrays".into());
    for long in long_arrays(code) {
        if let Copies::Team { .. } | Copies::Room { .. } = long.copies {
            long.copies = Copies::None;
        }
    }
}

/// The long arrays of a kernel's reductions.
fn long_arrays(code: &mut CodePlan) -> impl Iterator<Item = &mut Long> {
    let steps = code
        .lowerings
        .values_mut()
        .flat_map(|lowering| &mut lowering.steps);
    let reductions = steps.filter_map(|step| match step {
        Step::Reduce(reduction) => Some(reduction),
        _ => None,
    });
    reductions
        .flat_map(|reduction| &mut reduction.items)
        .filter_map(|item| match &mut item.extent {
            Extent::Long(long) => Some(long),
            _ => None,
        })
}
