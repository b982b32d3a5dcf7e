//! The dependency file of a compilation: what the preprocessor is told to write, and what is changed in it.
//!
//! From a command line to words, and from a file's text to text. Must not know what is compiled.

use super::cmdline::{CommandLine, Input, Stage, default_output};
use super::{Failure, Result};
use std::path::Path;

/// The words with which the preprocessor writes the dependency file that gcc would write.
pub fn words(line: &CommandLine, input: &Input) -> Vec<String> {
    let wanted = &line.dependencies;
    let mut words = wanted.raw.clone();
    let Some(beside) = &wanted.beside else {
        return words;
    };
    let object = match (&line.output, line.stage) {
        (Some(output), Stage::Object | Stage::Assembly) => output.clone(),
        _ => default_output(&input.path, "o"),
    };
    let file = wanted
        .file
        .clone()
        .unwrap_or_else(|| match (&line.output, line.stage) {
            (Some(output), Stage::Object | Stage::Assembly) => {
                Path::new(output).with_extension("d").display().to_string()
            }
            // gcc 11 and later name it after the program where one is made.
            (Some(output), _) => {
                let stem = default_output(&input.path, "d");
                let name = Path::new(output)
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                Path::new(output)
                    .with_file_name(format!("{name}-{stem}"))
                    .display()
                    .to_string()
            }
            (None, Stage::Link) => format!("a-{}", default_output(&input.path, "d")),
            (None, _) => default_output(&input.path, "d"),
        });
    words.extend([beside.clone(), "-MF".into(), file]);
    if wanted.targets.is_empty() {
        words.extend(["-MQ".into(), object]);
    }
    for (option, target) in &wanted.targets {
        words.extend([option.clone(), target.clone()]);
    }
    if wanted.phony {
        words.push("-MP".into());
    }
    words
}

/// The file that such words name.
pub fn file(words: &[String]) -> Option<&Path> {
    let mut rest = words.iter().skip_while(|word| *word != "-MF");
    rest.nth(1).map(Path::new)
}

/// Makes what the preprocessor wrote right for the translator: its headers lie in a cache, which may be emptied, so that
/// no build must depend on them; and what the project's file says is in the output as the source is.
pub fn complete(file: &Path, include: &Path, project_file: Option<&Path>) -> Result<()> {
    let Ok(text) = std::fs::read_to_string(file) else {
        return Ok(()); // `-MF /dev/stdout` and the like
    };
    let mut now = without_paths_below(&text, &include.to_string_lossy());
    if let Some(path) = project_file {
        now = with_file(&now, path);
    }
    if now == text || !file.is_file() {
        return Ok(());
    }
    std::fs::write(file, now).map_err(|error| Failure::file(file, "write", error))
}

/// The rules with one more file that the first target is made of; it may go away.
fn with_file(text: &str, path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let name = path.strip_prefix(&here).unwrap_or(path).to_string_lossy();
    let name = name
        .replace('$', "$$")
        .replace(' ', "\\ ")
        .replace('#', "\\#");
    let lines: Vec<&str> = text.lines().collect();
    let Some(end) = lines.iter().position(|line| !line.ends_with('\\')) else {
        return text.to_owned();
    };
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        out += line;
        out += &match at == end {
            true => format!(" \\\n {name}\n"),
            false => "\n".to_owned(),
        };
    }
    out + &format!("\n{name}:\n")
}

/// The rules of a dependency file without names below a folder.
fn without_paths_below(text: &str, folder: &str) -> String {
    let start = format!("{folder}/");
    let mut out = String::new();
    let mut dropped_rule = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if trimmed.starts_with(&start) && trimmed.trim_end().ends_with(':') {
            dropped_rule = true; // a phony target of -MP, and the empty line behind it
            continue;
        }
        if std::mem::take(&mut dropped_rule) && line.trim().is_empty() {
            continue;
        }
        let indent = &line[..line.len() - trimmed.len()];
        let kept: Vec<&str> = trimmed
            .split_inclusive(' ')
            .filter(|word| !word.trim_start().starts_with(&start))
            .collect();
        out.push_str(indent);
        out.push_str(&kept.concat());
        if !out.ends_with('\n') && line.ends_with('\n') {
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::cmdline::tests::parse;
    use super::*;

    #[test]
    fn dependency_files_are_named_as_gcc_names_them() {
        for (text, expected) in [
            ("-c s/a.c", ""),
            ("-MMD -c s/a.c", "-MMD -MF a.d -MQ a.o"),
            ("-MD -c s/a.c -o o/b.o", "-MD -MF o/b.d -MQ o/b.o"),
            (
                "-MMD -MP -MF x.d -MT t -c a.c -o b.o",
                "-MMD -MF x.d -MT t -MP",
            ),
            ("-MMD a.c -o p/app", "-MMD -MF p/app-a.d -MQ a.o"),
            ("-MMD a.c", "-MMD -MF a-a.d -MQ a.o"),
            ("-Wp,-MD,x.d -c a.c", "-Wp,-MD,x.d"),
        ] {
            let line = parse(text);
            let input = line.inputs().next().unwrap();
            assert_eq!(words(&line, input).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn our_headers_are_no_dependencies() {
        let text =
            "a.o: a.c /inc/romp.h \\\n /inc/omp.h b.h\n/inc/romp.h:\n\n/inc/omp.h:\n\nb.h:\n";
        assert_eq!(
            without_paths_below(text, "/inc"),
            "a.o: a.c \\\n b.h\nb.h:\n"
        );
        assert_eq!(
            without_paths_below("a.o: a.c /inc/romp.h\n", "/inc"),
            "a.o: a.c \n"
        );
    }

    #[test]
    fn the_project_s_file_is_a_dependency() {
        let path = Path::new("/p/my $x/romp2cuda.toml");
        let name = "/p/my\\ $$x/romp2cuda.toml";
        assert_eq!(
            with_file("a.o: a.c \\\n b.h\nb.h:\n", path),
            format!("a.o: a.c \\\n b.h \\\n {name}\nb.h:\n\n{name}:\n")
        );
        assert_eq!(
            with_file("a.o: a.c\n", path),
            format!("a.o: a.c \\\n {name}\n\n{name}:\n")
        );
        assert_eq!(with_file("", path), "");
        let here = std::env::current_dir().unwrap();
        let found = with_file("a.o: a.c\n", &here.join("romp2cuda.toml"));
        assert_eq!(found, "a.o: a.c \\\n romp2cuda.toml\n\nromp2cuda.toml:\n");
    }
}
