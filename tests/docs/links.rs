//! Links between the pages of the documentation, and the book that is made of them.

use crate::support::{Outcome, expect_success, finish, is_on_path, root};
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Every relative link leads to a file, and every page of docs/ stands in the book's list. Pages of the book lead to
/// nothing outside of it, and to no README.md, which becomes an index.html that mdBook's links do not name.
pub fn check() -> Outcome {
    let docs = root().join("docs");
    let mut pages = markdown(&docs)?;
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
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().unwrap_or(Path::new(""));
            let target = match file {
                "" => page.clone(),
                _ => folder.join(file),
            };
            let there = match anchor {
                "" => target.exists(),
                _ => fs::read_to_string(&target)
                    .is_ok_and(|text| anchors(&text).any(|it| it == anchor)),
            };
            let summary = page.ends_with("SUMMARY.md");
            if !there {
                faults.push(format!("{}: {link} leads nowhere", page.display()));
            } else if page.starts_with(&docs) && !summary {
                let target = target.canonicalize()?;
                if !target.starts_with(&docs) || target.ends_with("README.md") {
                    faults.push(format!("{}: {link} is no link in the book", page.display()));
                }
            }
        }
    }
    let summary = fs::read_to_string(docs.join("SUMMARY.md"))?;
    let listed: Vec<PathBuf> = targets(&summary).iter().map(|it| docs.join(it)).collect();
    for page in markdown(&docs)? {
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
    files(folder, "md")
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut found = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The names by which links reach the headings of a page, as GitHub and mdBook make them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings.map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        title
            .chars()
            .filter(kept)
            .collect::<String>()
            .replace(' ', "-")
    })
}

/// The lines that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        in_block ^= line.starts_with("```");
        !in_block && !line.starts_with("    ")
    })
}

/// The files, and parts of pages, that the links of a page name, without other sites.
fn targets(text: &str) -> Vec<String> {
    let mut found = vec![];
    for line in prose(text) {
        // Code has brackets of its own.
        let words: String = line.split('`').step_by(2).collect();
        for behind in words.split("](").skip(1) {
            let target = behind.split(')').next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") {
                found.push(target.to_string());
            }
        }
    }
    found
}

/// The links of the book's pages that lead to no page or no heading. What mdBook adds itself is not looked at.
fn dead_links(book: &Path) -> Result<Vec<String>, std::io::Error> {
    let mut dead = vec![];
    for page in files(book, "html")? {
        let own = ["404.html", "print.html", "toc.html"];
        if own.iter().any(|name| page.ends_with(name)) {
            continue;
        }
        let text = fs::read_to_string(&page)?;
        let links = text.split("href=\"").skip(1);
        for link in links.filter_map(|behind| behind.split('"').next()) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                _ => page.parent().unwrap_or(book).join(file),
            };
            let is_there = || match anchor {
                "" => target.exists(),
                _ => fs::read_to_string(&target)
                    .is_ok_and(|text| text.contains(&format!("id=\"{anchor}\""))),
            };
            if !link.contains("://") && !is_there() {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    Ok(dead)
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
        match dead_links(dir.path())? {
            dead if dead.is_empty() => Ok(()),
            dead => Err(dead.join("\n").into()),
        }
    })
    .with_ignored_flag(!there)
}
