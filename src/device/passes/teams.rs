//! What code needs of the teams that execute it.

use crate::device::functions::Waits;
use crate::device::tree::{Block, Stmt};
use crate::device::{Team, Value};

/// What code needs of its team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// How many calls make its threads wait for each other; the barrier of the whole block does not count.
    pub barriers: usize,
    /// Whether a team that waits may be part of a warp, so that arrivals are counted one by one.
    pub partial_barrier: bool,
    /// Whether it declares variables in shared memory: a second copy of the code would have variables of its own.
    pub shared_memory: bool,
}

/// What a block needs of the teams that execute its statements.
pub fn needs(code: &Block) -> Needs {
    let mut found = Needs::default();
    code.walk(&mut |stmt| {
        if let Stmt::Barrier { team, .. } = stmt {
            found.waits(team);
        }
        for call in stmt.calls() {
            let Some(team) = &call.team else { continue };
            match call.function.entry().waits {
                Waits::Never => {}
                Waits::ForTeam => found.waits(team),
                Waits::OneByOne => {
                    found.waits(team);
                    found.partial_barrier = true;
                }
            }
        }
        found.shared_memory |= matches!(stmt, Stmt::Shared { .. });
    });
    found
}

impl Needs {
    fn waits(&mut self, team: &Team) {
        self.barriers += match team {
            Team::Named(_) | Team::Caller => 1,
            Team::Block | Team::OneThread | Team::Groups(_) => 0,
        };
        self.partial_barrier |= team.may_part_warps();
    }
}

/// Whether the code names the team by its variable, which then has to be declared.
pub fn names_team(code: &Block, name: &str) -> bool {
    let mut found = false;
    let is_named = |team: &Team| team.name() == Some(name);
    code.walk(&mut |stmt| {
        found |= match stmt {
            Stmt::Barrier { team, .. } => is_named(team),
            Stmt::Object(object) => object.team.as_ref().is_some_and(is_named),
            _ => false,
        };
        found |= stmt
            .calls()
            .iter()
            .any(|call| call.team.as_ref().is_some_and(is_named));
        found |= stmt.values().iter().any(|value| match value {
            Value::IsThread { team, .. } => is_named(team),
            _ => false,
        });
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::passes::samples::built;
    use crate::device::{Call, Class, DeviceFn, Object};

    #[test]
    fn teams_of_whole_warps_need_no_partial_barrier() {
        let of = |team: Team| needs(&built(|out| out.scope(|out| out.barrier(team))));
        assert_eq!(of(Team::Block), Needs::default());
        for (threads, partial) in [(1, false), (7, false), (33, true), (64, false)] {
            let found = of(Team::named("omp", Some(threads)));
            assert_eq!(
                (found.barriers, found.partial_barrier),
                (1, partial),
                "{threads}"
            );
        }
        assert!(of(Team::named("omp", None)).partial_barrier);
        assert!(of(Team::Caller).partial_barrier);
        assert_eq!(of(Team::Groups("lanes.groups()".into())), Needs::default());
    }

    #[test]
    fn calls_wait_as_their_row_says() {
        let of = |function| {
            needs(&built(|out| {
                out.call(Call::new(function, &Team::Block, ""))
            }))
        };
        assert!(!of(DeviceFn::Reduce).partial_barrier);
        assert!(of(DeviceFn::EndCancellation).partial_barrier);
        let omp = Team::named("omp", None);
        let chunks = Call::new(DeviceFn::TasksOfTeam, &omp, "trips");
        let call = Call::new(DeviceFn::Taskloop, &omp, "").and(chunks);
        assert_eq!(needs(&built(|out| out.call(call))).barriers, 2);
        let sleeps = Call::new(DeviceFn::Taskwait, &omp, "");
        assert_eq!(needs(&built(|out| out.call(sleeps))), Needs::default());
    }

    #[test]
    fn variables_in_shared_memory_are_found_at_any_depth() {
        let code = built(|out| out.if_then("c", |out| out.shared("int a[4]")));
        assert!(needs(&code).shared_memory);
    }

    #[test]
    fn all_that_names_a_team_is_found() {
        let omp = || Team::of_caller("omp");
        let named = |f: &dyn Fn(&mut Block)| names_team(&built(f), "omp");
        assert!(named(&|out| out.barrier(omp())));
        assert!(named(
            &|out| out.object(Object::new(Class::Taskgroup, "group").on(omp()))
        ));
        assert!(named(&|out| out.if_then(Value::is_first(omp()), |_| {})));
        assert!(named(&|out| {
            let found = Call::new(DeviceFn::InFinal, &omp(), "");
            out.scope(|out| out.if_then(Value::Not(found), |_| {}));
        }));
        assert!(!named(&|out| out.barrier(Team::of_caller("omp2"))));
        assert!(!named(&|out| out.user("omp.barrier();")));
    }
}
