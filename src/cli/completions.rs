//! `romp2cuda completions`: a script for the user's shell, of each of the three programs.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, CommandFactory, ValueHint};
use clap_complete::{Shell, generate};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
    /// The program
    #[arg(default_value = "romp2cuda", value_parser = PROGRAMS)]
    program: String,
}

const PROGRAMS: [&str; 3] = ["romp2cuda", "rompcc", "rompcxx"];

pub(super) fn run(arguments: &Arguments) -> i32 {
    super::terminal::print(&script(arguments.shell, &arguments.program));
    0
}

/// The scripts of all shells that look for them below `share/` of a prefix, by their names there.
pub(super) fn scripts() -> Vec<(String, String)> {
    let mut scripts = vec![];
    for program in PROGRAMS {
        for (shell, name) in [
            (
                Shell::Bash,
                format!("bash-completion/completions/{program}"),
            ),
            (
                Shell::Fish,
                format!("fish/vendor_completions.d/{program}.fish"),
            ),
            (Shell::Zsh, format!("zsh/site-functions/_{program}")),
        ] {
            scripts.push((name, script(shell, program)));
        }
    }
    scripts
}

fn script(shell: Shell, program: &str) -> String {
    let mut command = match program {
        "romp2cuda" => super::Arguments::command()
            .mut_subcommand("cc", compiler)
            .mut_subcommand("run", compiler),
        "rompcc" => compiler(Command::new("rompcc")).arg(words()),
        _ => compiler(Command::new("rompcxx")).arg(words()),
    };
    let mut script = vec![];
    generate(shell, &mut command, program, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

fn words() -> Arg {
    Arg::new("words")
        .num_args(0..)
        .value_hint(ValueHint::FilePath)
}

/// A command with the options that `cc` and `run` add to gcc's.
fn compiler(command: Command) -> Command {
    let option = |name: &'static str| Arg::new(name).long(name).action(ArgAction::Set);
    let valued = [
        ("check", &["none", "memory", "races", "all"][..]),
        ("sequential", &["auto", "guarded", "fork-join"]),
        ("simd", &["auto", "lanes", "serial"]),
        ("shared-budget", &["occupancy"]),
    ];
    let plain = [
        "nvcc",
        "host-cc",
        "host-cxx",
        "device-cxx",
        "instead-of",
        "Werror",
    ];
    let flags = [
        "link-flags",
        "print-prefix",
        "device-link",
        "no-merge-regions",
        "line-directives",
        "save-temps",
        "no-config",
    ];
    command
        .arg(option("offload-arch").value_parser(architectures()))
        .args(valued.map(|(name, values)| option(name).value_parser(values.to_vec())))
        .args(plain.map(|name| option(name).value_hint(ValueHint::CommandName)))
        .args(flags.map(|name| Arg::new(name).long(name).action(ArgAction::SetTrue)))
}

/// Takes any word; shells propose the usual ones.
pub(super) fn architectures() -> impl TypedValueParser<Value = String> {
    Architectures
}

const USUAL: [&str; 11] = [
    "native",
    "emulated",
    "compute_90",
    "sm_70",
    "sm_75",
    "sm_80",
    "sm_86",
    "sm_89",
    "sm_90",
    "sm_100",
    "sm_120",
];

#[derive(Clone)]
struct Architectures;

impl TypedValueParser for Architectures {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(USUAL.into_iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_completes_devices_in_every_shell() {
        for shell in [Shell::Bash, Shell::Fish, Shell::Zsh, Shell::Elvish] {
            for program in PROGRAMS {
                let script = script(shell, program);
                assert!(script.contains("offload-arch"), "{shell} {program}");
                // Elvish completes no values.
                assert!(
                    script.contains("sm_90") || shell == Shell::Elvish,
                    "{shell} {program}"
                );
            }
        }
    }
}
