//! The facts, the plan and the device code of small programs: the levels before text.
//!
//! `tests/levels/NAME.c` has its facts in `NAME.facts` (attributes of variables with the rule that gives them, loops,
//! private copies), the decisions of the plan in `NAME.plan` (mode, launch, what the host passes, the steps of each
//! construct, places in shared memory), and the device code of kernels and of functions with constructs in
//! `NAME.device`: a line for each statement with the team that executes it: what `translate --emit` prints. `ROMP_BLESS=1` rewrites all three.

mod support;

use libtest_mimic::{Arguments, Trial};
use romp2cuda::report::levels::Level;
use romp2cuda::source::Preprocessed;
use romp2cuda::translate::{self, Options};
use std::path::Path;
use std::process::ExitCode;
use support::{Outcome, compare_with_file, files, name, root};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let dir = root().join("tests/levels");
    let trials = files(&dir, "c").into_iter().map(|path| {
        let name = name(&path, &dir);
        Trial::test(name, move || check(&path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(path: &Path) -> Outcome {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    // All that a preprocessor has to do here.
    let comment = |line: &str| line.starts_with("//");
    let lines = text.lines().map(|line| match comment(line) {
        true => "\n".to_string(),
        false => format!("{line}\n"),
    });
    let text: String = lines.collect();
    for (level, extension) in [
        (Level::Facts, "facts"),
        (Level::Plan, "plan"),
        (Level::Device, "device"),
    ] {
        let pre = Preprocessed::new(text.clone(), path.to_path_buf());
        let options = Options {
            level: Some(level),
            ..Options::default()
        };
        let translated = translate::translate(&pre, options);
        let translated = translated.map_err(|found| format!("{found:#?}"))?;
        let shown = translated.level.unwrap_or_default();
        compare_with_file(&path.with_extension(extension), &shown)?;
    }
    Ok(())
}
