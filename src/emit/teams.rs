//! The team whose code is printed: how it is spelled, what is called with it, and regions of a part of
//! the block.
//!
//! From a construct's [`Parallel`]; the teams themselves are in `romp/teams.cuh`.

use super::cuda::{Printer, Writer};
use super::kernel::Kernel;
use super::sequential;
use crate::ir::*;
use crate::plan::{Lowering, Parallel, TeamSize};

impl Kernel<'_> {
    /// What `f` prints is a function's: whoever calls it is its team.
    pub fn as_caller<R>(&self, team: &str, f: impl FnOnce() -> R) -> R {
        let was = self.team.replace(Some(team.into()));
        let result = f();
        *self.team.borrow_mut() = was;
        result
    }

    /// What loops of the region share is made ready by its threads.
    pub fn begin_dispensers(&self, out: &mut Writer, parallel: &Parallel) {
        super::run_schedule::begin(self, out, parallel);
        if parallel.dispensers {
            out.line(format!("{};", self.on_team("begin_dispensers", "")));
        }
    }

    /// A region of fewer threads than the block, or of the thread that meets it.
    pub(super) fn part(
        &self,
        p: &Printer,
        out: &mut Writer,
        id: ConstructId,
        lowering: &Lowering,
        parallel: &Parallel,
        at: usize,
    ) {
        if parallel.fork_barrier {
            out.line("romp::team_barrier();");
        }
        let name = self.made_name("omp");
        let body = self.program.constructs[id].body;
        let nested = parallel.team == TeamSize::One;
        let declared = match parallel.team {
            TeamSize::All => unreachable!("all threads are no part"),
            TeamSize::One => self.nested_team(&name),
            TeamSize::Constant(n) => format!("const romp::team_of<{n}> {name};"),
            TeamSize::Asked { threads, condition } => {
                let most = "romp::threads()";
                let threads = match threads {
                    Some(n) => {
                        let n = sequential::condition(self, p, out, n);
                        format!("romp::region_size({n}, {most})")
                    }
                    None => most.into(),
                };
                let size = match condition {
                    Some(c) => {
                        let c = sequential::condition(self, p, out, c);
                        format!("{c} ? {threads} : 1")
                    }
                    None => threads,
                };
                format!("const romp::first_threads {name}{{{size}}};")
            }
        };
        let inside = |out: &mut Writer| {
            self.as_team(Some(name.clone()), || {
                self.begin_dispensers(out, parallel);
                self.with_private(p, out, body, &parallel.private, |out| {
                    self.steps(p, out, id, lowering, at + 1);
                })
            });
        };
        out.line("{");
        out.nested(|out| {
            if nested && self.plan.state {
                out.line("const romp::nested_region alone;");
            }
            out.line(declared);
            if nested {
                inside(out);
            } else {
                out.line(format!("if ({name}.has_me()) {{"));
                out.nested(inside);
                out.line("}");
            }
        });
        out.line("}");
        if parallel.join_barrier {
            out.line(if nested {
                self.barrier()
            } else {
                "romp::team_barrier();".into()
            });
        }
    }

    /// The declaration of a team of this thread alone, in the present one.
    fn nested_team(&self, name: &str) -> String {
        match self.team.borrow().as_deref() {
            None => format!("const romp::nested_team<romp::block_team> {name}{{}};"),
            Some(outer) => format!("const romp::nested_team<decltype({outer})> {name}{{{outer}}};"),
        }
    }

    /// What `f` prints runs in a parallel region of that team.
    pub fn as_team<R>(&self, team: Option<String>, f: impl FnOnce() -> R) -> R {
        let was = self.team.replace(team);
        let result = self.in_parallel(true, f);
        *self.team.borrow_mut() = was;
        result
    }

    /// Whether the present code is outside of parallel regions.
    pub fn sequential_level(&self) -> bool {
        !self.parallel.get()
    }

    pub fn in_parallel<R>(&self, parallel: bool, f: impl FnOnce() -> R) -> R {
        let was = self.parallel.replace(parallel || self.parallel.get());
        let result = f();
        self.parallel.set(was);
        result
    }

    /// A call of one of the device header's algorithms by the present team (`romp/teams.cuh`).
    pub fn on_team(&self, algorithm: &str, arguments: &str) -> String {
        if !algorithm.starts_with("team_for") {
            self.waits();
        }
        match self.team.borrow().as_deref() {
            None => format!("romp::{algorithm}({arguments})"),
            Some(team) if arguments.is_empty() => format!("romp::{algorithm}({team})"),
            Some(team) => format!("romp::{algorithm}({team}, {arguments})"),
        }
    }

    /// A barrier of the present team's threads.
    pub fn barrier(&self) -> String {
        self.waits();
        if let Some(end) = self.region_end() {
            let leaves = self.on_team("cancellable_barrier", "");
            return format!("if ({leaves}) goto {end};");
        }
        match self.team.borrow().as_deref() {
            None => "romp::team_barrier();".into(),
            Some(team) => format!("{team}.barrier();"),
        }
    }

    /// Threads of the present team wait for each other.
    fn waits(&self) {
        if self.team.borrow().is_some() {
            self.forks.partial.set(true);
        }
    }

    /// The number of the present thread in its team.
    pub fn thread(&self) -> String {
        match self.team.borrow().as_deref() {
            None => "romp::thread()".into(),
            Some(team) => format!("{team}.thread()"),
        }
    }
}
