//! Messages of a program on a standard error that it shares with others, as ranks of MPI do.

use crate::project::Project;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What each write of a program to standard error wrote.
fn writes(project: &Project, variables: &[(&str, &str)]) -> Vec<String> {
    let (ours, theirs) = UnixDatagram::pair().expect("a pair of sockets");
    let mut command = Command::new(project.path("a"));
    command
        .envs(variables.iter().copied())
        .stderr(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::null());
    // Nothing reads while the program runs: a socket keeps more than its few lines.
    let status = command.status().expect("the program starts");
    assert!(status.code().is_some(), "{status}");
    drop(command);
    ours.set_read_timeout(Some(Duration::from_millis(1)))
        .expect("a time limit");
    let mut buffer = [0; 1 << 16];
    let mut found = vec![];
    while let Ok(length @ 1..) = ours.recv(&mut buffer) {
        found.push(String::from_utf8_lossy(&buffer[..length]).into_owned());
    }
    found
}

/// Each message is written at once, with the ends of its lines.
#[test]
fn a_message_is_one_write() {
    let project = Project::new();
    project.built(&["a.c", "-o", "a"]);
    let emulated = ("ROMP_DEVICE", "emulated");
    for (variables, word) in [
        (vec![("ROMP_DEVICE", "nonsense")], "nonsense"),
        (vec![("ROMP_DEVICE", "cuda")], "no device"),
        (vec![("ROMP_TRACE", "1"), emulated], "what ran where"),
    ] {
        let found = writes(&project, &variables);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains(word) && found[0].ends_with('\n'),
            "{found:?}"
        );
    }
}
