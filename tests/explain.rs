//! The examples of `romp2cuda explain`: each is a file that gets just the code that it explains; and those of warnings
//! obey each form of flags and comments about warnings.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
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
    let flags = explained(&[]);
    let flags = flags.lines().filter(|line| line.starts_with('W'));
    for line in flags {
        let code = line.split(' ').next().unwrap_or_default().to_string();
        let name = format!("levels_of_{code}");
        trials.push(Trial::test(name, move || obeys_levels(&code)));
    }
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

/// The example of a code.
fn example(code: &str) -> Result<String, String> {
    let text = explained(&[code]);
    let behind = text.split("\nExample:\n").nth(1).unwrap_or_default();
    let example = behind.split("\nInstead:").next().unwrap_or_default();
    let lines = example.lines().filter_map(|line| line.strip_prefix("    "));
    let example = lines.collect::<Vec<_>>().join("\n") + "\n";
    match example.trim().is_empty() {
        true => Err(format!("no example in\n{text}")),
        false => Ok(example),
    }
}

/// An empty folder.
fn folder(name: &str) -> Result<PathBuf, String> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("explain")
        .join(name);
    // The translator does not replace files of another version of itself.
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    Ok(dir)
}

fn check(code: &str) -> Outcome {
    let example = example(code)?;
    let dir = folder(code)?;
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

/// How a warning is to come out.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Told {
    Not,
    Warning,
    Error,
}

/// Flags about the warning `NAME`, and what they make of it. `translate` takes all of them before `--` and all but those
/// with two dashes behind it; `cc` takes all of them.
const FORMS: [(&[&str], Told); 13] = [
    (&[], Told::Warning),
    (&["-Wno-NAME"], Told::Not),
    (&["-w"], Told::Not),
    (&["--Werror=NAME"], Told::Error),
    (&["-Werror=NAME"], Told::Error),
    (&["-w", "-Werror=NAME"], Told::Error),
    (&["-Werror=NAME", "-w"], Told::Error),
    (&["-Wno-NAME", "-WNAME"], Told::Warning),
    (&["-Wno-NAME", "--Werror=NAME"], Told::Error),
    (&["--Werror=NAME", "-Wno-NAME"], Told::Not),
    (&["-Werror=NAME", "-Wno-error=NAME"], Told::Warning),
    (&["--Werror=NAME", "-Wno-error=NAME"], Told::Warning),
    (&["-Wno-error=NAME", "-Werror=NAME"], Told::Error),
];

/// A warning, with each flag and each comment that is about it, for `translate` and for `cc`.
fn obeys_levels(code: &str) -> Outcome {
    let title = explained(&[code]);
    let name = title.split(['(', ')']).nth(1).unwrap_or_default();
    let text = match code {
        // Its example is a command line.
        "W0005" => "void f(int *x)\n\
             {\n\
             #pragma omp target map(x[0:1])\n\
                 x[0] = 1; // romp2cuda: allow(shared-in-lop)\n\
             }\n"
        .to_string(),
        _ => example(code)?,
    };
    let dir = folder(&format!("levels_{code}"))?;
    let write = |text: &str| std::fs::write(dir.join("a.c"), text).map_err(|e| e.to_string());
    let told = |words: &[String]| -> Result<(Told, String), String> {
        let _ = std::fs::remove_dir_all(dir.join("out"));
        let mut run = romp2cuda();
        run.current_dir(&dir).args(words);
        let finished = finish(run, LIMIT);
        let stderr = finished.stderr.clone();
        let has = |kind: &str| stderr.contains(&format!("{kind}[{code}]"));
        match (finished.code, has("warning"), has("error")) {
            (Some(0), false, false) => Ok((Told::Not, stderr)),
            (Some(0), true, false) => Ok((Told::Warning, stderr)),
            (Some(1), false, true) => Ok((Told::Error, stderr)),
            _ => Err(format!("{words:?}: {}\n{stderr}", finished.describe())),
        }
    };
    let translate = |before: &[&str], behind: &[&str]| -> Vec<String> {
        let words = [&["translate", "a.c", "-o", "out"], before, &["--"], behind].concat();
        words
            .iter()
            .map(|word| word.replace("NAME", name))
            .collect()
    };
    let expect = |words: Vec<String>, expected: Told| -> Result<String, String> {
        let (found, stderr) = told(&words)?;
        match found == expected {
            true => Ok(stderr),
            false => Err(format!("{words:?}: {found:?}, not {expected:?}\n{stderr}")),
        }
    };
    write(&text)?;
    for (flags, expected) in FORMS {
        expect(translate(flags, &[]), expected)?;
        expect(translate(&[], flags), expected)?;
        if let [first, second] = flags {
            expect(translate(&[first], &[second]), expected)?;
        }
        let cc = [
            "cc",
            "-fopenmp",
            "--offload-arch=emulated",
            "-fsyntax-only",
            "a.c",
        ];
        let cc = [&cc[..], flags].concat();
        let cc = cc.iter().map(|word| word.replace("NAME", name)).collect();
        expect(cc, expected)?;
    }
    if code == "W0005" {
        return Ok(());
    }
    // The places that the message shows: a comment about this warning silences it at each, one about another at none.
    let shown = expect(translate(&[], &[]), Told::Warning)?;
    let numbers = shown.lines().filter_map(|line| line.split_once(" | "));
    let numbers: Vec<usize> = numbers
        .filter_map(|(number, _)| number.trim().parse().ok())
        .collect();
    let first = shown
        .split("a.c:")
        .nth(1)
        .and_then(|rest| rest.split(':').next());
    let first: usize = first
        .and_then(|number| number.parse().ok())
        .ok_or("no line")?;
    if !numbers.contains(&first) {
        return Err(format!("line {first} is not shown:\n{shown}").into());
    }
    let other = if name == "serialised" {
        "lost-update"
    } else {
        "serialised"
    };
    for (allowed, expected) in [(name, Told::Not), (other, Told::Warning)] {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let comment = format!("// romp2cuda: allow({allowed})");
        lines.insert(first - 1, comment.clone());
        write(&lines.join("\n"))?;
        expect(translate(&[], &[]), expected)?;
        lines.remove(first - 1);
        lines[first - 1] += &format!(" {comment}");
        write(&(lines.join("\n") + "\n"))?;
        expect(translate(&[], &[]), expected)?;
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
