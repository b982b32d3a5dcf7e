//! The paths that threads of a team take through code which all of them execute together: a graph of accesses to shared
//! memory and of barriers.
//!
//! Where statements are text, the graph has what their builder says of them (`Stmt::Known`); of other text it assumes
//! any access and any jump of C but `goto` and `return`, which it takes no part in.

use crate::device::Team;
use crate::device::access::{Access, By, Control, Place};
use crate::device::tree::{Block, Jump, Need, Stmt};
use std::collections::BTreeSet;

/// How many points a search looks at before it gives up, so that the time is bounded for large kernels.
const MOST_POINTS: usize = 2000;

/// The graph.
pub(super) struct Flow<'a> {
    points: Vec<Point>,
    /// The first and the last point.
    ends: (usize, usize),
    /// The barriers of the block, in the order of the text.
    barriers: Vec<Barrier>,
    /// What statements of the translator may access because their text has expressions of the program.
    loose: &'a [Access],
    /// The loops and switches around the next statement.
    around: Vec<Around>,
    depth: usize,
    /// Whether there are jumps that the graph does not follow.
    lost: bool,
}

/// A barrier, and whether only the order of accesses needs it.
#[derive(Clone, Copy)]
pub(super) struct Barrier {
    point: usize,
    /// How many loops it stands in.
    pub depth: usize,
    pub need: Need,
    /// Whether the text around it is complete without it.
    pub spare: bool,
}

#[derive(Default)]
struct Point {
    accesses: Vec<Access>,
    waits: bool,
    to: Vec<usize>,
    from: Vec<usize>,
}

/// Where jumps lead from inside a loop or switch.
#[derive(Clone, Copy)]
struct Around {
    breaks: usize,
    /// None in a switch.
    continues: Option<usize>,
    /// The head of a switch, from which control reaches its labels.
    labels: Option<usize>,
}

/// Which way a search goes.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Back,
    Ahead,
}

impl<'a> Flow<'a> {
    /// The graph of `code`; `before` and `behind` are what is accessed before its first statement and behind its last.
    /// None where control takes ways that are not followed.
    pub(super) fn of(
        code: &Block,
        before: &[Access],
        behind: &[Access],
        loose: &'a [Access],
    ) -> Option<Flow<'a>> {
        let mut flow = Flow {
            points: vec![],
            ends: (0, 0),
            barriers: vec![],
            loose,
            around: vec![],
            depth: 0,
            lost: false,
        };
        let first = flow.point(before);
        let at = flow.block(code, first);
        let last = flow.point(behind);
        flow.edge(at, last);
        flow.ends = (first, last);
        (!flow.lost).then_some(flow)
    }

    pub(super) fn barriers(&self) -> &[Barrier] {
        &self.barriers
    }

    /// Threads no longer wait there.
    pub(super) fn remove(&mut self, barrier: &Barrier) {
        self.points[barrier.point].waits = false;
    }

    /// What may be accessed between a barrier and the barriers next to it; none where that would take too long.
    pub(super) fn reached(&self, barrier: &Barrier, way: Way) -> Option<BTreeSet<Access>> {
        let next = |point: usize| match way {
            Way::Back => &self.points[point].from,
            Way::Ahead => &self.points[point].to,
        };
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = next(barrier.point).clone();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if seen.len() > MOST_POINTS {
                return None;
            }
            let point = &self.points[at];
            if !point.waits {
                found.extend(&point.accesses);
                open.extend(next(at));
            }
        }
        Some(found)
    }

    fn point(&mut self, accesses: &[Access]) -> usize {
        self.points.push(Point {
            accesses: accesses.to_vec(),
            ..Point::default()
        });
        self.points.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize) {
        self.points[from].to.push(to);
        self.points[to].from.push(from);
    }

    fn behind(&mut self, at: usize, accesses: &[Access]) -> usize {
        let point = self.point(accesses);
        self.edge(at, point);
        point
    }

    fn block(&mut self, block: &Block, mut at: usize) -> usize {
        let mut labelled = false;
        let code = { block.stmts.iter() }.filter(|stmt| !stmt.is_comment());
        let alone = code.count() <= 1;
        for stmt in &block.stmts {
            if let Stmt::Barrier { team, need } = stmt {
                at = self.behind(at, &[]);
                if *team == Team::Block {
                    self.points[at].waits = true;
                    self.barriers.push(Barrier {
                        point: at,
                        depth: self.depth,
                        need: *need,
                        // A label needs a statement, and so does a head without braces.
                        spare: !labelled && !alone,
                    });
                }
            } else {
                at = self.stmt(stmt, at);
            }
            if !stmt.is_comment() {
                labelled = matches!(stmt, Stmt::Label(_));
            }
        }
        at
    }

    fn stmt(&mut self, stmt: &Stmt, at: usize) -> usize {
        match stmt {
            Stmt::Blank
            | Stmt::Comment(_)
            | Stmt::Behind(_)
            | Stmt::Opening(_)
            | Stmt::Directive(_) => at,
            Stmt::Known {
                accesses,
                control,
                body,
            } => {
                let at = self.behind(at, accesses);
                if !is_quiet(body) || declares_shared(body) {
                    self.points[at].accesses.push(Access {
                        place: Place::Header,
                        writes: true,
                        by: By::All,
                    });
                }
                if *control == Control::Jumps {
                    self.jumps(at);
                }
                at
            }
            Stmt::User(_) | Stmt::Text(_) | Stmt::Indented(_) => {
                let at = self.behind(at, &[Access::ANY]);
                self.jumps(at);
                at
            }
            Stmt::Label(_) => {
                let head = self.around.iter().rev().find_map(|one| one.labels);
                let label = self.behind(at, &[]);
                match head {
                    Some(head) => self.edge(head, label),
                    None => self.lost = true,
                }
                label
            }
            Stmt::Jump(jump) => self.jump(jump, at),
            Stmt::If {
                body, otherwise, ..
            } => {
                let head = self.translators(stmt, at);
                let then = self.block(body, head);
                let other = match otherwise {
                    Some(otherwise) => self.block(otherwise, head),
                    None => head,
                };
                let end = self.behind(then, &[]);
                self.edge(other, end);
                end
            }
            Stmt::While { body, .. } | Stmt::For { body, .. } | Stmt::RangeFor { body, .. } => {
                let head = self.translators(stmt, at);
                let end = self.behind(head, &[]);
                let last = self.inside(head, Some(head), end, None, body);
                self.edge(last, head);
                end
            }
            Stmt::DoWhile { body, .. } => {
                let start = self.behind(at, &[]);
                let end = self.point(&[]);
                let condition = self.point(self.loose);
                let last = self.inside(start, Some(condition), end, None, body);
                self.edge(last, condition);
                self.edge(condition, start);
                self.edge(condition, end);
                end
            }
            Stmt::Switch { body, .. } => {
                let head = self.translators(stmt, at);
                let end = self.behind(head, &[]);
                let nowhere = self.point(&[]);
                let last = self.inside(nowhere, None, end, Some(head), body);
                self.edge(last, end);
                end
            }
            Stmt::Scope(body) => self.block(body, at),
            Stmt::Declare { .. } | Stmt::Let { .. } | Stmt::Call(_) | Stmt::Object(_) => {
                self.translators(stmt, at)
            }
            Stmt::Shared { .. } | Stmt::Record { .. } => at,
            Stmt::Assign { .. } | Stmt::Effect(_) | Stmt::CallWith { .. } => {
                self.behind(at, &[Access::ANY])
            }
            Stmt::Landing(_) | Stmt::Case { .. } => {
                self.lost = true;
                at
            }
            Stmt::Barrier { .. } => unreachable!("its block adds it"),
        }
    }

    /// A statement of the translator, whose text may have expressions of the program.
    fn translators(&mut self, stmt: &Stmt, at: usize) -> usize {
        match is_quiet_itself(stmt) {
            true => self.behind(at, self.loose),
            false => self.behind(at, &[Access::ANY]),
        }
    }

    /// The body of a loop or switch.
    fn inside(
        &mut self,
        from: usize,
        continues: Option<usize>,
        breaks: usize,
        labels: Option<usize>,
        body: &Block,
    ) -> usize {
        let loops = usize::from(continues.is_some());
        self.depth += loops;
        self.around.push(Around {
            breaks,
            continues,
            labels,
        });
        let last = self.block(body, from);
        self.around.pop();
        self.depth -= loops;
        last
    }

    /// Control may go from here to the next iteration, or out of the loop or switch.
    fn jumps(&mut self, at: usize) {
        if let Some(one) = self.around.last().copied() {
            self.edge(at, one.breaks);
        }
        if let Some(next) = self.next_iteration() {
            self.edge(at, next);
        }
    }

    fn next_iteration(&self) -> Option<usize> {
        self.around.iter().rev().find_map(|one| one.continues)
    }

    fn jump(&mut self, jump: &Jump, at: usize) -> usize {
        let to = match jump {
            Jump::Break => self.around.last().map(|one| one.breaks),
            Jump::Continue => self.next_iteration(),
            Jump::Return(_) | Jump::To(_) => None,
        };
        match to {
            Some(to) => self.edge(at, to),
            None => self.lost = true,
        }
        // What follows is not reached from here.
        self.point(&[])
    }
}

/// Whether the statements use nothing of the device header that accesses memory.
pub(super) fn is_quiet(block: &Block) -> bool {
    let mut quiet = true;
    block.walk(&mut |stmt| quiet &= is_quiet_itself(stmt));
    quiet
}

/// Whether variables in shared memory are declared in the block, which its text accesses.
fn declares_shared(block: &Block) -> bool {
    let mut found = false;
    block.walk(&mut |stmt| found |= matches!(stmt, Stmt::Shared { .. }));
    found
}

fn is_quiet_itself(stmt: &Stmt) -> bool {
    let own = match stmt {
        Stmt::Object(object) => object.class.only_notes(),
        Stmt::CallWith { .. } => false,
        _ => true,
    };
    own && stmt.calls().iter().all(|call| call.function.is_quiet())
}
