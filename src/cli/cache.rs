//! `romp2cuda cache`: where the cache is, what it holds, and cleaning it.

use super::terminal::{Terminal, print};
use crate::driver::{Result, cache};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Print the cache's folder
    Path,
    /// Print the size of each of its parts
    Size,
    /// Remove everything but the CUDA compiler; what is needed is made again
    Clean {
        /// Remove the CUDA compiler of `romp2cuda toolchain install` as well
        #[arg(long)]
        all: bool,
    },
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    terminal.code(done(&arguments.command).map(|()| 0))
}

fn done(command: &Command) -> Result<()> {
    match command {
        Command::Path => print(&format!("{}\n", cache::root()?.display())),
        Command::Size => {
            for (name, bytes) in cache::sizes()? {
                print(&format!("{:>9}  {name}\n", size(bytes)));
            }
        }
        Command::Clean { all } => {
            let freed = cache::clean(*all)?;
            print(&format!(
                "{} freed in {}\n",
                size(freed),
                cache::root()?.display()
            ));
        }
    }
    Ok(())
}

fn size(bytes: u64) -> String {
    match bytes {
        0..=999_999 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
