//! `-Wno-NAME`, `-Werror=NAME` and their relatives, and `--Werror=NAME`: in the order of the command line, of which the
//! last one about a warning counts.

use crate::diag::{Levels, Warning};
use clap::{Arg, ArgAction, ArgMatches, Command, Error};

/// What such flags say together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WarningFlags(pub Levels);

const MAKE_ERROR: &str = "make_error";
const LEVELS: &str = "levels";

impl clap::Args for WarningFlags {
    fn augment_args(command: Command) -> Command {
        let make_error = Arg::new(MAKE_ERROR)
            .long("Werror")
            .value_name("WARNING")
            .help("Make a warning an error, such as `serialised` (docs/lints.md has them all)")
            .action(ArgAction::Append)
            .value_parser(|name: &str| level(&format!("error={name}")));
        let levels = Arg::new(LEVELS)
            .short('W')
            .value_name("no-WARNING")
            .help("Silence a warning: -Wno-serialised")
            .action(ArgAction::Append)
            .value_parser(level);
        command.arg(make_error).arg(levels)
    }

    fn augment_args_for_update(command: Command) -> Command {
        WarningFlags::augment_args(command)
    }
}

impl clap::FromArgMatches for WarningFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<WarningFlags, Error> {
        let mut found: Vec<(usize, Levels)> = vec![];
        for id in [MAKE_ERROR, LEVELS] {
            let places = matches.indices_of(id).into_iter().flatten();
            let values = matches.get_many(id).into_iter().flatten();
            found.extend(places.zip(values.copied()));
        }
        found.sort_by_key(|(place, _)| *place);
        let all = found.iter().map(|(_, levels)| *levels);
        Ok(WarningFlags(all.fold(Levels::default(), Levels::and)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = WarningFlags::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What stands behind `-W`.
fn level(word: &str) -> Result<Levels, String> {
    let mut levels = Levels::default();
    let name = word.trim_start_matches("no-").trim_start_matches("error=");
    match levels.flag(word) {
        true => Ok(levels),
        false => Err(name.parse::<Warning>().err().unwrap_or_default()),
    }
}
