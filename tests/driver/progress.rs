//! What `romp2cuda run` shows while it builds: a line of the terminal that goes, and nothing elsewhere.

use crate::project::Project;

/// Gives its arguments, a command, a terminal for standard output and error, and prints what is seen there.
const ON_A_TERMINAL: &str =
    "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

/// What `command` shows on a terminal, with a cache of its own; it must succeed.
fn on_a_terminal(project: &Project, variables: &str, command: &str) -> String {
    project.write("terminal.py", ON_A_TERMINAL);
    let line = format!("ROMP_CACHE=cache {variables} python3 terminal.py {command} < /dev/null");
    let finished = project.shell(&line);
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    String::from_utf8_lossy(&finished.stdout).into_owned()
}

/// The lines of a terminal once everything has been printed: what was removed is not among them.
fn remaining(seen: &str) -> Vec<&str> {
    seen.lines()
        .map(|line| {
            line.rsplit("\r\x1b[K")
                .next()
                .unwrap_or(line)
                .trim_end_matches('\r')
        })
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn steps_are_shown_on_a_terminal_and_removed() {
    let project = Project::new();
    project.write("plain.c", "int plain(void) { return 0; }\n");
    let seen = on_a_terminal(&project, "TERM=xterm", "$ROMP run a.c plain.c");
    for step in [
        "romp2cuda: translating a.c ...",
        "romp2cuda: compiling a.c for the host, the emulated device ...",
        "romp2cuda: compiling plain.c with ",
        "romp2cuda: linking ...",
    ] {
        assert!(seen.contains(step), "no {step:?} in {seen:?}");
    }
    let says = "romp2cuda: running on the emulated device (ROMP_DEVICE says so)";
    assert_eq!(remaining(&seen), [says, "device"]);
    let again = on_a_terminal(&project, "TERM=xterm", "$ROMP run a.c plain.c");
    assert!(!again.contains("..."), "nothing is built, and {again:?}");
}

/// A message of the build stands on a line of its own, and the step's line is gone.
#[test]
fn messages_take_the_place_of_the_step() {
    let project = Project::new();
    project.write(
        "a.c",
        "int main(void)\n{\n    #pragma omp target mapp(x)\n    ;\n}\n",
    );
    project.write("terminal.py", ON_A_TERMINAL);
    let finished =
        project.shell("ROMP_CACHE=cache TERM=xterm python3 terminal.py $ROMP run a.c < /dev/null");
    let seen = String::from_utf8_lossy(&finished.stdout);
    assert_ne!(finished.code, Some(0), "{seen}");
    let lines = remaining(&seen);
    assert!(lines.iter().any(|line| line.contains("mapp")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.ends_with("...")), "{lines:?}");
}

#[test]
fn only_a_terminal_that_can_remove_text_shows_steps() {
    let project = Project::new();
    let dumb = on_a_terminal(&project, "TERM=dumb", "$ROMP run a.c");
    assert!(!dumb.contains("translating"), "{dumb:?}");
    let project = Project::new();
    let verbose = on_a_terminal(&project, "TERM=xterm", "$ROMP run -v a.c");
    assert!(!verbose.contains("translating"), "{verbose:?}");
    let project = Project::new();
    let json = on_a_terminal(&project, "TERM=xterm", "$ROMP --format=json run a.c");
    assert!(!json.contains("translating"), "{json:?}");
    let project = Project::new();
    let piped = project.shell("ROMP_CACHE=cache TERM=xterm $ROMP run a.c 2>&1 | cat");
    let piped = String::from_utf8_lossy(&piped.stdout).into_owned();
    assert!(
        piped.contains("device") && !piped.contains("translating"),
        "{piped:?}"
    );
}
