//! `#line` directives in the CUDA text, so that no line gets its number by counting on from an unrelated one.
//!
//! Statements have the place that they have in the user's text, and so do functions and kernels. The lines that
//! constructs add around them, and further lines of the same statement, would count on from there, past the end of
//! the file even. Indentation says what belongs to what: a line belongs to the last place given at its own depth or
//! at the nearest one around it. A line without a place is one of the CUDA file.

/// The text with the directives that it lacks; `file` is the name of the CUDA file.
pub fn keep(text: &str, file: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    // For each line around the current one its indentation and its place.
    let mut around: Vec<(usize, &str)> = vec![];
    // The place that the compiler would give the next line: that of a directive, or the CUDA file's own.
    let mut taken: Option<(&str, usize)> = None;
    let mut given = None;
    let mut ended = true;
    let mut number = 1;
    for line in text.lines() {
        if line.starts_with("#line ") {
            given = Some(line);
            continue;
        }
        let code = line.trim_start();
        if !code.is_empty() && code != "{" && !code.starts_with("//") && !is_label(code) {
            let depth = line.len() - code.len();
            match given.take() {
                Some(place) => {
                    around.retain(|one| one.0 < depth);
                    around.push((depth, place));
                }
                // Another item of the file.
                None if depth == 0 && ended && !code.starts_with('}') => around.clear(),
                None => around.retain(|one| one.0 <= depth),
            }
            let place = around.last().map(|one| one.1);
            let directive = match place {
                Some(place) if taken == Some((place, 0)) => None,
                Some(place) => Some(place.to_string()),
                None if taken.is_none() => None,
                None => Some(format!("#line {} \"{file}\"", number + 1)),
            };
            if let Some(directive) = directive {
                out.push_str(&directive);
                out.push('\n');
                number += 1;
            }
            taken = place.map(|place| (place, 0));
            ended = code.starts_with('#') || code.ends_with([';', '}']);
        }
        out.push_str(line);
        out.push('\n');
        number += 1;
        if let Some((_, lines)) = &mut taken {
            *lines += 1;
        }
    }
    out
}

/// Whether the line is a name with a colon, which is indented less than its statements.
fn is_label(code: &str) -> bool {
    code.strip_suffix(':')
        .is_some_and(|name| name.starts_with("case ") || !name.contains([' ', '(']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_the_place_of_their_statement() {
        let text = "\
#include \"h\"

#line 3 \"a.c\"
static int f()
{
#line 4 \"a.c\"
    one(1,
        2);
    two();
    for (;;)
#line 9 \"a.c\"
        three();
    barrier();
}

struct s {
};
";
        let expected = "\
#include \"h\"

#line 3 \"a.c\"
static int f()
{
#line 4 \"a.c\"
    one(1,
#line 4 \"a.c\"
        2);
#line 4 \"a.c\"
    two();
#line 4 \"a.c\"
    for (;;)
#line 9 \"a.c\"
        three();
#line 4 \"a.c\"
    barrier();
#line 3 \"a.c\"
}

#line 22 \"a.cu\"
struct s {
};
";
        assert_eq!(keep(text, "a.cu"), expected);
    }
}
