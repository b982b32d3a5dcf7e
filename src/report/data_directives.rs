//! Data directives in a loop of the host that copy the same data in each iteration although nothing on the host accesses
//! the data meanwhile: `target enter data` with `target exit data`, `target data`, and `target update`.
//!
//! From the loop's text. Nothing is said of a loop that may not reach all of them in each iteration, nor where directives
//! of one variable may need each other. What the maps of regions copy is told by `transfers`. An estimate for the report:
//! nothing is decided by it.

use super::aliases::{Host, is_data_directive};
use super::brief;
use super::findings::{Kind, weight};
use super::transfers::{is_same, loops_around, maps, maps_elsewhere, subscripts};
use super::work::Cost;
use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf, MapKind};
use crate::plan::decisions::kernel::KernelPlan;
use crate::source::{Preprocessed, Span};
use std::collections::BTreeSet;

/// What directives in the loops around a region cost; the first region in a loop tells it.
pub(super) fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Vec<Cost> {
    let program = facts.program;
    let region = &program.constructs[plan.construct];
    let by_threads = |one: &Construct| {
        let shares = [Leaf::Parallel, Leaf::Task, Leaf::Taskloop];
        shares.into_iter().any(|leaf| one.directive.has(leaf))
    };
    if program.around(region).any(by_threads) {
        return vec![];
    }
    let loops = loops_around(program, region).into_iter();
    let found = loops.filter_map(|looped| {
        let one = Looped::of(facts, plan, looped)?;
        Some(one.costs(pre))
    });
    found.flatten().collect()
}

/// A loop of the host with a region for devices in it.
struct Looped<'a> {
    facts: &'a Facts<'a>,
    plan: &'a KernelPlan,
    looped: StmtId,
    host: Host,
    /// The data directives in it, in the order of the text, and whether each iteration comes to them.
    directives: Vec<(&'a Construct, bool)>,
    /// The regions in it.
    regions: Vec<&'a Construct>,
    /// The first place at which an iteration may end, or the loop.
    leaves: Option<u32>,
    /// Iterations may go on elsewhere than statements say.
    jumps: bool,
}

/// What a directive does to a variable's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    Enter(MapKind),
    Exit(MapKind),
    Around(MapKind),
    ToDevice,
    ToHost,
}

/// A list item of a data directive.
struct Named<'a> {
    directive: &'a Construct,
    moves: Moves,
    item: &'a ListItem,
}

/// What can be written in place of what the loop has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instead {
    Data(MapKind),
    Before,
    Behind,
}

impl<'a> Looped<'a> {
    /// What stands in a loop; none where another region is its first one, or it cannot be followed.
    fn of(facts: &'a Facts<'a>, plan: &'a KernelPlan, looped: StmtId) -> Option<Looped<'a>> {
        let program = facts.program;
        let mut found = Looped {
            facts,
            plan,
            looped,
            host: Host::besides_data_directives(program, looped),
            directives: vec![],
            regions: vec![],
            leaves: None,
            jumps: false,
        };
        let body = match program.stmt(looped).kind {
            StmtKind::For { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. } => body,
            _ => return None,
        };
        found.stmt(body, true, true);
        let first = found.regions.first()?.id == plan.construct;
        (first && !found.jumps && found.directives.iter().any(|(_, each)| *each)).then_some(found)
    }

    /// Goes through a statement of the loop; `each`: each iteration executes it; `own`: no other loop is around it.
    fn stmt(&mut self, id: StmtId, each: bool, own: bool) {
        let program = self.facts.program;
        let stmt = program.stmt(id);
        let (each, own) = match &stmt.kind {
            StmtKind::Omp(id) => {
                let construct = &program.constructs[*id];
                if construct.directive.has(Leaf::Target) {
                    return self.regions.push(construct);
                }
                let is_data = is_data_directive(&construct.directive);
                if is_data {
                    self.directives.push((construct, each));
                }
                (each && is_data, own)
            }
            StmtKind::Return(_)
            | StmtKind::Goto { .. }
            | StmtKind::Label { .. }
            | StmtKind::Asm { .. }
            | StmtKind::DeviceConstruct(_) => {
                self.jumps = true;
                return;
            }
            StmtKind::Break | StmtKind::Continue => {
                if own {
                    self.leaves = self.leaves.or(Some(stmt.span.lo));
                }
                return;
            }
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                (false, false)
            }
            StmtKind::Block(_) => (each, own),
            _ => (false, own),
        };
        program.each_child(stmt, &mut |child| self.stmt(child, each, own));
    }

    fn costs(&self, pre: &Preprocessed) -> Vec<Cost> {
        let program = self.facts.program;
        let mut told: Vec<(Instead, &Construct, Vec<String>)> = vec![];
        for var in self.variables() {
            let Some((instead, first, text)) = self.of_variable(var) else {
                continue;
            };
            match told
                .iter_mut()
                .find(|(one, at, _)| (*one, at.id) == (instead, first.id))
            {
                Some((.., texts)) => texts.push(text),
                None => told.push((instead, first, vec![text])),
            }
        }
        let (_, line) = pre.location(program.stmt(self.looped).span.lo as usize);
        let told = told.into_iter();
        told.map(|(instead, first, texts)| cost(instead, first.pragma, &texts, line))
            .collect()
    }

    /// The variables that the directives name.
    fn variables(&self) -> BTreeSet<VarId> {
        let clauses = self.directives.iter().flat_map(|(one, _)| &one.clauses);
        let items = clauses.flat_map(|clause| clause.items());
        items.filter_map(ListItem::var).collect()
    }

    /// What can be written for a variable, at which directive, and the list item.
    fn of_variable(&self, var: VarId) -> Option<(Instead, &'a Construct, String)> {
        let (facts, program) = (self.facts, self.facts.program);
        let data = &program.vars[var];
        let region = self.regions.first()?;
        if facts.uses(self.looped).declared.contains(&var)
            || data.ty.quals.is_volatile
            || data.declare_target.is_some()
            || self.host.may_use(program, region.func, var)
        {
            return None;
        }
        let all = self.named(var)?;
        let (first, last) = (all.first()?, all.last()?);
        let text = brief(&first.item.text);
        let is_alike = |one: &Named| {
            brief(&one.item.text) == text
                && subscripts(one.item)
                    .iter()
                    .all(|&expr| is_same(facts, self.looped, expr))
        };
        let leaves_between = |lo: u32| self.leaves.is_some_and(|place| place < lo);
        if !all.iter().all(is_alike)
            || leaves_between(last.directive.pragma.lo)
            || self.regions.iter().any(|one| !is_plain(program, one, var))
        {
            return None;
        }
        let moves: Vec<Moves> = all.iter().map(|one| one.moves).collect();
        let instead = self.instead(var, &moves)?;
        // Updates of what the regions themselves map copy nothing, unless something else has mapped it.
        let copies = match instead {
            Instead::Data(_) => !maps_elsewhere(program, program.stmt(self.looped).span, var),
            Instead::Before | Instead::Behind => !self.regions.iter().any(|one| maps(one, var)),
        };
        if !copies {
            return None;
        }
        Some((instead, first.directive, text))
    }

    /// The items that name a variable; none where one of them has a modifier, or not each iteration comes to it.
    fn named(&self, var: VarId) -> Option<Vec<Named<'a>>> {
        let mut found = vec![];
        for &(directive, each) in &self.directives {
            for clause in &directive.clauses {
                for item in clause.items() {
                    if item.var() != Some(var) {
                        // What has no name may be the same data.
                        item.var()?;
                        continue;
                    }
                    let moves = moves(directive, clause).filter(|_| each)?;
                    found.push(Named {
                        directive,
                        moves,
                        item,
                    });
                }
            }
        }
        Some(found)
    }

    fn instead(&self, var: VarId, moves: &[Moves]) -> Option<Instead> {
        use MapKind::*;
        // What a region changes would begin anew in each iteration.
        let is_kept = self.regions.len() == 1 && self.is_only_read(var);
        match moves {
            [Moves::Enter(To | Tofrom), Moves::Exit(From | Tofrom)] | [Moves::Around(Tofrom)] => {
                Some(Instead::Data(Tofrom))
            }
            [Moves::Enter(To | Tofrom), Moves::Exit(Release | Delete)] | [Moves::Around(To)]
                if is_kept =>
            {
                Some(Instead::Data(To))
            }
            [Moves::ToDevice] if is_kept => Some(Instead::Before),
            [Moves::ToHost] => Some(Instead::Behind),
            _ => None,
        }
    }

    /// Whether the only region reads what is behind a variable, and nothing else, by a proof.
    fn is_only_read(&self, var: VarId) -> bool {
        let behind = self.plan.behind.get(&var);
        behind.is_some_and(|one| one.only_read && one.unchanged)
    }
}

/// What a clause of a directive does to the data that it names; none where more than that depends on it.
fn moves(directive: &Construct, clause: &Clause) -> Option<Moves> {
    let is_movement = |one: &Clause| {
        matches!(
            one.kind,
            ClauseKind::Map(_) | ClauseKind::To(_) | ClauseKind::From(_)
        )
    };
    if !directive.clauses.iter().all(is_movement) {
        return None;
    }
    match &clause.kind {
        ClauseKind::Map(map) => {
            let has_modifiers = map.always
                || map.present
                || map.delete
                || map.mapper.is_some()
                || !map.other.is_empty()
                || !map.iterators.is_empty();
            if has_modifiers {
                return None;
            }
            let kind = |usual: MapKind| map.kind.unwrap_or(usual);
            match directive.directive {
                DirectiveKind::TargetEnterData => Some(Moves::Enter(kind(MapKind::To))),
                DirectiveKind::TargetExitData => Some(Moves::Exit(kind(MapKind::From))),
                _ => Some(Moves::Around(kind(MapKind::Tofrom))),
            }
        }
        ClauseKind::To(motion) | ClauseKind::From(motion) => {
            let has_modifiers =
                motion.present || motion.mapper.is_some() || !motion.iterators.is_empty();
            let way = match clause.kind {
                ClauseKind::To(_) => Moves::ToDevice,
                _ => Moves::ToHost,
            };
            (!has_modifiers).then_some(way)
        }
        _ => None,
    }
}

/// Whether the host waits for a region, and the region copies a variable only where it is not there yet.
fn is_plain(program: &Program, region: &Construct, var: VarId) -> bool {
    region.clauses.iter().all(|clause| match &clause.kind {
        ClauseKind::Nowait(_) | ClauseKind::Depend { .. } => false,
        ClauseKind::Map(map) => {
            let names = map.items.iter().any(|item| item.var() == Some(var));
            !names || !map.always && !map.delete && map.other.is_empty() && map.mapper.is_none()
        }
        _ => true,
    }) && program
        .around(region)
        .all(|one| !one.directive.has(Leaf::Target))
}

fn cost(instead: Instead, at: Span, texts: &[String], line: u32) -> Cost {
    let names: Vec<String> = texts.iter().map(|text| format!("`{text}`")).collect();
    let (names, list) = (names.join(", "), texts.join(", "));
    let each = format!("in each iteration of the host's loop in line {line}");
    let (text, help) = match instead {
        Instead::Data(kind) => {
            let (word, way) = match kind {
                MapKind::To => ("to", "to the device"),
                _ => ("tofrom", "to the device and back"),
            };
            (
                format!("{names}: copied {way} again {each}, where only regions access it"),
                format!("`#pragma omp target data map({word}: {list})` around that loop"),
            )
        }
        Instead::Before => (
            format!("{names}: copied to the device again {each}, where nothing changes it"),
            format!("`#pragma omp target update to({list})` once, in front of that loop"),
        ),
        Instead::Behind => (
            format!("{names}: copied to the host {each}, where only regions access it"),
            format!("`#pragma omp target update from({list})` once, behind that loop"),
        ),
    };
    Cost {
        kind: Kind::Transfer,
        at,
        text,
        help,
        weight: weight::usual(Kind::Waiting),
        called: None,
    }
}
