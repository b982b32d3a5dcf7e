//! The command line: one file a command. Only this module and `diag` print.
//!
//! Exit codes: 0 done, 1 the input is refused, 2 usage, 3 a tool is missing or failed, 70 a fault of
//! the translator. `run` gives the program's own.

mod bench;
mod cache;
mod cc;
mod check;
mod completions;
mod diff;
mod doctor;
mod explain;
mod install;
mod kept;
mod lsp;
mod man;
mod reading;
mod report;
mod review;
mod run;
mod status_line;
mod terminal;
mod toolchain;
mod translate;
mod version;
mod warning_flags;

use crate::driver::config;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use std::process::ExitCode;
use terminal::Terminal;

/// The input is refused.
const REFUSED: i32 = 1;
const USAGE: i32 = 2;
const TOOL: i32 = 3;
/// A fault of the translator.
const INTERNAL: i32 = 70;

#[derive(Parser)]
#[command(
    name = "romp2cuda",
    version,
    about = "Translates C with OpenMP target constructs to readable CUDA C",
    after_help = "Exit codes: 0 done, 1 input refused, 2 usage, 3 tool missing or failed, 70 internal error."
)]
struct Arguments {
    /// Colour in messages and differences
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    /// How messages are written: for people, or for programs
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    /// Messages: one object a line; `report`, `bench`, `diff` and `review`: one document
    Json,
    /// Lines as gcc prints them, which editors match
    Gcc,
    /// Commands of GitHub's workflows, shown at the lines of a pull request
    Github,
    /// One SARIF 2.1.0 document
    Sarif,
    /// For `report`, `bench` and `diff`
    Html,
}

impl Format {
    /// The name that stands behind `--format=`.
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no format is hidden");
        value.get_name().to_owned()
    }

    /// By the name that stands behind `--format=` in a gcc command line.
    fn of_name(name: &str) -> Result<Format, String> {
        let known = Format::from_str(name, false).ok();
        let known = known.filter(|format| *format != Format::Html);
        known.ok_or_else(|| format!("--format={name}: expected text, json, gcc, github or sarif"))
    }
}

#[derive(Subcommand)]
enum Command {
    /// Write host C, CUDA C and a Makefile to a folder
    Translate(translate::Arguments),
    /// Say what is wrong with files, and mend it with --fix
    Check(check::Arguments),
    /// Compile and link as gcc does, with device code: takes a gcc command line
    #[command(after_help = cc::HELP)]
    Cc(Words),
    /// Translate, build in a cache and run
    #[command(after_help = run::HELP, override_usage = "romp2cuda run <FILES> [FLAGS] [-- <PROGRAM ARGUMENTS>]")]
    Run(Words),
    /// Show what each region became, what the translation changes, or what changed since an earlier one
    /// (--format text|json|html|github)
    Diff(diff::Arguments),
    /// What was decided for each kernel: mode, variables, shared memory, occupancy (--format text|json|html)
    Report(report::Arguments),
    /// Accept or reject what changes in generated code that a repository keeps, and see why it changes
    #[command(after_help = review::HELP_BEHIND, mut_args(review::without_need_of_files))]
    Review(review::Arguments),
    /// Build, run and compare programs: this translator's, CUDA by hand, other compilers (--format text|json|html)
    #[command(after_help = bench::HELP)]
    Bench(bench::Arguments),
    /// Serve an editor: diagnostics as one types, decisions under the cursor, kernels (docs/editors.md)
    Lsp,
    /// Explain a code such as R2001
    Explain(explain::Arguments),
    /// Check what the translator needs, one line each
    Doctor,
    /// Install the programs, the runtime's library, packages for CMake and pkg-config, manual pages and completions
    Install(install::Arguments),
    /// Show or clean the folder that keeps what was compiled
    Cache(cache::Arguments),
    /// Print a manual page
    Man(man::Arguments),
    /// Install a CUDA compiler for the translator
    Toolchain(toolchain::Arguments),
    /// Print shell completions: romp2cuda completions bash > ~/.local/share/bash-completion/completions/romp2cuda
    Completions(completions::Arguments),
}

/// A command line in another compiler's language.
#[derive(clap::Args)]
struct Words {
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORDS"
    )]
    words: Vec<String>,
}

/// Entry point of the `romp2cuda` binary.
pub fn main() -> ExitCode {
    guarded(|| match words() {
        Ok(words) => romp2cuda(words),
        Err(code) => code,
    })
}

/// The words of the command line, the program's name first.
fn words() -> Result<Vec<String>, i32> {
    let words: Result<Vec<String>, _> =
        std::env::args_os().map(|word| word.into_string()).collect();
    words.map_err(|word| {
        eprintln!("romp2cuda: the argument {word:?} is no UTF-8");
        USAGE
    })
}

fn romp2cuda(words: Vec<String>) -> i32 {
    if words.get(1).is_some_and(|word| word == "--version") {
        terminal::print(&format!("romp2cuda {}\n", version::long()));
        return 0;
    }
    // What stands behind `cc` and `run` is another compiler's language: clap must not see it.
    let command = command_position(&words);
    let foreign = command.filter(|&at| {
        let asks_help = matches!(words.get(at + 1).map(String::as_str), Some("--help" | "-h"));
        matches!(words[at].as_str(), "cc" | "run") && !asks_help
    });
    let (ours, theirs) = words.split_at(foreign.map_or(words.len(), |at| at + 1));
    let ours = match command.filter(|_| foreign.is_none()) {
        None => ours.to_vec(),
        Some(at) => match configured(ours, at) {
            Ok(words) => words,
            Err(text) => {
                eprintln!("romp2cuda: {text}");
                return USAGE;
            }
        },
    };
    let arguments = match Arguments::try_parse_from(ours) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors and go to standard output.
            let _ = error.print();
            return error.exit_code();
        }
    };
    if let Some(message) = unsuitable(arguments.format, &arguments.command) {
        eprintln!("romp2cuda: {message}");
        return USAGE;
    }
    let terminal = Terminal::new(arguments.color, arguments.format);
    let code = match arguments.command {
        Command::Translate(arguments) => translate::run(&arguments, &terminal),
        Command::Check(arguments) => check::run(&arguments, &terminal),
        Command::Cc(_) => cc::run(theirs.to_vec(), &terminal),
        Command::Run(_) => run::run(theirs.to_vec(), &terminal),
        Command::Diff(arguments) => diff::run(&arguments, &terminal),
        Command::Report(arguments) => report::run(&arguments, &terminal),
        Command::Review(arguments) => review::run(arguments, &terminal),
        Command::Bench(arguments) => bench::run(&arguments, &terminal),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Lsp => lsp::run(&terminal),
        Command::Doctor => doctor::run(&terminal),
        Command::Install(arguments) => install::run(&arguments, &terminal),
        Command::Cache(arguments) => cache::run(&arguments, &terminal),
        Command::Man(arguments) => man::run(&arguments, &terminal),
        Command::Toolchain(arguments) => toolchain::run(&arguments, &terminal),
        Command::Completions(arguments) => completions::run(&arguments),
    };
    terminal.close();
    code
}

/// The words of a command that translates, which stands at `at`, with those of the project's file.
fn configured(words: &[String], at: usize) -> Result<Vec<String>, String> {
    let (front, behind) = words.split_at(at + 1);
    let command = Arguments::command();
    let Some(command) = command.find_subcommand(&words[at]) else {
        return Ok(words.to_vec());
    };
    let knows = |name: &str| {
        command
            .get_arguments()
            .any(|it| it.get_long() == Some(name))
    };
    if !knows("line-directives") || knows("no-config") {
        return Ok(words.to_vec()); // it does not translate, or reads the file itself
    }
    let (behind, _) = config::complete(behind.to_vec(), &knows)?;
    Ok([front.to_vec(), behind].concat())
}

impl Command {
    /// The command's name with what decides on the forms of what it prints, and these forms; nothing where all that has
    /// a form are messages about sources.
    fn forms(&self) -> Option<(&'static str, &'static [Format])> {
        use Format::{Github, Html, Json, Text};
        Some(match self {
            Command::Diff(_) => ("diff", &[Text, Json, Html, Github]),
            Command::Review(arguments) if arguments.checks() => {
                ("review --check", &[Text, Json, Github])
            }
            Command::Report(arguments) if arguments.counts() => ("report --effort", &[Text, Json]),
            Command::Bench(arguments) if arguments.sanitizes() => {
                ("bench --sanitize", &[Text, Json])
            }
            Command::Bench(_) => ("bench", &[Text, Json, Html]),
            _ => return None,
        })
    }
}

/// Why a command has nothing in a format. What a command prints in a format that passes here is text where the command
/// knows no better: a report beside messages as gcc prints them.
fn unsuitable(format: Format, command: &Command) -> Option<String> {
    let Some((name, forms)) = command.forms() else {
        let has_page = matches!(command, Command::Report(_));
        let no_page = || "--format=html is for `report`, `bench` and `diff`".to_owned();
        return (format == Format::Html && !has_page).then(no_page);
    };
    let names: Vec<String> = forms.iter().map(|form| form.name()).collect();
    let (last, others) = names.split_last()?;
    let known = || {
        format!(
            "`{name}` has the forms --format={} and {last}",
            others.join(", ")
        )
    };
    (!forms.contains(&format)).then(known)
}

/// Where the command's name stands, behind the options for all commands.
fn command_position(words: &[String]) -> Option<usize> {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        match word.as_str() {
            "--color" | "--format" => at += 2,
            word if word.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
    None
}

/// Runs a command; a panic becomes a message that asks for a report.
fn guarded(command: impl FnOnce() -> i32) -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(|place| format!(" at {}:{}", place.file(), place.line()));
        let message = panic.payload_as_str().unwrap_or("no message");
        eprintln!(
            "romp2cuda: internal error{}: {message}",
            place.unwrap_or_default()
        );
    }));
    let code = std::panic::catch_unwind(std::panic::AssertUnwindSafe(command)).unwrap_or_else(|_| {
        eprintln!("romp2cuda: this is a fault of the translator, not of your program: please report it with the input");
        INTERNAL
    });
    ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn commands_refuse_formats_that_they_do_not_have() {
        let says = |text: &str| {
            let words = std::iter::once("romp2cuda").chain(text.split(' '));
            let arguments = Arguments::try_parse_from(words).unwrap_or_else(|e| panic!("{e}"));
            unsuitable(arguments.format, &arguments.command)
        };
        for accepted in [
            "--format=html bench",
            "--format=json bench --sanitize",
            "--format=github diff a.c",
            "--format=sarif review a.c",
            "--format=github review --check a.c",
            "--format=gcc report a.c",
            "--format=html report a.c",
            "--format=json report --effort a.c",
            "--format=sarif check a.c",
        ] {
            assert_eq!(says(accepted), None, "{accepted}");
        }
        for (refused, forms) in [
            ("--format=github bench", "text, json and html"),
            ("--format=sarif bench --show=a.json", "text, json and html"),
            ("--format=html bench --sanitize", "text and json"),
            ("--format=gcc diff a.c", "text, json, html and github"),
            ("--format=html review --check a.c", "text, json and github"),
            ("--format=gcc report --effort a", "text and json"),
        ] {
            let message = says(refused).unwrap_or_else(|| panic!("{refused}"));
            assert!(message.ends_with(&format!("--format={forms}")), "{message}");
        }
        let message = says("--format=html check a.c").unwrap();
        assert_eq!(message, "--format=html is for `report`, `bench` and `diff`");
    }

    #[test]
    fn the_command_stands_behind_global_options() {
        let at =
            |text: &str| command_position(&text.split(' ').map(String::from).collect::<Vec<_>>());
        assert_eq!(at("romp2cuda cc -c a.c"), Some(1));
        assert_eq!(at("romp2cuda --color never --format=json run a.c"), Some(4));
        assert_eq!(at("romp2cuda --help"), None);
    }
}
