//! Counts the shared memory that the device header's mechanisms reserve in a kernel or function: the only count,
//! which the budget, the report and the struct use.

use crate::device::functions::{DeviceFn, Reserves};
use crate::device::tree::{Block, Stmt};
use crate::device::{HeaderStorage, Storage, Team};

/// What the blocks of a kernel or function reserve. `owner` names it: memory of a call's own counts for each owner.
pub fn reserved(code: &[&Block], owner: &str) -> HeaderStorage {
    let mut found = HeaderStorage::default();
    let mut count_in = |stmt: &Stmt| {
        for call in stmt.calls() {
            let row = call.function.entry();
            count(&mut found, row.reserves, call.team.as_ref());
            call.takes.iter().for_each(|one| found.reserve(*one));
            for one in &call.reserves {
                match one.open {
                    true => found.reserve_open(one.key.clone(), one.what, one.bytes),
                    false => found.reserve_object(one.key.clone(), one.what, one.bytes),
                }
            }
        }
        match stmt {
            Stmt::Object(object) => {
                let row = object.class.entry();
                count(&mut found, row.reserves, object.team.as_ref());
            }
            Stmt::Shared {
                reserves: Some((what, bytes)),
                ..
            } => found.reserve_another(owner, what, *bytes),
            Stmt::CallWith {
                call, functions, ..
            } if call.function == DeviceFn::ByFirstThreads => {
                let bodies = functions.iter().map(|function| &function.body);
                bodies.for_each(|body| again(&mut found, body));
            }
            _ => {}
        }
    };
    code.iter().for_each(|block| block.walk(&mut count_in));
    found
}

/// What code has of its own for the second kind of teams that it is compiled for.
fn again(found: &mut HeaderStorage, body: &Block) {
    body.walk(&mut |stmt: &Stmt| {
        let reserved = stmt.calls().into_iter().flat_map(|call| &call.reserves);
        for one in reserved.filter(|one| one.is_of_code) {
            let key = format!("{} of uneven teams", one.key);
            found.reserve_object(key, one.what, one.bytes);
        }
    });
}

fn count(found: &mut HeaderStorage, reserves: Reserves, team: Option<&Team>) {
    match reserves {
        Reserves::Nothing => {}
        Reserves::Object(storage) => found.reserve(storage),
        Reserves::Beginning(storage, written) => {
            found.reserve(storage);
            found.write(written);
        }
        // In a device function the call asks the kernel's state whether there are tasks, whatever the answer will be.
        Reserves::TasksOfKernel if team.is_some_and(Team::is_callers) => found.reserve_tasks(),
        Reserves::TasksOfKernel => {}
    }
}

impl HeaderStorage {
    /// Reserves what functions refer to that ask whether their kernel has tasks.
    pub fn reserve_tasks(&mut self) {
        self.reserve(Storage::StateAlone);
        self.reserve(Storage::Tasks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::tree::Head;
    use crate::device::value::Reserved;
    use crate::device::{Call, Class, Object, Value};

    fn bytes(f: impl FnOnce(&mut Block)) -> u64 {
        let mut code = Block::default();
        f(&mut code);
        reserved(&[&code], "owner").bytes()
    }

    fn slots(bytes: u64) -> Option<Reserved> {
        let what = "results of the warps";
        let key = format!("slots {bytes}");
        Some(Reserved {
            key,
            what,
            bytes,
            open: false,
            is_of_code: false,
        })
    }

    #[test]
    fn an_object_counts_once_wherever_it_is_used() {
        let begin = || Call::new(DeviceFn::BeginCancellation, &Team::Block, "");
        let once = bytes(|out| out.call(begin()));
        assert_eq!(once, 16);
        let nested = |out: &mut Block| {
            out.call(begin());
            out.scope(|out| out.if_then(Value::Not(begin()), |out| out.call(begin())));
            out.range_for(vec![Head::over("auto i", begin())], |out| {
                out.declare_as("bool x", begin())
            });
        };
        assert_eq!(bytes(nested), once);
    }

    #[test]
    fn calls_that_are_arguments_count() {
        let inner = Call::new(DeviceFn::BeginDoacross, &Team::Block, "");
        let outer = Call::new(DeviceFn::Task, &Team::Block, "").and(inner);
        assert_eq!(bytes(|out| out.call(outer)), 8192);
    }

    #[test]
    fn code_that_is_compiled_twice_has_its_own_types_twice() {
        let code = |is_of_code: bool| {
            bytes(|out| {
                let reserved = slots(32).map(|one| Reserved { is_of_code, ..one });
                let call = Call::new(DeviceFn::Reduce, &Team::Block, "").reserving(reserved);
                let twice = Call::plain(DeviceFn::ByFirstThreads, "n");
                out.call_with(twice, "[&](auto omp)", |out| out.call(call));
            })
        };
        assert_eq!((code(false), code(true)), (32, 64));
    }

    #[test]
    fn results_of_one_type_share_their_slots() {
        let call = |size| Call::new(DeviceFn::Reduce, &Team::Block, "").reserving(slots(size));
        let code = |out: &mut Block| {
            [32, 64, 32]
                .into_iter()
                .for_each(|size| out.call(call(size)))
        };
        assert_eq!(bytes(code), 32 + 64);
    }

    #[test]
    fn copies_of_arrays_are_one_each() {
        let copy = |out: &mut Block| out.shared_besides("int a_team[4]", "copy", 16);
        assert_eq!(bytes(copy), 16);
        let two = |out: &mut Block| {
            copy(out);
            out.shared("kernel_shared shared");
            out.scope(copy);
        };
        assert_eq!(bytes(two), 32);
    }

    #[test]
    fn work_queues_count_where_a_loop_takes_chunks_from_them() {
        let code = |function: DeviceFn, from: Option<Storage>| {
            bytes(|out| {
                out.call(Call::new(DeviceFn::BeginWorkQueues, &Team::Block, ""));
                out.call(Call::new(function, &Team::Block, "").taking(from));
            })
        };
        assert_eq!(code(DeviceFn::TeamFor, None), 16);
        assert_eq!(
            code(DeviceFn::TeamForDynamic, Some(Storage::ChunkCounter)),
            16
        );
        assert_eq!(
            code(DeviceFn::TeamForDynamic, Some(Storage::WorkQueues)),
            1168
        );
        assert_eq!(code(DeviceFn::TeamForGuided, None), 1168);
        assert_eq!(code(DeviceFn::BeginOrdered, None), 1168);
        // Iterations of a doacross loop wait in rows of their own.
        assert_eq!(code(DeviceFn::BeginDoacross, None), 8192 + 16);
    }

    #[test]
    fn functions_alone_reserve_tasks_for_their_callers() {
        let wait = |team: Team| bytes(|out| out.call(Call::new(DeviceFn::Taskwait, &team, "")));
        assert_eq!(wait(Team::named("omp", Some(64))), 0);
        assert_eq!(wait(Team::Caller), 1072 + 432);
        assert_eq!(wait(Team::of_caller("omp")), 1072 + 432);
        let group = Object::new(Class::Taskgroup, "group").braced([""; 0]);
        assert_eq!(bytes(|out| out.object(group.on(Team::Caller))), 1072 + 432);
    }
}
