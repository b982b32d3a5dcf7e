//! Accesses of neighbouring threads that are not neighbouring: how much of the memory that a warp then moves is used.
//!
//! From the strides of a loop's accesses. What a thread accesses beside them, in the same iteration, is used too: the
//! members of a structure are no waste if the body reads all of them. An estimate for the report: nothing is decided by
//! it.

use super::findings::{Kind, weight};
use super::launch::Percent;
use super::remedies::Remedies;
use super::work::{Cost, few_elements};
use super::{Location, brief, location};
use crate::analyze::facts::Facts;
use crate::analyze::strides::{self, Access, Called, How, Objects, Open, Stride, Unknown};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::launch::WARP;
use crate::plan::decisions::loops::{LoopPlan, Order, Spread};
use crate::plan::decisions::steps::Step;
use crate::source::{Preprocessed, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The most groups of accesses that are told of one loop: those that cost most.
const MOST: usize = 4;
/// The most accesses that a sentence names.
const MOST_NAMES: usize = 4;
/// The bytes of an array that stays in the cache of an SM beside others.
const SMALL: u64 = 16 << 10;
/// The bytes in which memory is moved.
pub(super) const SECTOR: i64 = 32;

/// What the accesses of a kernel's distributed loops cost.
pub(super) fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Cost> {
    let body = facts.program.constructs[plan.construct].body;
    let mut all = Accesses {
        facts,
        pre,
        plan,
        objects: body.map(|body| Objects::of(facts, body)),
        found: vec![],
        remedies: Remedies::default(),
        of_rows: None,
        unknown: vec![],
    };
    for (id, lowering) in plan.code.lowerings() {
        for step in &lowering.steps {
            if let Step::Loop(one) = step {
                all.distributed(&facts.program.constructs[id], one);
            }
        }
    }
    all.tell_unknown();
    all.found
}

struct Accesses<'a> {
    facts: &'a Facts<'a>,
    pre: &'a Preprocessed,
    plan: &'a KernelPlan,
    objects: Option<Objects<'a>>,
    found: Vec<Cost>,
    /// What helps the loop that is looked at.
    remedies: Remedies,
    /// What helps one of the kernel's loops where accesses are a row apart.
    of_rows: Option<String>,
    /// Those at a distance that is not known.
    unknown: Vec<Access>,
}

/// Accesses to memory that belongs together.
pub(super) struct Group {
    pub all: Vec<Access>,
    bytes: i64,
}

impl Group {
    /// The groups of accesses whose distance along a loop is known and not zero, and the accesses at distances that are
    /// not known.
    pub(super) fn of(
        program: &Program,
        all: Vec<Access>,
        along: usize,
    ) -> (Vec<Group>, Vec<Access>) {
        let (mut groups, mut unknown): (Vec<Group>, _) = (vec![], vec![]);
        for access in all {
            if is_cached(program, access.expr) {
                continue;
            }
            let bytes = match access.along[along] {
                Stride::By(0) | Stride::Rarely => continue,
                Stride::By(bytes) => bytes,
                Stride::Unknown => {
                    unknown.push(access);
                    continue;
                }
            };
            let belongs = |group: &&mut Group| {
                let first = &group.all[0];
                group.bytes == bytes
                    && first.called == access.called
                    && first.address.is_beside(program, &access.address)
            };
            match groups.iter_mut().find(belongs) {
                Some(group) => group.all.push(access),
                None => groups.push(Group {
                    all: vec![access],
                    bytes,
                }),
            }
        }
        (groups, unknown)
    }

    /// The bytes that a warp uses, and those that are moved for it.
    pub(super) fn moves(&self) -> (u64, u64) {
        let ranges = self.all.iter().flat_map(|access| {
            let size = i64::try_from(access.size).unwrap_or(1);
            let offset = access.address.offset;
            let begins = access
                .repeated
                .iter()
                .map(move |at| offset.wrapping_add(*at));
            begins.map(move |begin| (begin, size))
        });
        of_warp(ranges.collect(), self.bytes)
    }

    /// How often the accesses are made.
    pub(super) fn times(&self) -> u64 {
        self.all.iter().map(|access| access.times).sum()
    }
}

/// How a thread comes to several iterations in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// The schedule gives them to it.
    Given,
    /// It takes them from a work queue.
    Queued,
}

impl Taken {
    fn word(self) -> &'static str {
        match self {
            Taken::Given => "has",
            Taken::Queued => "takes",
        }
    }
}

impl Accesses<'_> {
    fn distributed(&mut self, construct: &Construct, one: &LoopPlan) {
        if !matches!(one.spread, Spread::League | Spread::Team) || one.lanes.is_some() {
            return;
        }
        let program = self.facts.program;
        let loops: Vec<_> = one.nest.loops.iter().collect();
        let mut own = one.copied();
        if let Some(body) = program.constructs[self.plan.construct].body {
            own.extend(self.facts.uses(body).declared.iter().copied());
        }
        let reached = strides::reached(
            self.facts,
            &loops,
            (&own, self.objects.as_ref()),
            one.nest.body,
        );
        self.open(&reached.unknown);
        let mut all = reached.accesses;
        let is_own = |expr| {
            let objects = self.objects.as_ref();
            objects.is_some_and(|objects| objects.is_part(&own, expr))
        };
        all.retain(|access| access.how != How::Address && !is_own(access.expr));
        let along = loops.len() - 1;
        let name = &program.vars[one.nest.loops[along].var].name;
        match one.order {
            Order::Exact { threads: None, .. } => {
                self.ranges(&all, along, construct.pragma, Taken::Given, name)
            }
            Order::Exact {
                threads: Some(chunk),
                ..
            } => self.chunks(&all, along, (construct.pragma, chunk, Taken::Given), name),
            Order::Queued { guided: true, .. } => {
                self.ranges(&all, along, construct.pragma, Taken::Queued, name)
            }
            Order::Queued {
                chunk: Some(chunk), ..
            } if int_value(program, chunk) != Some(1) => {
                self.chunks(&all, along, (construct.pragma, chunk, Taken::Queued), name)
            }
            Order::Queued { .. } => self.neighbours(all, along, name),
            Order::Free | Order::Grid(_) => {
                self.remedies = Remedies::of(self.facts, self.plan, construct, one, &own);
                self.of_rows = self.of_rows.take().or_else(|| self.remedies.of_rows());
                self.neighbours(all, along, name)
            }
            _ => {}
        }
    }

    /// Each thread has chunks of iterations: what is neighbouring in one of them is far apart for neighbouring threads.
    fn chunks(
        &mut self,
        all: &[Access],
        along: usize,
        (at, chunk, taken): (Span, ExprId, Taken),
        name: &str,
    ) {
        /// Caches hold what fewer bytes a thread take until the thread comes to it.
        const FAR: i128 = 256;
        let chunk = int_value(self.facts.program, chunk).unwrap_or(1);
        let next = all.iter().filter(|access| access.is_next(along));
        let apart = next.map(|access| chunk.saturating_mul(i128::from(access.size)));
        let Some(apart) = apart.max().filter(|apart| *apart >= FAR) else {
            return;
        };
        self.found.push(Cost {
            kind: Kind::Access,
            at,
            text: format!(
                "each thread {} {chunk} iterations of `{name}` in a row, so that neighbouring threads access memory that is {apart} bytes apart",
                taken.word()
            ),
            help: match taken {
                Taken::Given => "`schedule(static, 1)` has neighbouring threads execute neighbouring iterations",
                Taken::Queued => "leave out `schedule(dynamic)`, or its chunk where iterations take unlike times: then neighbouring threads execute neighbouring iterations",
            }
            .into(),
            weight: weight::MOST_OF_ACCESSES,
            called: None,
        });
    }

    /// Each thread has a range of iterations: what would be neighbouring is not.
    fn ranges(&mut self, all: &[Access], along: usize, at: Span, taken: Taken, name: &str) {
        if !all.iter().any(|access| access.is_next(along)) {
            return;
        }
        self.found.push(Cost {
            kind: Kind::Access,
            at,
            text: format!(
                "each thread {} of iterations of `{name}`, so that neighbouring threads access memory that is far apart",
                match taken {
                    Taken::Given => "has one range",
                    Taken::Queued => "takes ranges",
                }
            ),
            help: match taken {
                Taken::Given => "leave out `schedule(static)`, and the thread's number in the loop: then neighbouring threads execute neighbouring iterations",
                Taken::Queued => "leave out `schedule(guided)`, or make it `schedule(dynamic)` where iterations take unlike times: then neighbouring threads execute neighbouring iterations",
            }
            .into(),
            weight: weight::MOST_OF_ACCESSES,
            called: None,
        });
    }

    /// The accesses for which a warp moves more than it uses.
    fn neighbours(&mut self, all: Vec<Access>, along: usize, name: &str) {
        let program = self.facts.program;
        let (groups, unknown) = Group::of(program, all, along);
        let region = program.constructs[self.plan.construct].body;
        let declared = region.map(|body| &self.facts.uses(body).declared);
        let shared = |var: VarId| declared.is_none_or(|declared| !declared.contains(&var));
        let few = |access: &Access| has_few_places(program, access.expr, &shared);
        self.unknown
            .extend(unknown.into_iter().filter(|access| !few(access)));
        let mut costs: Vec<Cost> = groups
            .into_iter()
            .filter_map(|group| self.cost(group, name))
            .collect();
        costs.sort_by_key(|cost| std::cmp::Reverse(cost.weight));
        costs.truncate(MOST);
        self.found.extend(costs);
    }

    /// What a group costs; none where a warp uses half of what it moves.
    fn cost(&self, mut group: Group, name: &str) -> Option<Cost> {
        let (used, moved) = group.moves();
        if 2 * used >= moved {
            return None;
        }
        let times = group.times();
        group
            .all
            .sort_by_key(|access| std::cmp::Reverse(access.times));
        let names = self.names(group.all.iter().map(|access| access.expr));
        let called: Option<Called> = group.all[0].called;
        let exprs: Vec<ExprId> = group.all.iter().map(|access| access.expr).collect();
        Some(Cost {
            kind: Kind::Access,
            at: self.facts.program.expr(group.all[0].expr).span,
            text: format!(
                "{names}: neighbouring threads, with neighbouring `{name}`, access memory that is {} bytes apart: a warp uses {} of what it moves",
                group.bytes.unsigned_abs(),
                Percent::of(used, moved)
            ),
            help: format!(
                "let neighbouring values of `{name}` be neighbouring elements: {}another layout of the array",
                self.remedies.words(&exprs)
            ),
            called,
            weight: (times.saturating_mul(moved - used))
                .clamp(weight::UNKNOWN + 2, weight::MOST_OF_ACCESSES - 1),
        })
    }

    /// The texts of accesses, each once.
    fn names(&self, all: impl Iterator<Item = ExprId>) -> String {
        let mut names: Vec<String> = vec![];
        for expr in all {
            let name = format!(
                "`{}`",
                brief(self.pre.slice(self.facts.program.expr(expr).span))
            );
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        match more {
            0 => names.join(", "),
            _ => format!("{} and {more} more", names.join(", ")),
        }
    }

    /// One sentence about all accesses of which no distance is known: there is one advice for all of them.
    fn tell_unknown(&mut self) {
        let mut all = std::mem::take(&mut self.unknown);
        all.sort_by_key(|access| std::cmp::Reverse(access.times));
        let program = self.facts.program;
        let Some(span) = all.first().map(|first| program.expr(first.expr).span) else {
            return;
        };
        let file = location(self.pre, span).file;
        let mut lines: BTreeMap<Location, (Option<FuncId>, Vec<ExprId>)> = BTreeMap::new();
        for access in all {
            let mut line = location(self.pre, program.expr(access.expr).span);
            line.column = 0;
            let func = access.called.map(|called| called.func);
            let (_, exprs) = lines.entry(line).or_insert_with(|| (func, vec![]));
            exprs.push(access.expr);
        }
        let lines = lines.into_iter().map(|(at, (func, exprs))| {
            let names = self.names(exprs.into_iter());
            let func = func.map(|func| format!(" in `{}`", program.funcs[func].name));
            let func = func.unwrap_or_default();
            match at.file == file {
                true => format!("line {}{func}: {names}", at.line),
                false => format!("{}:{}{func}: {names}", at.file, at.line),
            }
        });
        let lines: Vec<String> = lines.collect();
        self.found.push(Cost {
            kind: Kind::Access,
            at: span,
            text: format!(
                "neighbouring threads access memory at distances that are not known, rows or what data says ({})",
                lines.join("; ")
            ),
            help: format!(
                "where the distance is a row, {}another layout; where data says it, data in an order that has neighbours next to each other",
                self.of_rows.as_deref().unwrap_or_default()
            ),
            weight: weight::UNKNOWN,
            called: None,
        });
    }

    /// Calls of which it is not known what they access, each function or pointer once.
    fn open(&mut self, all: &[Unknown]) {
        let mut told: Vec<String> = vec![];
        for one in all {
            let program = self.facts.program;
            let ExprKind::Call { callee, .. } = program.expr(one.call).kind else {
                continue;
            };
            let text = brief(self.pre.slice(program.expr(callee).span));
            if told.len() == MOST || told.contains(&text) {
                continue;
            }
            let (why, help) = match one.why {
                Open::Pointer => (
                    "a pointer says which function is called",
                    "call the function by its name, with `if` or `switch` between several",
                ),
                Open::Recursive => (
                    "it calls itself",
                    "a loop in place of the recursion, which also needs no stack",
                ),
                Open::Elsewhere => (
                    "another file defines it, or may",
                    "define it in this file, or `static inline` in a header",
                ),
            };
            self.found.push(Cost {
                kind: Kind::Access,
                at: program.expr(one.call).span,
                text: format!("`{text}`: what it accesses is not known: {why}"),
                help: help.into(),
                weight: weight::UNKNOWN,
                called: one.called,
            });
            told.push(text);
        }
    }
}

/// Whether an access is to a small array, which caches hold wherever it is accessed.
fn is_cached(program: &Program, expr: ExprId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Var(var) => {
            let ty = program.vars[var].ty.id;
            program.size_of(ty).is_some_and(|bytes| bytes <= SMALL)
                && matches!(program.types.resolve(ty), Type::Array { .. })
        }
        ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => is_cached(program, base),
        ExprKind::Convert { arg, .. } => is_cached(program, arg),
        _ => false,
    }
}

/// Whether an access is to one of a few elements of what all threads access, whatever the values of its subscripts:
/// caches hold them.
fn has_few_places(program: &Program, expr: ExprId, shared: &dyn Fn(VarId) -> bool) -> bool {
    let bytes = program.size_of(program.expr(expr).ty.id);
    let elements = few_elements(program, expr, shared);
    let all = elements.zip(bytes);
    all.is_some_and(|(elements, bytes)| elements.saturating_mul(bytes) <= SMALL)
}

/// The bytes that the threads of a warp use, and those of the sectors in which they lie: `ranges` are where a thread's
/// accesses begin and how long they are, each thread's are `stride` bytes behind those of the one before.
fn of_warp(ranges: Vec<(i64, i64)>, stride: i64) -> (u64, u64) {
    /// More bytes at once than these are as good as whole sectors.
    const LONG: i64 = 4 * SECTOR;
    // Where memory is accessed backwards, the last thread's is the first one.
    let stride = stride.saturating_abs();
    let (mut bytes, mut sectors) = (BTreeSet::new(), BTreeSet::new());
    for thread in 0..i64::from(WARP) {
        for &(begin, size) in &ranges {
            let begin = begin.wrapping_add(thread.wrapping_mul(stride));
            let end = begin.saturating_add(size.clamp(1, LONG));
            bytes.extend(begin..end);
            sectors.extend((begin..end).map(|byte| byte.div_euclid(SECTOR)));
        }
    }
    (bytes.len() as u64, sectors.len() as u64 * SECTOR as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warp_uses_what_its_threads_access_together() {
        // Neighbouring elements, and every second one.
        assert_eq!(of_warp(vec![(0, 4)], 4), (128, 128));
        assert_eq!(of_warp(vec![(0, 4)], 8), (128, 256));
        assert_eq!(of_warp(vec![(0, 4)], -16), (128, 512));
        assert_eq!(of_warp(vec![(0, 8)], 512), (256, 1024));
        // Both members of a structure, one of them twice.
        assert_eq!(of_warp(vec![(0, 8), (8, 8), (0, 8)], 16), (512, 512));
        // Rows of three, of which the sectors belong to several threads.
        assert_eq!(of_warp(vec![(0, 8), (8, 8), (16, 8)], 24), (768, 768));
        assert_eq!(of_warp(vec![(0, 32)], 1 << 20), (1024, 1024));
    }
}
