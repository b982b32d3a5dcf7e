//! `romp2cuda man`: manual pages, made of the command line's own description.

use super::USAGE;
use super::terminal::{Terminal, print};
use crate::driver::Reporter;
use clap::CommandFactory;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A command; default: romp2cuda itself. Read it with `romp2cuda man cc | man -l -`
    command: Option<String>,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let name = match &arguments.command {
        Some(command) => format!("romp2cuda-{command}.1"),
        None => "romp2cuda.1".into(),
    };
    match pages().into_iter().find(|(page, _)| *page == name) {
        Some((_, text)) => {
            print(&String::from_utf8_lossy(&text));
            0
        }
        None => {
            terminal.say(&format!("romp2cuda: there is no {name}"));
            USAGE
        }
    }
}

/// The pages by their file names: one for the program, one a command, and the other names of `cc`.
pub(super) fn pages() -> Vec<(String, Vec<u8>)> {
    let mut command = super::Arguments::command();
    command.build();
    let mut pages = vec![page("romp2cuda", command.clone())];
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let name = format!("romp2cuda-{}", sub.get_name());
        pages.push(page(&name, sub.clone()));
    }
    for name in ["rompcc", "rompcxx"] {
        pages.push((format!("{name}.1"), b".so man1/romp2cuda-cc.1\n".to_vec()));
    }
    pages
}

fn page(name: &str, command: clap::Command) -> (String, Vec<u8>) {
    let mut text = vec![];
    let command = command.disable_help_subcommand(true);
    clap_mangen::Man::new(command)
        .render(&mut text)
        .expect("a vector takes all");
    (format!("{name}.1"), text)
}
