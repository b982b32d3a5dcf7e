//! Bad input: each file gets its message, in time, and leaves no output behind.
//!
//! The first line of `tests/refuse/TOPIC/NAME.c` says what is expected: `// expect: R2003 at 7`, or
//! `R2003|R2004` where the rules leave it open, and perhaps words of the message in double quotes. `NAME.stderr`
//! holds the message as rendered, except for errors in C, whose words are the compiler's; `NAME.c.opts` holds
//! more options.

mod support;

use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use support::{
    Finished, Outcome, compare_with_file, files, finish, first_line, name, options, root,
};

const LIMIT: Duration = Duration::from_secs(30);
/// The processor time within which a message is there, as an optimised translator promises. One that is built for
/// development takes several times as long; what is quadratic takes far longer than either.
const PROMISED: Duration = Duration::from_secs(if cfg!(debug_assertions) { 4 } else { 1 });
/// Other work on the machine must not fail a test: the fastest of so many runs counts.
const TRIES: usize = 4;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/refuse");
    let mut trials: Vec<Trial> = files(&dir, "c")
        .into_iter()
        .map(|path| Trial::test(name(&path, &dir), move || check_fixture(&path)))
        .collect();
    trials.extend(GENERATED.iter().map(|case| {
        let name = format!("generated/{}", case.name);
        Trial::test(name, move || check_generated(case))
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

struct Expectation {
    codes: Vec<String>,
    line: Option<usize>,
    words: Vec<String>,
}

fn check_fixture(path: &Path) -> Outcome {
    let expectation = read_expectation(&first_line(path))?;
    let finished = refused(path, &expectation)?;
    if expectation.codes != ["R1001"] {
        compare_with_file(&path.with_extension("stderr"), &finished.stderr)?;
    }
    Ok(())
}

/// `// expect: R2003|R2004 at 7, "teams"`
fn read_expectation(line: &str) -> Result<Expectation, String> {
    let text = line
        .strip_prefix("// expect: ")
        .ok_or("the first line must be `// expect: CODE at LINE`")?;
    let (codes, rest) = text.split_once(" at ").ok_or("no line is expected")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Ok(Expectation {
        codes: codes.split('|').map(str::to_string).collect(),
        line: Some(
            digits
                .parse()
                .map_err(|_| format!("{digits:?} is no line"))?,
        ),
        words: rest
            .split('"')
            .skip(1)
            .step_by(2)
            .map(str::to_string)
            .collect(),
    })
}

/// Translates a file that must be refused. Messages name it as it stands below `tests/refuse`.
fn refused(path: &Path, expectation: &Expectation) -> Result<Finished, String> {
    let output = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = output.path().join("out");
    let base = root().join("tests/refuse");
    let shown = path.strip_prefix(&base).unwrap_or(path);
    let mut finished = translate(&base, shown, &out);
    for _ in 1..TRIES {
        if finished.took > PROMISED {
            finished = translate(&base, shown, &out);
        }
    }
    check_message(&finished, shown, expectation)?;
    let left = files_below(&out);
    if !left.is_empty() {
        return Err(format!("output is left behind: {left:?}"));
    }
    if finished.took > PROMISED {
        return Err(format!(
            "the message took {:.1} s of processor time",
            finished.took.as_secs_f64()
        ));
    }
    Ok(finished)
}

fn translate(base: &Path, path: &Path, out: &Path) -> Finished {
    let mut command = support::romp2cuda();
    command
        .current_dir(base)
        .arg("translate")
        .arg(path)
        .args(options(&base.join(path).with_extension("c.opts")))
        .arg("-o")
        .arg(out);
    finish(command, LIMIT)
}

fn check_message(
    finished: &Finished,
    path: &Path,
    expectation: &Expectation,
) -> Result<(), String> {
    let text = &finished.stderr;
    let complain = |what: &str| {
        Err(format!(
            "{what}; {}, and the messages are\n{text}",
            finished.describe()
        ))
    };
    if finished.code != Some(1) {
        return complain("not refused with exit code 1");
    }
    if text.contains("panicked") || text.contains("internal error") || text.contains("R9001") {
        return complain("the translator failed");
    }
    if !says(text, path, expectation) {
        let line = expectation.line.map(|line| format!(" at line {line}"));
        let line = line.unwrap_or_default();
        return complain(&format!("none of {:?}{line}", expectation.codes));
    }
    match expectation.words.iter().find(|word| !text.contains(*word)) {
        Some(word) => complain(&format!("not a word of {word:?}")),
        None => Ok(()),
    }
}

/// Whether one of the expected messages is there, at the expected line. Errors in C may also read as the
/// compiler prints them.
fn says(text: &str, path: &Path, expectation: &Expectation) -> bool {
    let line = expectation.line.map(|line| format!("{line}:"));
    let place = format!("{}:{}", path.display(), line.unwrap_or_default());
    let rendered = |code: &String| {
        let rest = text.split_once(&format!("error[{code}]"));
        rest.is_some_and(|(_, rest)| expectation.line.is_none() || rest.contains(&place))
    };
    let by_compiler = |line: &str| line.starts_with(&place) && line.contains("error:");
    let in_c = expectation.codes.iter().any(|code| code == "R1001");
    expectation.codes.iter().any(rendered) || in_c && text.lines().any(by_compiler)
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    support::entries(dir)
        .into_iter()
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// Inputs that are too large or too odd to keep as files.
struct Generated {
    name: &'static str,
    codes: &'static [&'static str],
    line: Option<usize>,
    /// The text of the file; none where the file does not exist.
    text: Option<fn() -> Vec<u8>>,
}

const GENERATED: &[Generated] = &[
    Generated {
        name: "no_such_file",
        codes: &["R0001"],
        line: None,
        text: None,
    },
    Generated {
        name: "deep_parentheses",
        codes: &["R1002"],
        line: Some(5),
        text: Some(deep_parentheses),
    },
    Generated {
        name: "deep_blocks",
        codes: &["R1002"],
        line: Some(4),
        text: Some(deep_blocks),
    },
    Generated {
        name: "deep_pragma",
        codes: &["R1002", "R2001", "R2002"],
        line: Some(3),
        text: Some(deep_pragma),
    },
    Generated {
        name: "long_line",
        codes: &["R1001"],
        line: Some(1),
        text: Some(long_line),
    },
    Generated {
        name: "long_pragma",
        codes: &["R2002", "R2003"],
        line: Some(3),
        text: Some(long_pragma),
    },
    Generated {
        name: "bad_utf8",
        codes: &["R1001"],
        line: Some(1),
        text: Some(bad_utf8),
    },
    Generated {
        name: "zero_bytes",
        codes: &["R1001", "R1002"],
        line: Some(1),
        text: Some(zero_bytes),
    },
    Generated {
        name: "image_file",
        codes: &["R1001", "R1002"],
        line: None,
        text: Some(image_file),
    },
    Generated {
        name: "cut_off",
        codes: &["R1001"],
        line: Some(4),
        text: Some(cut_off),
    },
];

fn check_generated(case: &Generated) -> Outcome {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = dir.path().join(format!("{}.c", case.name));
    if let Some(text) = case.text {
        fs::write(&path, text()).map_err(|error| error.to_string())?;
    }
    let codes = case.codes.iter().map(|code| code.to_string()).collect();
    refused(
        &path,
        &Expectation {
            codes,
            line: case.line,
            words: vec![],
        },
    )?;
    Ok(())
}

fn deep_parentheses() -> Vec<u8> {
    let (open, close) = ("(".repeat(5000), ")".repeat(5000));
    let start = "void f(int *x)\n{\n#pragma omp target map(tofrom: x[0:1])\n";
    format!("{start}*x =\n{open}*x{close};\n}}\n").into_bytes()
}

fn deep_blocks() -> Vec<u8> {
    let (open, close) = ("{".repeat(5000), "}".repeat(5000));
    let start = "void f(int *x)\n{\n#pragma omp target map(tofrom: x[0:1])\n";
    format!("{start}{open}*x = 1;{close}\n}}\n").into_bytes()
}

fn deep_pragma() -> Vec<u8> {
    let (open, close) = ("(".repeat(5000), ")".repeat(5000));
    format!("void f(int n)\n{{\n#pragma omp target if({open}n{close})\n;\n}}\n").into_bytes()
}

fn long_line() -> Vec<u8> {
    format!("int a[] = {{ {} }} int b;\n", "1234567, ".repeat(120_000)).into_bytes()
}

fn long_pragma() -> Vec<u8> {
    let maps = "map(to: x) ".repeat(90_000);
    format!("void f(int x)\n{{\n#pragma omp target {maps} mapp(x)\n;\n}}\n").into_bytes()
}

fn bad_utf8() -> Vec<u8> {
    b"int f\xff\xfe(int x);\n".to_vec()
}

fn zero_bytes() -> Vec<u8> {
    b"int \0\0\0 x = \0;;\0 )\n".to_vec()
}

fn image_file() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend((0..4096u32).map(|k| (k.wrapping_mul(2_654_435_761) >> 13) as u8));
    bytes
}

fn cut_off() -> Vec<u8> {
    b"void f(int n, int *a)\n{\n    #pragma omp target teams distribute parallel for\n    for (int i = 0; i < n; i++) {\n".to_vec()
}
