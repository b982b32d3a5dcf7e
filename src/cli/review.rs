//! `romp2cuda review`: generated code that a repository keeps, accepted or rejected change by change.

mod against;
mod check;
mod deleted;
mod known;
mod locked;
mod state;
mod strangers;
mod write;

use super::reading::{self, Input, Translated};
use super::terminal::{Terminal, print};
use super::{Format, REFUSED};
use crate::driver::layout::{self, Layout};
use crate::driver::offload::Targets;
use crate::driver::process::{Mode, Runner};
use crate::driver::unmerged::{self, HalfDeleted};
use crate::driver::{Failure, Reporter, Result, accepted};
use crate::review::changes::{self, Changes};
use crate::review::edits::{self, Edit};
use crate::review::renames::Renames;
use crate::review::session::{Decision, HELP, KEYS, Next, Session};
use crate::review::twins::Twins;
use crate::review::{Version, hand, lock, show};
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
    /// Print each pending change with its code, ask nothing and write nothing: exit code 1 where there is one
    #[arg(long, conflicts_with_all = ["check", "accept_all", "accept", "reject", "against"])]
    show: bool,
    /// Show what was accepted since a git revision, or since an earlier copy of the folder, and why; write nothing
    #[arg(long, value_name = "DIR|REVISION", conflicts_with_all = ["check", "accept_all", "accept", "reject", "files"])]
    against: Option<String>,
    /// Accept all changes, but for those that --reject names
    #[arg(long, conflicts_with = "accept")]
    accept_all: bool,
    /// Accept the changes of this kernel, function or file, and ask nothing
    #[arg(long, value_name = "NAME")]
    accept: Vec<String>,
    /// Reject the changes of this kernel, function or file, and ask nothing
    #[arg(long, value_name = "NAME")]
    reject: Vec<String>,
    /// Take neither options nor flags from romp2cuda.lock: those of this command line, and no others
    #[arg(long, requires = "files")]
    forget: bool,
    /// Read no romp2cuda.toml
    #[arg(long)]
    no_config: bool,
}

impl Arguments {
    /// Whether the changes are told and nothing is written.
    pub(super) fn checks(&self) -> bool {
        self.check || self.against.is_some()
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
    pub translated: Translated,
    /// The devices, as words.
    pub archs: Vec<String>,
    pub layout: Layout,
    /// Under the paths that its files have now.
    pub old: Version,
    pub new: Version,
    /// Files that are called otherwise now.
    pub renames: Renames,
    /// Kernels that have one name, because git joined the texts of two branches.
    pub twins: Twins,
    /// Texts as they were accepted, with the marks of merges.
    pub base: accepted::Texts,
    /// Support files as they were accepted.
    pub support: accepted::Texts,
    /// Files that one side of a merge deleted.
    pub half_deleted: Vec<HalfDeleted>,
}

fn review(arguments: Arguments, terminal: &Terminal) -> Result<i32> {
    if let Some(word) = &arguments.against {
        return against::show(word, &arguments, terminal);
    }
    if terminal.format != Format::Text && !arguments.check {
        let message =
            "a review that asks, or writes, is in words: --format is for --check and --against";
        return Err(Failure::Usage(message.into()));
    }
    let (mut review, arguments) = opened(arguments, terminal)?;
    let changes = changes::of(&review.old, &review.new);
    for line in review.strangers()? {
        terminal.say(&line);
    }
    if arguments.check {
        return check::check(&review, &changes, terminal);
    }
    review.refuse_conflicts()?;
    if !arguments.accept_all {
        review.refuse_missing()?;
    }
    if arguments.show {
        return check::show_all(&review, &changes, terminal);
    }
    for line in review
        .renamed()
        .into_iter()
        .chain(review.other_flags(&changes))
        .chain(write::meetings(&review, &changes)?)
    {
        print(&format!("{line}\n"));
    }
    let mut session = Session::new(&changes.all);
    if arguments.accept_all {
        session.key('A');
        by_name(&arguments, &changes, &mut session)?;
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
    let stranded = review.stranded()?;
    written.conflicts += stranded.len();
    written.lines.extend(stranded);
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

/// Translates the program, and reads what was accepted of it.
fn opened(mut arguments: Arguments, terminal: &Terminal) -> Result<(Review, Arguments)> {
    let is_stored = arguments.input.files.is_empty();
    if is_stored {
        locked::stored(&mut arguments)?;
    }
    let dir = arguments
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from("out"));
    let (folder, name) = accepted::beside(&dir)?;
    let lock_file = folder.join(lock::NAME);
    let lock = locked::open(&lock_file, terminal)?;
    if arguments.input.flags.is_empty() && !arguments.forget {
        arguments.input.flags = locked::flags(&lock, &name, &folder);
    }
    if !is_stored && !arguments.forget {
        locked::keep_options(&mut arguments.input, &lock, &name, terminal)?;
    }
    arguments.input.check_written_by_hand()?;
    layout::check_output(&dir)?;
    let asked = arguments.input.clone();
    if !arguments.no_config {
        arguments.input = asked.with_project_file()?;
    }
    let translated = reading::translate(&arguments.input, terminal)?;
    reading::check_names(&translated.units)?;
    let archs = Targets::written(&arguments.input.offload_arch)?.words();
    let layout = translated.layout(&archs)?;
    let new = known::version(
        &translated.units,
        &layout,
        (&asked, &arguments.input),
        &folder,
    )?;
    let (mut base, support) = accepted::texts(&dir, &mut new.texts.keys())?;
    let twins = Twins::of(&base);
    for (path, text) in &mut base {
        *text = twins.apart(path, std::mem::take(text));
    }
    let mut old = Version {
        texts: base
            .iter()
            .map(|(path, text)| (path.clone(), hand::ours(text)))
            .collect(),
        known: lock.output.get(&name).cloned().unwrap_or_default(),
        ..Version::default()
    };
    let renames = Renames::of(&old, &new);
    renames.follow(&mut old, &new);
    let (base, support) = (renames.apply(base), renames.apply(support));
    let runner = Runner::new(terminal, Mode::verbose(arguments.input.verbose));
    let half_deleted = unmerged::half_deleted(&runner, &dir);
    let mut review = Review {
        dir,
        lock_file,
        lock,
        name,
        translated,
        archs,
        layout,
        old,
        new,
        renames,
        twins,
        base,
        support,
        half_deleted,
    };
    review.old.edits = review.edits()?;
    Ok((review, arguments))
}

impl Review {
    /// A file of the folder as it is now, perhaps under the name that it had, with the present names of files in it; none
    /// where there is none.
    pub fn held(&self, path: &Path) -> Result<Option<String>> {
        if let Some(before) = self.renames.before(path)
            && let Some(held) = accepted::file(&self.dir.join(&before))?
        {
            let held = self.twins.apart(&before, held);
            return Ok(Some(self.renames.in_text(held)));
        }
        let held = accepted::file(&self.dir.join(path))?;
        Ok(held.map(|text| self.renames.in_text(self.twins.apart(path, text))))
    }

    /// What the user edited in the files of the folder.
    fn edits(&self) -> Result<Vec<Edit>> {
        let mut all = vec![];
        for (path, text) in self.old.texts.iter().chain(&self.support) {
            if let Some(held) = self.held(path)? {
                let held = hand::with_lines_of(&hand::ours(&held), text);
                all.extend(edits::of(path, &hand::ours(text), &held));
            }
        }
        Ok(all)
    }

    /// What is said of flags of the C compiler that are not those of the lock, where they are no change of their own.
    pub fn other_flags(&self, changes: &Changes) -> Option<String> {
        let (was, is) = (&self.old.known, &self.new.known);
        let words = |flags: &[String]| match flags.is_empty() {
            true => "none".to_owned(),
            false => flags.join(" "),
        };
        let is_told = changes.all.iter().any(|it| !it.settings.is_empty());
        let other = !is_told && !was.unit.is_empty() && was.flags != is.flags;
        other.then(|| {
            format!(
                "compiler flags: {} -> {}",
                words(&was.flags),
                words(&is.flags)
            )
        })
    }

    /// What is said of files that are called otherwise now.
    pub fn renamed(&self) -> Vec<String> {
        let shown = |path: &Path| self.dir.join(path).display().to_string();
        let pairs = self.renames.pairs();
        pairs
            .map(|(was, is)| format!("{} is called {} now", shown(was), shown(is)))
            .collect()
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
            // What nobody is asked about is accepted with the rest.
            let follows = changes.all.iter().any(|it| !it.asks && it.is_called(name))
                || changes
                    .renamed
                    .iter()
                    .any(|(was, is)| was == name || is == name);
            match (any, follows, decision) {
                (true, ..) | (_, true, Decision::Accept) => {}
                (_, true, _) => {
                    return Err(Failure::Usage(format!(
                        "{name} follows its source, and is no change to reject"
                    )));
                }
                _ => return Err(Failure::Usage(not_called(name, changes))),
            }
        }
    }
    Ok(())
}

fn not_called(name: &str, changes: &Changes) -> String {
    let titles: Vec<&str> = changes::titles(&changes.all).into_iter().collect();
    let host = changes.all.iter().filter(|change| !change.asks);
    let host: Vec<&str> = host.map(|change| change.title.as_str()).collect();
    let pending = match (titles.is_empty(), host.is_empty()) {
        (false, _) => format!("pending: {}", titles.join(", ")),
        (true, false) => format!(
            "nothing is asked about: host code follows its source: {}",
            host.join(", ")
        ),
        (true, true) => "nothing is pending".to_owned(),
    };
    format!("no change is called {name}; {pending}")
}

/// Asks about each change, by the keyboard or by what a pipe holds.
fn ask(changes: &Changes, session: &mut Session, terminal: &Terminal) {
    let colour = terminal.colour_on_stdout();
    let keyboard = std::io::stdin().is_terminal();
    let mut details = false;
    let mut shown = None;
    while let Some((place, of, at)) = session.current() {
        if shown != Some((at, details)) {
            let detail = match details {
                true => show::Detail::All,
                false => show::Detail::Asked,
            };
            print(&show::change(&changes.all[at], (place, of), detail, colour));
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
    for (was, is) in changes.renamed.iter().filter(|_| !written.nothing) {
        print(&format!("{was} is called {is} now\n"));
    }
    if written.nothing && !changes.all.is_empty() {
        words.push("nothing is written".to_owned());
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
        true if !host.is_empty() && !written.nothing => {
            "nothing to ask about: what is written follows its source\n".to_owned()
        }
        true => "nothing to review\n".to_owned(),
        false => format!("{}\n", words.join(", ")),
    });
}
