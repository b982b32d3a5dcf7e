//! The examples of `romp2cuda explain`: each is a file that gets just the code that it explains.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;
use support::{Outcome, finish, romp2cuda};

const LIMIT: Duration = Duration::from_secs(60);

/// Codes without an example in C: they are about files, tools or faults of the translator.
const WITHOUT: [&str; 8] = [
    "R0001", "R0002", "R0003", "R0004", "R0006", "R0007", "W0005", "R9001",
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let codes = explained(&[]);
    let codes = codes.lines().filter_map(|line| line.split(' ').next());
    let codes: Vec<String> = codes.map(str::to_string).collect();
    let known = WITHOUT.iter().all(|code| codes.iter().any(|c| c == code));
    let count = codes.len();
    // `explain` takes the number without its letter, too.
    let numbers: BTreeSet<&str> = codes.iter().map(|code| &code[1..]).collect();
    let distinct = numbers.len() == count;
    let mut trials: Vec<Trial> = codes
        .into_iter()
        .filter(|code| !WITHOUT.contains(&code.as_str()))
        .map(|code| Trial::test(code.clone(), move || check(&code)))
        .collect();
    trials.push(Trial::test("lints_are_documented", documented));
    trials.push(Trial::test("all_are_there", move || {
        match known && distinct && count > 20 {
            true => Ok(()),
            false => Err(format!(
                "{count} codes, or two of a number, or one of {WITHOUT:?} is none"
            )
            .into()),
        }
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn explained(words: &[&str]) -> String {
    let mut run = romp2cuda();
    run.arg("explain").args(words);
    let finished = finish(run, LIMIT);
    String::from_utf8_lossy(&finished.stdout).into_owned()
}

fn check(code: &str) -> Outcome {
    let text = explained(&[code]);
    let behind = text.split("\nExample:\n").nth(1).unwrap_or_default();
    let example = behind.split("\nInstead:").next().unwrap_or_default();
    let lines = example.lines().filter_map(|line| line.strip_prefix("    "));
    let example = lines.collect::<Vec<_>>().join("\n") + "\n";
    if example.trim().is_empty() {
        return Err(format!("no example in\n{text}").into());
    }
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("explain")
        .join(code);
    // The translator does not replace files of another version of itself.
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let file = dir.join("a.c");
    std::fs::write(&file, &example).map_err(|e| e.to_string())?;
    let mut run = romp2cuda();
    run.args(["translate", "--format=json", "-o"])
        .arg(dir.join("out"))
        .arg(&file);
    let finished = finish(run, LIMIT);
    let codes: BTreeSet<&str> = finished
        .stderr
        .split("\"code\":\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let expected = if code.starts_with('R') { 1 } else { 0 };
    if codes != BTreeSet::from([code]) || finished.code != Some(expected) {
        let text = format!(
            "{}, codes {codes:?}\n{example}\n{}",
            finished.describe(),
            finished.stderr
        );
        return Err(text.into());
    }
    Ok(())
}

/// Behind this line docs/lints.md holds the text of `explain` for each warning.
const MARK: &str = "<!-- What follows is `romp2cuda explain`; ROMP_BLESS=1 cargo test --test explain writes it. -->\n";

fn documented() -> Outcome {
    let path = support::root().join("docs/lints.md");
    let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let (intro, _) = text
        .split_once(MARK)
        .ok_or("docs/lints.md lacks its mark")?;
    let mut expected = format!("{intro}{MARK}");
    for line in explained(&[]).lines().filter(|line| line.starts_with('W')) {
        let code = line.split(' ').next().unwrap_or_default();
        let text = explained(&[code]);
        let (title, rest) = text.split_once(": ").ok_or("no title")?;
        expected.push_str(&format!("\n## {title}\n{rest}"));
    }
    Ok(support::compare_with_file(&path, &expected)?)
}
