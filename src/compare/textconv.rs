//! A generated text without what changes by itself, for `git`'s `textconv`: no lines of the source, no numbers of kernels,
//! no version. The text is for reading and comparing alone.

use super::Side;
use super::identity::stem;
use crate::outline::{Kind, Token};
use std::collections::BTreeMap;

/// The text as `git diff` should see it: line for line what it was.
pub fn render(name: &str, text: &str) -> String {
    let side = Side::of(name, text);
    let kernels = side.outline.of_kind(Kind::Kernel);
    let names: BTreeMap<&str, &str> = kernels
        .map(|item| (item.name.as_str(), stem(&item.name).0))
        .collect();
    let mut out = String::new();
    let mut at = 0;
    for leaf in &side.outline.leaves {
        out += &text[at..leaf.span.start];
        let own = &text[leaf.span.clone()];
        out += &match leaf.token {
            Token::Comment | Token::Text => without_version(&without_lines(own)),
            Token::Word => without_number(own, &names),
            Token::Number | Token::Sign => own.to_owned(),
        };
        at = leaf.span.end;
    }
    out + &text[at..]
}

/// A kernel's name, or what is named after one, without the kernel's number.
fn without_number(word: &str, names: &BTreeMap<&str, &str>) -> String {
    let ends = word.match_indices('_').map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.chain([word.len()]).collect();
    ends.reverse();
    let known = ends
        .into_iter()
        .find_map(|end| Some((names.get(&word[..end])?, &word[end..])));
    known.map_or_else(|| word.to_owned(), |(stem, rest)| format!("{stem}{rest}"))
}

/// `app.c:12` as `app.c`: the number behind a file's name.
fn without_lines(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(':') {
        let (before, behind) = rest.split_at(at);
        let digits = behind[1..].bytes().take_while(u8::is_ascii_digit).count();
        let word = before
            .rsplit(|c: char| c.is_whitespace() || c == '"')
            .next();
        let is_file = word.is_some_and(|word| word.contains('.') && !word.ends_with('.'));
        out += before;
        if digits == 0 || !is_file {
            out.push(':');
            rest = &behind[1..];
        } else {
            rest = &behind[1 + digits..];
        }
    }
    out + rest
}

/// `made by romp2cuda 0.1.0.` as `made by romp2cuda.`
fn without_version(text: &str) -> String {
    const WORDS: &str = "made by romp2cuda";
    match text.split_once(WORDS) {
        Some((before, _)) if text.starts_with("//") => format!("{before}{WORDS}."),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_by_itself_is_left_out() {
        let text = |line, n| {
            format!(
                "// Device code of a.c, made by romp2cuda 0.{n}.0.\n// a.c:{line}: target map(x[0:3])\nextern \"C\" __global__ void f_{n}(f_{n}_shared s)\n{{\n    g(\"a.c:{line}\", 3); // a ? b :3\n}}\n"
            )
        };
        let one = render("a.cu", &text(3, 1));
        assert_eq!(one, render("a.cu", &text(12, 2)));
        assert_eq!(
            one,
            "// Device code of a.c, made by romp2cuda.\n// a.c: target map(x[0:3])\nextern \"C\" __global__ void f(f_shared s)\n{\n    g(\"a.c\", 3); // a ? b :3\n}\n"
        );
    }
}
