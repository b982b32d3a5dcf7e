//! Lowering whole programs, as text in and dumps out; layouts and constants against the C compiler.

use super::*;
use crate::diag::Diagnostic;
use crate::front;
use std::path::PathBuf;
use std::process::Command;

mod dumps;
mod expressions;
mod layouts;
mod messages;

/// What the compiler's preprocessor makes of a program.
fn preprocessed(source: &str) -> Preprocessed {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("t.c");
    std::fs::write(&path, source).expect("a file");
    let output = Command::new("gcc")
        .args(["-E", "-fopenmp"])
        .arg(&path)
        .output()
        .expect("gcc");
    assert!(output.status.success(), "{source}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    Preprocessed::new(text, PathBuf::from("t.c"))
}

/// The program with all of it in a `declare target` block, so that the front end keeps it.
fn kept(source: &str) -> String {
    format!("#pragma omp begin declare target\n{source}\n#pragma omp end declare target\n")
}

fn lower_text(source: &str) -> Result<(Program, Vec<Diagnostic>)> {
    let pre = preprocessed(source);
    front::on_big_stack(|| lower(&front::parse(&pre)?, &pre))
}

/// Lowers a program with its headers as if they were the user's, so that nothing is left out.
fn program_with_headers(source: &str) -> Program {
    let pre = preprocessed(&kept(source));
    let unmarked = |line: &str| match line.strip_prefix("# ") {
        Some(_) => line.trim_end_matches([' ', '1', '2', '3', '4']).to_owned(),
        None => line.to_owned(),
    };
    let lines: Vec<String> = pre.text().lines().map(unmarked).collect();
    let pre = Preprocessed::new(lines.join("\n") + "\n", PathBuf::from("t.c"));
    match front::on_big_stack(|| lower(&front::parse(&pre)?, &pre)) {
        Ok((program, _)) => program,
        Err(diagnostics) => panic!("{diagnostics:#?}"),
    }
}

fn program(source: &str) -> Program {
    match lower_text(source) {
        Ok((program, _)) => program,
        Err(diagnostics) => panic!("{source}\n{diagnostics:#?}"),
    }
}

/// The messages of a program that is refused.
fn errors(source: &str) -> Vec<String> {
    match lower_text(source) {
        Ok(_) => panic!("accepted: {source}"),
        Err(diagnostics) => diagnostics.into_iter().map(|d| d.message).collect(),
    }
}
