//! The names of files that gcc writes or reads beside an object: notes and counts of coverage, profiles, use of stacks.
//!
//! gcc names them after the object that it makes, which is a temporary one where translated text is compiled. From a
//! command line to words. Must not know what the files contain.

use super::cmdline::{CommandLine, Input, Stage, default_output};
use super::host_cc::Kind;
use std::path::{Path, PathBuf};

/// Beginnings of the words by which gcc has such files.
const ASKING: &[&str] = &[
    "--coverage",
    "-coverage",
    "-ftest-coverage",
    "-fprofile",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fdump-",
    "-gsplit-dwarf",
];

/// Words with which gcc gives the files of a source the names that they have without translation; none where no file is
/// asked for, or the user names them.
pub fn words(compiler: Kind, line: &CommandLine, input: &Input) -> Vec<String> {
    let asks = |word: &String| ASKING.iter().any(|start| word.starts_with(start));
    let names = |word: &String| word.starts_with("-dumpbase") || word.starts_with("-dumpdir");
    if compiler != Kind::Gcc || !line.words.iter().any(asks) || line.words.iter().any(names) {
        return vec![];
    }
    let path = name(line, input);
    let base = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().map(Path::to_string_lossy).unwrap_or_default();
    let folder = match folder.is_empty() {
        true => "./".into(),
        false => format!("{folder}/"),
    };
    let base = base.into_owned();
    // The base must end in no suffix of its own: gcc would take it off.
    let words = ["-dumpdir", &folder, "-dumpbase", &base, "-dumpbase-ext", ""];
    words.map(String::from).to_vec()
}

/// The path that the suffixes are added to, as gcc 11 and later have it.
fn name(line: &CommandLine, input: &Input) -> PathBuf {
    let stem = default_output(&input.path, "");
    let stem = stem.trim_end_matches('.');
    match (&line.output, line.stage) {
        (Some(output), Stage::Link) => {
            let program = Path::new(output).file_name().unwrap_or_default();
            let name = format!("{}-{stem}", program.to_string_lossy());
            Path::new(output).with_file_name(name)
        }
        (None, Stage::Link) => format!("a-{stem}").into(),
        (Some(output), _) => match output.strip_suffix(".o") {
            Some(name) => name.into(),
            None => output.into(),
        },
        (None, _) => stem.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_the_users_object() {
        for (text, expected) in [
            ("-c src/a.c", "a"),
            ("-c src/a.c -o out/b.o", "out/b"),
            ("-c src/a.c -o out/a.c.o", "out/a.c"),
            ("src/a.c", "a-a"),
            ("src/a.c -o bin/x", "bin/x-a"),
        ] {
            let words: Vec<String> = text.split(' ').map(String::from).collect();
            let line = CommandLine::parse(&words).unwrap();
            let input = line.sources().next().unwrap();
            assert_eq!(name(&line, input), Path::new(expected), "{text}");
        }
    }

    #[test]
    fn words_are_added_where_files_are_asked_for() {
        let of = |text: &str| {
            let words: Vec<String> = text.split(' ').map(String::from).collect();
            let line = CommandLine::parse(&words).unwrap();
            let input = line.sources().next().unwrap();
            words_of(&line, input)
        };
        fn words_of(line: &CommandLine, input: &Input) -> usize {
            words(Kind::Gcc, line, input).len()
        }
        assert_eq!(of("-O2 -c a.c"), 0);
        assert_ne!(of("--coverage -c a.c"), 0);
        assert_eq!(of("--coverage -dumpbase x -c a.c"), 0);
    }
}
