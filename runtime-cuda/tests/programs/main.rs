//! Translated programs, written by hand: host C, CUDA C, emulated image; built with gcc and g++, linked
//! with the static library, run, and compared with what they must print.
//!
//! Each program links its image twice, plain and instrumented, as `romp2cuda run` may.

mod build;
mod fake_driver;
mod headers;

use build::*;
use std::path::Path;
use std::process::Command;

#[test]
fn a_region_runs_on_the_emulated_device() {
    assert_eq!(emulated("saxpy", ""), ok("0 wrong\n"));
    assert_eq!(checked("saxpy", ""), ok("0 wrong\n"));
    assert_eq!(
        outcome("saxpy", "", &[EMULATED, ("ROMP_EMULATED_THREADS", "3")]),
        ok("0 wrong\n")
    );
}

#[test]
fn the_host_does_it_where_asked() {
    let host = ok("on the host\non the host\n0 wrong\n");
    assert_eq!(outcome("saxpy", "", &[("ROMP_DEVICE", "host")]), host);
    assert_eq!(
        outcome("saxpy", "", &[EMULATED, ("OMP_TARGET_OFFLOAD", "DISABLED")]),
        host
    );
}

#[test]
fn trace_tells_what_ran() {
    let (code, _, text) = outcome("saxpy", "", &[EMULATED, ("ROMP_TRACE", "1")]);
    assert_eq!(code, 0);
    assert!(
        text.contains("saxpy.c:17: saxpy_1 on emulated 0, 2 launches, 391 x 256 (teams x threads)"),
        "{text}"
    );
    assert!(
        text.contains("1600000 bytes to the device, 800000 back"),
        "{text}"
    );
    let file = folder().join("saxpy.json");
    outcome(
        "saxpy",
        "",
        &[EMULATED, ("ROMP_TRACE", file.to_str().unwrap())],
    );
    let text = std::fs::read_to_string(file).unwrap();
    assert!(
        text.contains(
            "\"place\": \"saxpy.c:17\", \"kernel\": \"saxpy_1\", \"device\": \"emulated 0\""
        ),
        "{text}"
    );
}

#[test]
fn a_team_has_barriers_and_exactly_its_threads() {
    let sums = ok("528 1617 2706 3795 4884\n");
    assert_eq!(emulated("team", "sums"), sums);
    assert_eq!(checked("team", "sums"), sums);
    let own = format!(
        "{} {} {}\n",
        15 + i32::from(b'z'),
        26 + i32::from(b'o'),
        37 + i32::from(b't')
    );
    assert_eq!(checked("team", "own"), ok(&own));
    assert_eq!(
        emulated("team", "print").1,
        "team 0 of 2, thread 0 of 2, level 1, device 0, initial 0\n\
         team 0 of 2, thread 1 of 2, level 1, device 0, initial 0\n\
         team 1 of 2, thread 0 of 2, level 1, device 0, initial 0\n\
         team 1 of 2, thread 1 of 2, level 1, device 0, initial 0\n"
    );
}

#[test]
fn a_deadlock_is_told_with_its_barriers() {
    assert_eq!(
        message(emulated("team", "deadlock")),
        "romp: team.c:19: error: kernel deadlock_2, team 0: threads of a team wait at different barriers, and none can go on\n  \
         note: threads 0, 4, 8, 12, 16, 20, 24, 28, ... finished\n  \
         note: threads 1-3, 5-7, 9 at the barrier of team.cu:22\n  \
         note: threads 10-11, 13-15, 17-19, 21-23, 25-27, 29-31 at the barrier of team.cu:24\n  \
         note: every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition\n"
    );
}

#[test]
fn a_master_and_its_workers_run_regions_of_any_size() {
    assert_eq!(emulated("fork", ""), ok("0 failures\n"));
    assert_eq!(checked("fork", ""), ok("0 failures\n"));
}

#[test]
fn barriers_that_never_fill_are_told_with_their_places() {
    assert_eq!(
        message(emulated("fork", "counts")),
        "romp: fork.c:117: error: kernel counts_6, team 0: threads wait at one barrier for different numbers of threads\n  \
         note: threads 0-31 at the barrier of fork.cu:243, of 64 threads\n  \
         note: thread 32 at the barrier of fork.cu:243, of 96 threads\n"
    );
    assert_eq!(
        message(emulated("fork", "missing")),
        "romp: fork.c:120: error: kernel missing_7, team 0: threads of a team wait at different barriers, and none can go on\n  \
         note: threads 0-6, 8-39 at the barrier of fork.cu:250, of 40 threads\n  \
         note: threads 7, 40-63 at the barrier of fork.cu:251\n  \
         note: every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition\n"
    );
    assert_eq!(
        message(emulated("fork", "nofinish")),
        "romp: fork.c:123: error: kernel nofinish_8, team 0: threads of a team wait at different barriers, and none can go on\n  \
         note: threads 0-2, 4-31 where a parallel region ends, fork.cu:261\n  \
         note: thread 3 where a parallel region begins, fork.cu:258\n  \
         note: thread 32 where a parallel region ends, fork.cu:268\n  \
         note: every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition\n"
    );
}

#[test]
fn team_memory_that_is_full_is_told() {
    assert_eq!(
        message(emulated("fork", "full")),
        "romp: fork.c:108: error: kernel arena_5, team 0, thread 32: the array `v`, which its team shares, needs 8000 \
         bytes, and of the team's 131072 bytes 3072 are left; ROMP_TEAM_ARENA=136000 would do for this one\n"
    );
    let more = outcome("fork", "full", &[EMULATED, ("ROMP_TEAM_ARENA", "1M")]);
    assert_eq!(more, ok(""));
}

#[test]
fn a_failed_assertion_names_the_kernel_and_keeps_the_output() {
    let outcome = emulated("team", "assert");
    assert_eq!(outcome.1, "before\n");
    assert_eq!(
        message(outcome),
        "romp: team.c:23: error: kernel assert_3, team 0, thread 7: assertion `romp::thread() < 7` failed\n  \
         note: team.cu:29, in assert_3\n"
    );
}

#[test]
fn a_fault_is_told_with_the_team() {
    // The compiler need not keep the thread's number in memory, where accesses are not checked.
    assert_eq!(
        message(emulated("team", "null")),
        "romp: team.c:44: error: kernel null_6, team 0: an access through a null pointer, at ADDRESS\n  \
         note: `romp2cuda run` checks every access, and so does a program that was built with --check=memory, or \
         with `make emulated CHECK=memory` in a folder of romp2cuda translate\n"
    );
    let text = message(emulated("team", "stack"));
    assert!(
        text.starts_with(
            "romp: team.c:48: error: kernel stack_7, team 0, thread 0: stack overflow: the thread's stack of "
        ),
        "{text}"
    );
}

#[test]
fn a_hang_ends_with_the_regions_line() {
    assert_eq!(
        message(outcome(
            "team",
            "hang",
            &[EMULATED, ("ROMP_TIMEOUT", "0.1")]
        )),
        "romp: team.c:29: error: kernel hang_5 on emulated 0, 1 teams of 2 threads: the time of ROMP_TIMEOUT is over\n"
    );
}

#[test]
fn the_trace_tells_what_the_host_ran() {
    let (code, _, stderr) = outcome("team", "hostregion", &[EMULATED, ("ROMP_TRACE", "1")]);
    assert_eq!(
        (code, stderr.as_str()),
        (
            0,
            "romp: what ran where\n  \
             team.c:43: print_4 on the host, 1 times: if(argc < 0) is false\n  \
             team.c:45: print_4 on the host, 1 times: device(1) is the host\n"
        )
    );
}

#[test]
fn wrong_shapes_and_devices_are_told() {
    assert_eq!(
        message(emulated("team", "shape")),
        "romp: team.c:33: error: num_teams(n) is 0: it must be positive\n"
    );
    assert_eq!(
        message(emulated("team", "parameters")),
        "romp: team.c:36: error: kernel sums_1 has 1 parameters, its construct gives 0\n"
    );
    assert_eq!(
        message(emulated("team", "device")),
        "romp: team.c:40: error: device(which) is number 7, but the devices are 0 to 0 (the host is 1 or -1)\n"
    );
    assert_eq!(
        emulated("team", "hostregion"),
        ok("host\nhost, by number\n")
    );
}

#[test]
fn data_environments_follow_the_counts() {
    assert_eq!(emulated("data", ""), ok("0 failures\n"));
    assert_eq!(checked("data", ""), ok("0 failures\n"));
}

#[test]
fn wrong_mappings_name_the_variable() {
    assert_eq!(
        message(emulated("data", "partial")),
        "romp: data.c:51: error: x[0:n]: only a part of it is mapped on device 0: 400 bytes from ADDRESS asked for, \
         40 bytes from ADDRESS is there\n  note: x[0:10] was mapped at data.c:50\n  \
         note: map the larger section first, or unmap the smaller one before\n"
    );
    let text = message(emulated("data", "present"));
    assert!(
        text.starts_with(
            "romp: data.c:52: error: never[0:50]: must be present, but 200 bytes from ADDRESS is not mapped on device 0\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("x[0:10] (40 bytes from ADDRESS, at data.c:50)"),
        "{text}"
    );
    assert_eq!(
        message(outcome(
            "data",
            "memory",
            &[EMULATED, ("ROMP_EMULATED_MEMORY", "1G")]
        )),
        "romp: data.c:59: error: big[0:1000000000]: device 0 has no memory left for its 4000000000 bytes\n"
    );
}

#[test]
fn checks_find_the_owner_of_a_wrong_address() {
    for (what, start, note) in [
        (
            "unmapped",
            "data.c:53: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "of the host's memory at never, which is not mapped",
        ),
        (
            "stack",
            "data.c:54: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "of the host's memory at p, which is not mapped",
        ),
        (
            "beyond",
            "data.c:55: error: kernel twice_6, team 0, thread 10: reads 4 bytes",
            "just past the end of x[0:10]",
        ),
        (
            "host",
            "data.c:56: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "byte 0 of it, mapped at data.c:50; the pointer holds the host's address",
        ),
        (
            "freed",
            "data.c:58: error: kernel twice_6, team 0, thread 0: reads 4 bytes",
            "reads 4 bytes of x[0:10] after it was unmapped",
        ),
    ] {
        let text = message(checked("data", what));
        assert!(
            text.contains(start) && text.contains(note),
            "{what}: {text}"
        );
    }
}

#[test]
fn a_program_without_an_image_for_a_gpu_runs_on_the_emulated_device() {
    for mode in [("OMP_TARGET_OFFLOAD", "MANDATORY"), ("ROMP_DEVICE", "")] {
        let (code, stdout, stderr) = outcome("saxpy", "", &[mode]);
        assert_eq!((code, stderr.as_str()), (0, ""), "{mode:?}");
        assert!(!stdout.contains("on the host"), "{mode:?}: {stdout}");
    }
    if Path::new("/dev/nvidiactl").exists() {
        return;
    }
    let text = message(outcome("saxpy", "", &[("ROMP_DEVICE", "cuda")]));
    assert!(text.starts_with("romp: error: no device: "), "{text}");
}

/// Ranges and schedules against plain loops.
#[test]
fn ranges_are_the_loops_they_stand_for() {
    let path = folder().join("ranges");
    let mut compile = Command::new("g++");
    compile
        .current_dir(here())
        .args(DEVICE_FLAGS)
        .arg("-I")
        .arg(include())
        .arg("ranges.cpp")
        .arg("-o")
        .arg(&path);
    run(compile.arg(library()).args(["-lpthread", "-ldl", "-lm"]));
    assert_eq!(
        String::from_utf8(run(&mut Command::new(path)).stdout).unwrap(),
        "0 failures\n"
    );
}
