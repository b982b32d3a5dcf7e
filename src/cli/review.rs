//! `romp2cuda review`: generated code that a repository keeps, accepted or rejected change by change.

mod known;
mod state;
mod write;

use super::reading::{self, Input};
use super::terminal::{Terminal, print};
use super::{Format, REFUSED};
use crate::driver::layout::{self, Layout};
use crate::driver::offload::Targets;
use crate::driver::unit::Unit;
use crate::driver::{Failure, Reporter, Result, accepted};
use crate::review::changes::{self, Change, Changes};
use crate::review::session::{Decision, HELP, KEYS, Next, Session};
use crate::review::{Version, hand, lock, show};
use clap::Parser;
use serde::Serialize;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// The folder with the generated code; default: what romp2cuda.lock names, else out
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write nothing: exit code 1 where a change is not accepted (--format text|json|github)
    #[arg(long, conflicts_with_all = ["accept_all", "accept", "reject"])]
    check: bool,
    /// Accept all changes
    #[arg(long, conflicts_with = "accept")]
    accept_all: bool,
    /// Accept the changes of this kernel, function or file, and ask nothing
    #[arg(long, value_name = "NAME")]
    accept: Vec<String>,
    /// Reject the changes of this kernel, function or file, and ask nothing
    #[arg(long, value_name = "NAME")]
    reject: Vec<String>,
}

impl Arguments {
    /// Whether the changes are told and nothing is written.
    pub(super) fn checks(&self) -> bool {
        self.check
    }
}

pub(super) const HELP_BEHIND: &str = "Without FILES those of romp2cuda.lock are reviewed, with its options and flags.\n\
    Keys: a accept, r reject, s skip, e edit, d details, A accept all that follow, b back, q quit. Keys may come by a pipe.\n\
    Exit codes: 0 everything is accepted, 1 changes are pending or conflicts are to be resolved.";

/// The lock may name the files.
pub(super) fn without_need_of_files(argument: clap::Arg) -> clap::Arg {
    match argument.get_id() == "files" {
        true => argument.required(false),
        false => argument,
    }
}

pub(super) fn run(arguments: Arguments, terminal: &Terminal) -> i32 {
    terminal.code(review(arguments, terminal))
}

/// A folder under review: what was accepted, and what is generated now.
pub(super) struct Review {
    pub dir: PathBuf,
    /// The lock's file, what it has, and the folder's name in it.
    pub lock_file: PathBuf,
    pub lock: lock::Lock,
    pub name: String,
    pub units: Vec<Unit>,
    pub plan: Plan,
    pub layout: Layout,
    pub old: Version,
    pub new: Version,
    /// Texts as they were accepted, with the marks of merges.
    pub base: accepted::Texts,
    /// Support files as they were accepted.
    pub support: accepted::Texts,
}

/// What a layout is planned with.
pub(super) struct Plan {
    pub words: Vec<String>,
    pub include: PathBuf,
    pub archs: Vec<String>,
    pub clang: bool,
}

impl Plan {
    pub fn layout(&self, units: &[Unit]) -> Result<Layout> {
        layout::plan(units, &self.words, &self.include, &self.archs, self.clang)
    }
}

/// What `--check` and `--format json` say.
#[derive(Serialize)]
struct Found<'a> {
    version: u32,
    output: String,
    /// Pending changes.
    changes: Vec<&'a Change>,
    /// Files with edits of the user's.
    edited: Vec<String>,
    /// What else is wrong: conflicts, files that are missing.
    problems: Vec<String>,
}

fn review(arguments: Arguments, terminal: &Terminal) -> Result<i32> {
    let (mut review, arguments) = opened(arguments, terminal)?;
    let changes = changes::of(&review.old, &review.new);
    if arguments.check {
        return check(&review, &changes, terminal);
    }
    review.refuse_conflicts()?;
    if !arguments.accept_all {
        review.refuse_missing()?;
    }
    let mut session = Session::new(&changes.all);
    if arguments.accept_all {
        session.key('A');
    } else if !arguments.accept.is_empty() || !arguments.reject.is_empty() {
        by_name(&arguments, &changes, &mut session)?;
    } else {
        ask(&changes, &mut session, terminal);
    }
    let mut written = write::write(&mut review, &changes, &session, terminal)?;
    if written.conflicts == 0 && !written.nothing {
        // Whatever happened to the sides of a merge, nothing is called accepted while marks are in the folder.
        let left = review.conflicts(false)?;
        written.conflicts = left.len();
        written.lines.extend(left);
    }
    tell(&changes, &session, &written);
    for &change in &session.edits {
        write::edit(&review, &changes.all[change])?;
    }
    let decided = |change: usize| session.decision(change);
    let pending = (0..changes.all.len()).any(|change| decided(change) != Decision::Accept);
    Ok(if pending || written.conflicts > 0 {
        REFUSED
    } else {
        0
    })
}

/// Words of the command line, as the lock keeps them.
#[derive(Parser)]
struct Stored {
    #[command(flatten)]
    input: Input,
}

/// Translates the program, and reads what was accepted of it.
fn opened(mut arguments: Arguments, terminal: &Terminal) -> Result<(Review, Arguments)> {
    if arguments.input.files.is_empty() {
        stored(&mut arguments)?;
    }
    let dir = arguments
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from("out"));
    let (folder, name) = accepted::beside(&dir)?;
    let lock_file = folder.join(lock::NAME);
    let lock = match accepted::read(&lock_file)? {
        Some(text) => read_lock(&text, &lock_file, terminal)?,
        None => lock::Lock::default(),
    };
    arguments.input.check_written_by_hand()?;
    layout::check_output(&dir)?;
    let translated = reading::translate(&arguments.input, terminal)?;
    reading::check_names(&translated.units)?;
    let plan = Plan {
        archs: Targets::written(&arguments.input.offload_arch)?.words(),
        words: translated.words,
        include: translated.include,
        clang: translated.clang,
    };
    let units = translated.units;
    let layout = plan.layout(&units)?;
    let new = known::version(&units, &layout, &arguments.input, &folder)?;
    let (base, support) = accepted::texts(&dir, &mut new.texts.keys())?;
    let old = Version {
        texts: base
            .iter()
            .map(|(path, text)| (path.clone(), hand::ours(text)))
            .collect(),
        known: lock.output.get(&name).cloned().unwrap_or_default(),
        ..Version::default()
    };
    let review = Review {
        dir,
        lock_file,
        lock,
        name,
        units,
        plan,
        layout,
        old,
        new,
        base,
        support,
    };
    Ok((review, arguments))
}

fn read_lock(text: &str, file: &Path, terminal: &Terminal) -> Result<lock::Lock> {
    match lock::Lock::read(text) {
        Ok(read) => {
            if read.conflicts > 0 {
                let file = file.file_name().unwrap_or_default().to_string_lossy();
                terminal.say(&format!(
                    "{file} has the marks of a merge conflict: both sides are read, and the next review writes it anew"
                ));
            }
            Ok(read.lock)
        }
        Err(error) => Err(Failure::file(file, "read", error)),
    }
}

/// Takes files, options and flags from the lock, and goes where it lies.
fn stored(arguments: &mut Arguments) -> Result<()> {
    let given = arguments.input.options();
    if !given.is_empty() || !arguments.input.flags.is_empty() {
        let message = "options and flags are kept in romp2cuda.lock with the files: to change them, give the files, too";
        return Err(Failure::Usage(message.into()));
    }
    let (folder, wanted) = match &arguments.output {
        Some(dir) => {
            let (folder, name) = accepted::beside(dir)?;
            (folder, Some(name))
        }
        None => (PathBuf::from("."), None),
    };
    let file = folder.join(lock::NAME);
    let Some(text) = accepted::read(&file)? else {
        let message = format!(
            "there is no {} here: name the C files, as for translate, and it is written",
            lock::NAME
        );
        return Err(Failure::Usage(message));
    };
    let read = lock::Lock::read(&text).map_err(|error| Failure::file(&file, "read", error))?;
    let names: Vec<&String> = read.lock.output.keys().collect();
    let name = match (wanted, names.as_slice()) {
        (Some(name), _) => name,
        (None, [one]) => one.to_string(),
        (None, _) => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            let message = format!(
                "{} has several folders: name one with -o: {}",
                lock::NAME,
                names.join(", ")
            );
            return Err(Failure::Usage(message));
        }
    };
    let Some(output) = read.lock.output.get(&name) else {
        let message = format!(
            "{} knows nothing of {name}: name the C files, too",
            lock::NAME
        );
        return Err(Failure::Usage(message));
    };
    let words = std::iter::once("review")
        .chain(output.options.iter().map(String::as_str))
        .chain(output.files.iter().map(String::as_str))
        .chain(["--"])
        .chain(output.flags.iter().map(String::as_str));
    let stored = Stored::try_parse_from(words)
        .map_err(|error| Failure::file(&file, "use", error.render()))?;
    let given = std::mem::replace(&mut arguments.input, stored.input);
    arguments.input.take_messages(given);
    // The paths in it begin where it lies.
    std::env::set_current_dir(&folder).map_err(|error| Failure::file(&folder, "use", error))?;
    arguments.output = Some(PathBuf::from(name));
    Ok(())
}

impl Review {
    /// A file of the folder as it is now; none where there is none.
    pub fn held(&self, path: &Path) -> Result<Option<String>> {
        accepted::file(&self.dir.join(path))
    }
}

/// Decides the changes that have these names.
fn by_name(arguments: &Arguments, changes: &Changes, session: &mut Session) -> Result<()> {
    let decisions = [
        (&arguments.accept, Decision::Accept),
        (&arguments.reject, Decision::Reject),
    ];
    for (names, decision) in decisions {
        for name in names {
            let mut any = false;
            for (at, change) in changes.all.iter().enumerate() {
                if change.asks && change.is_called(name) {
                    session.set(at, decision);
                    any = true;
                }
            }
            if !any {
                let titles: Vec<&str> = changes::titles(&changes.all).into_iter().collect();
                let pending = match titles.is_empty() {
                    true => "nothing is pending".to_owned(),
                    false => format!("pending: {}", titles.join(", ")),
                };
                return Err(Failure::Usage(format!(
                    "no change is called {name}; {pending}"
                )));
            }
        }
    }
    Ok(())
}

/// Asks about each change, by the keyboard or by what a pipe holds.
fn ask(changes: &Changes, session: &mut Session, terminal: &Terminal) {
    let colour = terminal.colour_on_stdout();
    let keyboard = std::io::stdin().is_terminal();
    let mut details = false;
    let mut shown = None;
    while let Some((place, of, at)) = session.current() {
        if shown != Some((at, details)) {
            print(&show::change(&changes.all[at], place, of, details, colour));
            print(&format!("{KEYS}\n"));
            shown = Some((at, details));
        }
        let Some(key) = key(keyboard) else {
            session.key('q');
            print("\n");
            return;
        };
        print(&format!("> {key}\n"));
        details = false;
        match session.key(key) {
            Next::Change => shown = None,
            Next::Details => details = true,
            Next::Help => print(HELP),
            Next::End => return,
        }
    }
}

/// The next key; none at the end of the input.
fn key(keyboard: bool) -> Option<char> {
    if keyboard {
        return console::Term::stdout().read_char().ok();
    }
    let mut byte = [0];
    loop {
        match std::io::stdin().lock().read(&mut byte) {
            Ok(1) if byte[0].is_ascii_whitespace() => {}
            Ok(1) => return Some(char::from(byte[0])),
            _ => return None,
        }
    }
}

fn check(review: &Review, changes: &Changes, terminal: &Terminal) -> Result<i32> {
    let state::State { edited, problems } = review.state()?;
    let pending: Vec<&Change> = changes.all.iter().collect();
    let failed = !pending.is_empty() || !problems.is_empty();
    match terminal.format {
        Format::Json => {
            let found = Found {
                version: 1,
                output: review.dir.display().to_string(),
                changes: pending,
                edited,
                problems,
            };
            let text = serde_json::to_string_pretty(&found).expect("plain data");
            print(&(text + "\n"));
        }
        Format::Github => {
            for change in pending {
                print(&show::annotation(change));
            }
            for problem in problems {
                print(&format!(
                    "::error title=generated code::{}\n",
                    show::escaped(&problem)
                ));
            }
        }
        Format::Text | Format::Html | Format::Gcc | Format::Sarif => {
            print(&show::list(&pending));
            problems
                .iter()
                .for_each(|problem| print(&format!("{problem}\n")));
            edited
                .iter()
                .for_each(|file| print(&format!("edited by hand: {file}\n")));
            print(match failed {
                true => "not everything is accepted: romp2cuda review shows the changes\n",
                false => "everything is accepted\n",
            });
        }
    }
    Ok(if failed { REFUSED } else { 0 })
}

/// One line for each thing that happened.
fn tell(changes: &Changes, session: &Session, written: &write::Written) {
    let of = |decision: Decision| {
        let all = (0..changes.all.len()).filter(|&at| changes.all[at].asks);
        all.filter(|&at| session.decision(at) == decision).count()
    };
    let counted = [
        (Decision::Accept, "accepted"),
        (Decision::Reject, "rejected"),
        (Decision::Skip, "skipped"),
    ];
    let counted = counted.map(|(decision, word)| (of(decision), word));
    let mut words: Vec<String> = counted
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let host = changes.all.iter().enumerate();
    let host =
        host.filter(|(at, change)| !change.asks && session.decision(*at) == Decision::Accept);
    let host: Vec<&str> = host.map(|(_, change)| change.title.as_str()).collect();
    for (was, is) in &changes.renamed {
        print(&format!("{was} is called {is} now\n"));
    }
    if !host.is_empty() && !written.nothing {
        print(&format!(
            "host code as in its source: {}\n",
            host.join(", ")
        ));
    }
    if changes.noise && changes.all.is_empty() {
        print("places and comments are up to date\n");
    }
    written
        .lines
        .iter()
        .for_each(|line| print(&format!("{line}\n")));
    if written.conflicts > 0 {
        words.push(match written.conflicts {
            1 => "1 conflict is to be resolved".to_owned(),
            many => format!("{many} conflicts are to be resolved"),
        });
    }
    print(&match words.is_empty() {
        true => "nothing to review\n".to_owned(),
        false => format!("{}\n", words.join(", ")),
    });
}
