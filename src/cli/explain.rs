//! `romp2cuda explain`: what a code means, why, and what to write instead.

use super::USAGE;
use super::terminal::print;
use crate::diag::Code;
use crate::diag::codes::RETIRED;
use crate::omp::support::{refused_clauses, refused_directives};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// A code such as R2001, or a warning's name; without one, all codes are listed
    code: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> i32 {
    let Some(wanted) = &arguments.code else {
        for code in Code::ALL {
            print(&format!("{}  {}\n", code.number(), summary(*code)));
        }
        return 0;
    };
    let digits = wanted.trim_start_matches(['r', 'R', 'w', 'W']);
    let found = Code::ALL
        .iter()
        .find(|code| &code.number()[1..] == digits || code.flag() == Some(wanted));
    match found {
        Some(code) => {
            let name = code.flag().map(|name| format!(" ({name})"));
            let name = name.unwrap_or_default();
            print(&format!("{}{name}: {}\n", code.number(), text(*code)));
            0
        }
        None if let Some((number, retired)) = retired(digits) => {
            print(&format!("{number}: {}\n", plain(retired)));
            0
        }
        None => {
            eprintln!(
                "romp2cuda explain: there is no code {wanted}; `romp2cuda explain` lists all"
            );
            USAGE
        }
    }
}

fn summary(code: Code) -> String {
    text(code).lines().next().unwrap_or("").to_string()
}

/// What is said of a number that no message has any longer.
fn retired(digits: &str) -> Option<(&'static str, &'static str)> {
    let mut all = RETIRED.iter().copied();
    all.find(|(number, _)| &number[1..] == digits)
}

fn text(code: Code) -> String {
    plain(&(code.explanation() + &listed(code)))
}

/// What the tables of directives and clauses say of a code.
fn listed(code: Code) -> String {
    let mut text = String::new();
    match code {
        Code::UnsupportedDirective => {
            text += "\nRefused in device code:\n\n";
            for (directive, why) in refused_directives() {
                text += &format!("- `{directive}`: {why}\n");
            }
        }
        Code::UnsupportedClause => {
            text += "\nRefused:\n\n";
            for (clause, directive, why) in refused_clauses() {
                text += &format!("- `{clause}` on `{directive}`: {why}\n");
            }
        }
        _ => {}
    }
    text
}

/// Markdown as plain text: examples indented instead of fenced.
fn plain(markdown: &str) -> String {
    let mut out = vec![];
    let mut example = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            example = !example;
        } else if example {
            out.push(format!("    {line}"));
        } else {
            out.push(line.to_string());
        }
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_in_full() {
        for code in Code::ALL {
            let text = text(*code);
            assert!(text.lines().count() >= 5, "{}: {text}", code.number());
            assert!(summary(*code).ends_with('.'), "{}", code.number());
        }
    }

    #[test]
    fn retired_numbers_are_of_no_code() {
        for (number, _) in RETIRED {
            assert!(Code::ALL.iter().all(|code| code.number() != *number));
        }
    }
}
