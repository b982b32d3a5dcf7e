//! Names of files and words of commands as a Makefile has them.
//!
//! A file's name stands in rules, in lists and, unquoted, in commands: it must be the same name for make and for the
//! shell. Must not know which rules there are.

/// Letters that have a meaning for make or for shells, and no form that both take for the letter itself.
const UNFIT: &str = "'\"`$\\%&();|<>*?[]{}=:!\n\r\t";
/// Names of targets and files that every Makefile of ours has.
const TAKEN: &[&str] = &["all", "always", "clean", "emulated", "romp"];

/// Why no Makefile can have a file of this name, a path below its folder; none where one can.
pub fn unfit(name: &str) -> Option<String> {
    if let Some(letter) = name.chars().find(|&c| UNFIT.contains(c)) {
        let letter = letter.escape_debug();
        return Some(format!(
            "a Makefile cannot have a file with `{letter}` in its name"
        ));
    }
    let last = name.rsplit('/').next().unwrap_or(name);
    if ["GNUmakefile", "Makefile", "makefile"].contains(&last) {
        return Some("make would take the Makefile for a program that is built of it".to_string());
    }
    let first = name.chars().next().filter(|c| "-@~ ".contains(*c))?;
    Some(format!(
        "a Makefile cannot have a file whose name begins with `{first}`"
    ))
}

/// The name of the program that is named after a file.
pub fn program(file: &str) -> String {
    match TAKEN.contains(&file) {
        true => format!("{file}.out"),
        false => file.to_string(),
    }
}

/// A file's name in a rule, which the shell also reads as that name.
pub fn file(name: &str) -> String {
    name.replace(' ', "\\ ").replace('#', "\\#")
}

/// A quoted word in the value of a variable, where `#` begins a comment unless a backslash stands in front of it, and
/// backslashes in front of that are halved.
pub fn in_variable(word: &str) -> String {
    let mut out = String::new();
    let mut backslashes = 0;
    for letter in word.chars() {
        if letter == '#' {
            out.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
        out.push(letter);
        if letter == '$' {
            out.push('$');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_make_or_the_shell_reads_otherwise_are_unfit() {
        for name in ["a b", "dir/a#b", "a,b", "a@b", "a+b~", "ä", "a.b-c_d^e"] {
            assert_eq!(unfit(name), None, "{name}");
        }
        for name in [
            "Makefile",
            "x/makefile",
            "a'b",
            "a\"b",
            "a$b",
            "a\\b",
            "a%b",
            "a;b",
            "a:b",
            "a=b",
            "x*/b",
            "-a",
            "~a",
            "@a",
            " a",
            "a|b",
        ] {
            assert!(unfit(name).is_some(), "{name}");
        }
    }

    #[test]
    fn programs_are_no_targets_of_the_makefile() {
        assert_eq!(program("heat"), "heat");
        assert_eq!(program("clean"), "clean.out");
    }

    #[test]
    fn number_signs_begin_no_comment() {
        assert_eq!(in_variable("'-DA=#$x'"), "'-DA=\\#$$x'");
        assert_eq!(in_variable("'a\\#'"), "'a\\\\\\#'");
        assert_eq!(in_variable("a\\b"), "a\\b");
    }
}
