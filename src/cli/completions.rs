//! `romp2cuda completions`: a script for the user's shell.

use clap::CommandFactory;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The shell
    shell: clap_complete::Shell,
}

pub(super) fn run(arguments: &Arguments) -> i32 {
    let mut script = vec![];
    let mut command = super::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "romp2cuda", &mut script);
    super::terminal::print(&String::from_utf8_lossy(&script));
    0
}
