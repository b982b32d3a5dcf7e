//! The files that the translator carries: the runtime's static library and its headers.
//!
//! Both are fixed when romp2cuda is built (`build.rs`). Must not know where they will be written.

/// `libromp.a`, to be linked before the host's OpenMP library, with `-lpthread -ldl -lm`. It is unpacked for each call:
/// `cache::runtime_library` is the file that was unpacked before.
pub fn runtime_library() -> Vec<u8> {
    // A constant would be in the program once for each place that reads it.
    static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libromp.a.packed"));
    miniz_oxide::inflate::decompress_to_vec(PACKED).expect("what build.rs packed")
}

macro_rules! headers {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/packaged/include/", $name)))),*]
    };
}

/// Each header's path below an include folder, and its text.
pub fn headers() -> &'static [(&'static str, &'static str)] {
    static HEADERS: &[(&str, &str)] = headers! {
        "omp.h"
        "romp.h"
        "romp/allocators.cuh"
        "romp/array_reductions.cuh"
        "romp/atomics.cuh"
        "romp/c_library.cuh"
        "romp/cancel.cuh"
        "romp/check_notes.cuh"
        "romp/checked_library.cuh"
        "romp/complex.cuh"
        "romp/complex_functions.cuh"
        "romp/conditional.cuh"
        "romp/cuda_backend.cuh"
        "romp/cuda_barriers.cuh"
        "romp/cuda_math.cuh"
        "romp/cuda_types.cuh"
        "romp/cuda_words.cuh"
        "romp/device.cuh"
        "romp/doacross.cuh"
        "romp/emulated.cuh"
        "romp/emulated.h"
        "romp/emulated_atomics.cuh"
        "romp/emulated_backend.cuh"
        "romp/emulated_barriers.cuh"
        "romp/emulated_launches.cuh"
        "romp/fork.cuh"
        "romp/lanes.cuh"
        "romp/league_scans.cuh"
        "romp/locks.cuh"
        "romp/nests.cuh"
        "romp/ordered.cuh"
        "romp/printf.cuh"
        "romp/ranges.cuh"
        "romp/reductions.cuh"
        "romp/routines.cuh"
        "romp/run_schedule.cuh"
        "romp/scans.cuh"
        "romp/schedules.cuh"
        "romp/state.cuh"
        "romp/task_dependences.cuh"
        "romp/task_groups.cuh"
        "romp/task_pool.cuh"
        "romp/task_queue.cuh"
        "romp/taskloops.cuh"
        "romp/tasks.cuh"
        "romp/team_memory.cuh"
        "romp/team_slices.cuh"
        "romp/teams.cuh"
        "romp/thread_arrays.cuh"
        "romp/volatile.cuh"
        "romp/wide_atomics.cuh"
        "romp/wishes.cuh"
        "romp/work_queues.cuh"
        "romp/worksharing.cuh"
    };
    HEADERS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::image::ABI;
    use crate::plan::decisions::launch::MASTER;

    #[test]
    fn the_library_is_an_archive() {
        assert!(runtime_library().starts_with(b"!<arch>\n"));
    }

    #[test]
    fn no_header_is_forgotten() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-cuda/include");
        let mut found: Vec<String> = ["", "romp"]
            .iter()
            .flat_map(|sub| {
                std::fs::read_dir(format!("{folder}/{sub}"))
                    .unwrap()
                    .map(move |e| (sub, e.unwrap()))
            })
            .filter(|(_, entry)| entry.file_type().unwrap().is_file())
            .map(|(sub, entry)| {
                let name = entry.file_name().into_string().unwrap();
                if sub.is_empty() {
                    name
                } else {
                    format!("{sub}/{name}")
                }
            })
            .collect();
        found.sort();
        assert_eq!(
            found,
            headers()
                .iter()
                .map(|(name, _)| name.to_string())
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn headers_have_the_translators_numbers() {
        let text = |wanted: &str| {
            let mut all = headers().iter();
            let found = all.find(|(name, _)| *name == wanted);
            found.expect("it is a header").1
        };
        let constants = text("romp.h");
        for (name, number) in [("ROMP_ABI", ABI), ("ROMP_MASTER", MASTER)] {
            let line = format!("#define {name} {number}\n");
            assert!(constants.contains(&line), "{line}");
        }
        let workers = format!("workers() {{ return threads() - {MASTER}; }}");
        assert!(text("romp/fork.cuh").contains(&workers), "{workers}");
    }
}
