//! The project's own C files with random changes, through the whole translator: it may refuse, never fail.
//!
//! The translator runs in worker processes, so that a signal or an endless loop costs one mutant and names it.
//! Text of the compiler's headers stays as it is. No C compiler judges the mutants: what is no C must be
//! refused as well, and a panic there reaches users.

mod text;

use crate::support;
use crate::tape::{self, Tape};
use romp2cuda::source::Preprocessed;
use romp2cuda::translate::{self, Options};
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Milliseconds of processor time that an input may take.
const LIMIT: u64 = 5000;
/// Mutants of a worker process.
const BATCH: u64 = 2000;
const SHOWN: usize = 10;

/// A file of the corpus: what its headers became, and its own text.
struct Original {
    path: PathBuf,
    headers: String,
    own: String,
}

/// The C files of the project's tests and examples, preprocessed.
fn corpus() -> Vec<Original> {
    let root =
        std::env::var("ROMP_FUZZ_CORPUS").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").into());
    let mut files = vec![];
    for folder in [
        "tests/in",
        "tests/run",
        "tests/refuse",
        "tests/report",
        "tests/fail",
        "examples",
    ] {
        files.extend(support::files(&Path::new(&root).join(folder), "c"));
    }
    files.iter().filter_map(|path| preprocessed(path)).collect()
}

fn preprocessed(path: &Path) -> Option<Original> {
    let output = Command::new("gcc")
        .args(["-E", "-fopenmp", "-w", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run"))
        .arg(path)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    // The last time that the preprocessor comes back to the file itself, its headers are behind it.
    let name = format!("\"{}\"", path.display());
    let (mut own_from, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.starts_with("# ") && line.contains(&name) {
            own_from = at;
        }
    }
    let (headers, own) = text.split_at(own_from);
    (!own.trim().is_empty()).then(|| Original {
        path: path.to_path_buf(),
        headers: headers.into(),
        own: own.into(),
    })
}

/// Mutant and the file that it came from.
fn mutant(tape: &mut Tape, corpus: &[Original], own: &[String]) -> (String, PathBuf) {
    let at = tape.below(corpus.len());
    let original = &corpus[at];
    let changed = text::mutate(tape, &original.own, own);
    (
        format!("{}{changed}", original.headers),
        original.path.clone(),
    )
}

fn tape_of(seed: u64, number: u64) -> Tape {
    Tape::random(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number << 20))
}

/// The work of a worker process: translates mutants, prints which one is next, and ends itself at the limit.
pub fn work(seed: u64, first: u64, count: u64) {
    let corpus = corpus();
    let own: Vec<String> = corpus.iter().map(|o| o.own.clone()).collect();
    watch();
    // A panic ends the process: the parent process knows at which mutant.
    std::panic::set_hook(Box::new(|info| {
        eprintln!("{info}");
        std::process::abort();
    }));
    let mut out = std::io::stdout().lock();
    for number in first..first + count {
        let (text, path) = mutant(&mut tape_of(seed, number), &corpus, &own);
        let _ = writeln!(out, "at {number}").and_then(|()| out.flush());
        START.store(milliseconds(), Ordering::Relaxed);
        let accepted = translated(text, path);
        let _ = writeln!(out, "{}", if accepted { "accepted" } else { "refused" });
    }
    let _ = writeln!(out, "the end");
}

/// Translates one text; whether it was accepted.
fn translated(text: String, path: PathBuf) -> bool {
    let own = text.clone();
    let mut pre = Preprocessed::new(text, path.clone());
    pre.set_original(&path, own);
    translate::translate(&pre, Options::default()).is_ok()
}

/// When the mutant began that is being translated, in milliseconds of processor time.
static START: AtomicU64 = AtomicU64::new(0);

fn milliseconds() -> u64 {
    let time = support::processor_time(std::process::id());
    time.map_or(0, |time| time.as_millis() as u64)
}

fn watch() {
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(200));
            if milliseconds() > START.load(Ordering::Relaxed) + LIMIT {
                eprintln!("more than {LIMIT} ms of processor time");
                std::process::abort();
            }
        }
    });
}

/// The results of a campaign.
#[derive(Default)]
struct Tally {
    accepted: u64,
    refused: u64,
    failures: Vec<(u64, String)>,
}

pub fn run(seed: u64, number: u64, jobs: usize, patience: Duration) -> Result<String, String> {
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(BATCH, Ordering::Relaxed);
                    if first >= number {
                        return;
                    }
                    batch(seed, first, BATCH.min(number - first), &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("tally");
    let counts = format!("{} accepted, {} refused", tally.accepted, tally.refused);
    if tally.failures.is_empty() {
        return Ok(counts);
    }
    let mut report = format!(
        "{} of {number} mutants fail, seed {seed}; {counts}\n",
        tally.failures.len()
    );
    for (at, why) in tally.failures.iter().take(SHOWN) {
        report += &format!("\nmutant {at}: {}\n", crate::campaign::first_lines(why, 6));
        report += &reduced(seed, *at, patience);
    }
    Err(report)
}

/// Lets workers translate these mutants, one after the other where they fail.
fn batch(seed: u64, mut first: u64, mut count: u64, tally: &Mutex<Tally>) {
    while count > 0 {
        let (ended, accepted, refused, why) = worker(&[
            "--worker",
            &seed.to_string(),
            &first.to_string(),
            &count.to_string(),
        ]);
        let mut tally = tally.lock().expect("tally");
        tally.accepted += accepted;
        tally.refused += refused;
        let Some(at) = ended else { return };
        eprintln!("mutant {at}: {}", crate::campaign::first_lines(&why, 3));
        tally.failures.push((at, why));
        count -= at + 1 - first;
        first = at + 1;
    }
}

/// Runs a worker; the mutant that it did not survive, how many it accepted and refused, what it said.
fn worker(words: &[&str]) -> (Option<u64>, u64, u64, String) {
    let this = std::env::current_exe().expect("this program");
    let mut child = Command::new(this)
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a worker starts");
    let (mut at, mut accepted, mut refused, mut ended) = (0, 0, 0, false);
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        match line.as_deref() {
            Ok("accepted") => accepted += 1,
            Ok("refused") => refused += 1,
            Ok("the end") => ended = true,
            Ok(text) => at = text.trim_start_matches("at ").parse().unwrap_or(at),
            Err(_) => break,
        }
    }
    let output = child.wait_with_output().expect("a worker ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let failed = !(ended && output.status.success());
    (
        failed.then_some(at),
        accepted,
        refused,
        format!("{}: {said}", output.status),
    )
}

/// The smallest text found that fails.
fn reduced(seed: u64, number: u64, patience: Duration) -> String {
    let corpus = corpus();
    let own: Vec<String> = corpus.iter().map(|o| o.own.clone()).collect();
    let mut tape = tape_of(seed, number);
    mutant(&mut tape, &corpus, &own);
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("mutant.i");
    let fails = |text: &str| {
        std::fs::write(&file, text).expect("a mutant is written");
        worker(&["--one", &file.to_string_lossy()]).0.is_some()
    };
    let text_of = |tape: &[u32]| mutant(&mut Tape::replay(tape), &corpus, &own);
    let deadline = Instant::now() + patience;
    let (text, _) = text_of(tape.choices());
    // The mutant's lines are choices, too: what remains of them is kept.
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let kept: Vec<u32> = (1..=lines.len() as u32).collect();
    let join = |kept: &[u32]| -> String {
        kept.iter()
            .filter_map(|&line| lines.get((line as usize).wrapping_sub(1)).copied())
            .collect()
    };
    let kept = tape::shrink(kept, deadline, |kept| fails(&join(kept)));
    join(&kept)
}

/// Translates one file, for `reduced`.
pub fn one(file: &Path) {
    watch();
    START.store(milliseconds(), Ordering::Relaxed);
    let text = std::fs::read_to_string(file).unwrap_or_default();
    translated(text, file.to_path_buf());
    println!("the end");
}
