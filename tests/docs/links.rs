//! Links between the pages of the documentation, and the book that is made of them.

use crate::support::{Outcome, expect_success, finish, is_on_path, root};
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Every relative link leads to a file, and every page of docs/ stands in the book's list.
pub fn check() -> Outcome {
    let mut pages = markdown(&root().join("docs"))?;
    pages.extend(
        [
            "README.md",
            "CONTRIBUTING.md",
            "SECURITY.md",
            "CHANGELOG.md",
        ]
        .map(|it| root().join(it)),
    );
    let mut faults = vec![];
    for page in &pages {
        let text =
            fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
        for link in targets(&text) {
            let folder = page.parent().unwrap_or(Path::new(""));
            if !folder.join(&link).exists() {
                faults.push(format!("{}: {link} leads nowhere", page.display()));
            }
        }
    }
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md"))?;
    let listed: Vec<PathBuf> = targets(&summary)
        .iter()
        .map(|it| root().join("docs").join(it))
        .collect();
    for page in markdown(&root().join("docs"))? {
        if !listed.contains(&page) && !page.ends_with("SUMMARY.md") {
            faults.push(format!("{} is not in docs/SUMMARY.md", page.display()));
        }
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults.join("\n").into()),
    }
}

fn markdown(folder: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut found = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(markdown(&path)?);
        } else if path.extension().is_some_and(|it| it == "md") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The files that the links of a page name, without parts of pages and other sites.
fn targets(text: &str) -> Vec<String> {
    let mut in_block = false;
    let prose = text.lines().filter(|line| {
        in_block ^= line.starts_with("```");
        !in_block && !line.starts_with("    ")
    });
    let mut found = vec![];
    for line in prose {
        // Code has brackets of its own.
        let words: String = line.split('`').step_by(2).collect();
        for behind in words.split("](").skip(1) {
            let target = behind.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                found.push(target.to_string());
            }
        }
    }
    found
}

/// The book is made, where there is mdbook.
pub fn book() -> Trial {
    let there = is_on_path("mdbook");
    if !there {
        eprintln!("the book is not made: there is no mdbook");
    }
    Trial::test("book", || {
        let dir = tempfile::tempdir()?;
        let mut command = Command::new("mdbook");
        command
            .arg("build")
            .arg(root().join("docs"))
            .arg("-d")
            .arg(dir.path());
        expect_success("mdbook", finish(command, Duration::from_secs(60)))?;
        Ok(())
    })
    .with_ignored_flag(!there)
}
