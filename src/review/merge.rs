//! Two texts that come from one: merged unit by unit, so that an edit goes with the kernel that it is in.
//!
//! What lies between units, and their order, is merged by lines, in which each unit is one line; units that all three
//! texts have are merged by themselves, wherever they stand. A unit that one text lacks and the other changed is a
//! conflict. Must not know whose edits they are.

use super::lex::{Kind as Lexeme, tokens};
use super::spelling::plain;
use super::units::{self, Key, Names, Piece, Unit};
use crate::compare::identity;
use similar::{MergeRegion, MergeResolution, TextMerge};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How a conflict begins, what was in both texts before, and how it ends.
pub const MARKS: [&str; 3] = [
    "<<<<<<< edited by hand",
    "||||||| generated before",
    ">>>>>>> generated now",
];

/// The same of a conflict between edits of two branches.
pub const MERGED: [&str; 3] = [
    MARKS[0],
    "||||||| generated now",
    ">>>>>>> edited by hand in the branch that was merged",
];

/// A merged text, and whether marks of conflicts are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    pub text: String,
    pub conflict: bool,
}

/// The edits from `base` to `mine` in `new`, in which kernels may have other names.
pub fn by_units(base: &str, mine: &str, new: &str, names: &Names) -> Both {
    let [base, mine] = [base, mine].map(|text| units::of(text, names));
    pieces([&base, &mine, &units::of(new, &Names::default())], &MARKS)
}

/// The same, line by line.
pub fn by_lines(base: &str, mine: &str, new: &str) -> Both {
    lines_of([base, mine, new], &MARKS)
}

/// The edits of two branches, unit by unit.
pub fn sides_by_units(generated: &str, mine: &str, other: &str) -> Both {
    let names = Names::default();
    let [generated, mine, other] = [generated, mine, other].map(|text| units::of(text, &names));
    pieces([&generated, &mine, &other], &MERGED)
}

/// The same, line by line.
pub fn sides_by_lines(generated: &str, mine: &str, other: &str) -> Both {
    lines_of([generated, mine, other], &MERGED)
}

fn lines_of(texts: [&str; 3], marks: &[&str; 3]) -> Both {
    let [base, mine, new] = texts.map(|text| vec![Piece::Text(text.to_owned())]);
    pieces([&base, &mine, &new], marks)
}

/// The edits of one unit; its places in the source are those of the new text.
pub fn unit(base: &str, mine: &str, new: &str) -> Both {
    unit_of([base, mine, new], &MARKS)
}

fn unit_of([base, mine, new]: [&str; 3], marks: &[&str; 3]) -> Both {
    let (base, mine) = with_places(base, mine, new);
    lines_of([&base, &mine, new], marks)
}

/// A line that stands for a unit begins with this.
const UNIT: char = '\u{1}';
/// In front of such a line, where the text in front of the unit does not end its line.
const JOINT: &str = "\u{2}\n";

/// The lines that stand for units, with what they stand for.
#[derive(Default)]
struct Lines {
    text: String,
    /// Merged, and as the text has it.
    units: BTreeMap<String, (String, String)>,
}

fn pieces(texts: [&[Piece]; 3], marks: &[&str; 3]) -> Both {
    let anchors = units::anchors(texts);
    let keys: BTreeSet<&Key> = anchors
        .iter()
        .flat_map(|units| units.keys().copied())
        .collect();
    let mut conflict = false;
    let mut stands: [BTreeMap<&Key, (String, String)>; 3] = Default::default();
    for (number, key) in keys.into_iter().enumerate() {
        let [base, mine, new] = [0, 1, 2].map(|side| anchors[side].get(key).copied());
        if let (Some(base), Some(mine), Some(new)) = (base, mine, new) {
            let both = merged([base, mine, new], marks);
            conflict |= both.conflict;
            for side in &mut stands {
                side.insert(key, (format!("{UNIT}{number}\n"), both.text.clone()));
            }
            continue;
        }
        // One text lacks it: whether the others have the same decides between "went away" and a conflict.
        let same = match (base, mine, new) {
            (Some(base), Some(mine), None) => base.text == mine.text,
            (Some(one), None, Some(other)) | (None, Some(one), Some(other)) => {
                plain(&one.text, &BTreeMap::new()) == plain(&other.text, &BTreeMap::new())
            }
            _ => false,
        };
        for (side, unit) in [base, mine, new].into_iter().enumerate() {
            let Some(unit) = unit else { continue };
            let which = if same { 0 } else { side };
            let line = format!("{UNIT}{number}.{which}\n");
            stands[side].insert(key, (line, unit.text.clone()));
        }
    }
    let [base, mine, new] = [0, 1, 2].map(|side| lines(texts[side], &stands[side]));
    let merge = TextMerge::from_lines(&base.text, &mine.text, &new.text);
    let mut out = String::new();
    for region in merge.regions() {
        if region.is_conflict() {
            conflict = true;
            mark(&mut out, region, [&base, &mine, &new], marks);
            continue;
        }
        let (lines, range) = match region.resolution() {
            MergeResolution::Theirs => (&new, region.theirs_range()),
            _ => (&mine, region.ours_range()),
        };
        lines.push(range, true, &mut out);
    }
    Both {
        text: out,
        conflict,
    }
}

fn merged([base, mine, new]: [&Unit; 3], marks: &[&str; 3]) -> Both {
    let flat = |unit: &Unit| unit.inner.is_empty();
    if [base, mine, new].into_iter().all(flat) {
        return unit_of([&base.text, &mine.text, &new.text], marks);
    }
    let inner = |unit: &Unit| match flat(unit) {
        true => vec![Piece::Text(unit.text.clone())],
        false => unit.inner.clone(),
    };
    pieces([&inner(base), &inner(mine), &inner(new)], marks)
}

fn lines(pieces: &[Piece], stands: &BTreeMap<&Key, (String, String)>) -> Lines {
    let mut lines = Lines::default();
    for piece in pieces {
        let known = match piece {
            Piece::Unit(unit) => stands.get(&unit.key).map(|known| (unit, known)),
            Piece::Text(_) => None,
        };
        let Some((unit, (line, merged))) = known else {
            lines.text.push_str(piece.text());
            continue;
        };
        if !lines.text.is_empty() && !lines.text.ends_with('\n') {
            lines.text.push_str(JOINT);
        }
        lines.text.push_str(line);
        let texts = (merged.clone(), unit.text.clone());
        lines.units.insert(line.clone(), texts);
    }
    lines
}

impl Lines {
    /// Adds lines, with the units that they stand for: merged, or as the text has them.
    fn push(&self, range: Range<usize>, merged: bool, out: &mut String) {
        let all = self.text.split_inclusive('\n');
        for line in all.skip(range.start).take(range.len()) {
            match self.units.get(line) {
                Some((both, _)) if merged => out.push_str(both),
                Some((_, own)) => out.push_str(own),
                None => out.push_str(line.strip_suffix(JOINT).unwrap_or(line)),
            }
        }
    }
}

fn mark(out: &mut String, region: &MergeRegion, [base, mine, new]: [&Lines; 3], marks: &[&str; 3]) {
    let end_line = |out: &mut String| {
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
    };
    let [begin, before, end] = *marks;
    let stretches = [
        (begin, mine, region.ours_range()),
        (before, base, region.base_range()),
        ("=======", new, region.theirs_range()),
    ];
    for (mark, lines, range) in stretches {
        end_line(out);
        out.push_str(mark);
        out.push('\n');
        lines.push(range, false, out);
    }
    end_line(out);
    out.push_str(end);
    out.push('\n');
}

/// `base` and `mine` with the places of `new`: a line that is added above is no change next to an edit.
fn with_places(base: &str, mine: &str, new: &str) -> (String, String) {
    let (was, is) = (places(base), places(new));
    let mut now: BTreeMap<&str, &str> = BTreeMap::new();
    for (was, is) in was.iter().zip(&is) {
        let (was, is) = (&base[was.clone()], &new[is.clone()]);
        if now.insert(was, is).is_some_and(|other| other != is) {
            return (base.to_owned(), mine.to_owned());
        }
    }
    if was.len() != is.len() {
        return (base.to_owned(), mine.to_owned());
    }
    let replaced = |text: &str| {
        let mut out = String::new();
        let mut copied = 0;
        for place in places(text) {
            if let Some(now) = now.get(&text[place.clone()]) {
                out.push_str(&text[copied..place.start]);
                out.push_str(now);
                copied = place.end;
            }
        }
        out + &text[copied..]
    };
    (replaced(base), replaced(mine))
}

/// Where a text names places: `"a.c:12"`, and `// a.c:12: target`.
fn places(text: &str) -> Vec<Range<usize>> {
    let tokens = tokens(text).into_iter();
    let found = tokens.filter_map(|token| {
        let word = token.of(text);
        let place = match token.kind {
            Lexeme::Text => Some(word.trim_matches('"')).filter(|it| identity::is_place(it)),
            Lexeme::Comment => identity::origin(word).map(|origin| origin.place),
            _ => None,
        }?;
        let at = token.span.start + word.find(place)?;
        Some(at..at + place.len())
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(name: &str, line: usize, body: &str) -> String {
        format!(
            "// a.c:{line}: target map(x)\nextern \"C\" __global__ void\n{name}(int *x)\n{{\n    {body}\n}}\n\n"
        )
    }

    fn names(base: &str, now: &[(&str, Option<&str>)]) -> Names {
        let pairs = now.iter();
        let pairs = pairs.map(|(was, is)| (was.to_string(), is.map(str::to_owned)));
        Names::new(base, pairs.collect())
    }

    #[test]
    fn an_edit_goes_with_its_kernel() {
        let base = kernel("f_1", 3, "x[0] = 1;");
        let mine = kernel("f_1", 3, "x[0] = 1; // mine");
        let new = kernel("f_1", 3, "x[0] = 2;") + &kernel("f_2", 7, "x[0] = 1;");
        let both = by_units(&base, &mine, &new, &names(&base, &[("f_1", Some("f_2"))]));
        let wanted = kernel("f_1", 3, "x[0] = 2;") + &kernel("f_2", 7, "x[0] = 1; // mine");
        assert_eq!((both.text, both.conflict), (wanted, false));
    }

    #[test]
    fn kernels_that_change_places_keep_their_edits() {
        let base = kernel("f_1", 3, "x[0] = 1;") + &kernel("f_2", 7, "x[0] = 2;");
        let mine = base.replace("= 1;", "= 1; // mine");
        let new = kernel("f_1", 3, "x[0] = 2;") + &kernel("f_2", 7, "x[0] = 1;");
        let names = names(&base, &[("f_1", Some("f_2")), ("f_2", Some("f_1"))]);
        let both = by_units(&base, &mine, &new, &names);
        let wanted = new.replace("= 1;", "= 1; // mine");
        assert_eq!((both.text, both.conflict), (wanted, false));
    }

    #[test]
    fn what_one_lacks_and_the_other_changed_is_a_conflict() {
        let base = kernel("f_1", 3, "x[0] = 1;") + &kernel("f_2", 7, "x[0] = 2;");
        let mine = base.replace("= 1;", "= 1; // mine");
        let new = kernel("f_1", 7, "x[0] = 2;");
        let gone = names(&base, &[("f_1", None), ("f_2", Some("f_1"))]);
        let both = by_units(&base, &mine, &new, &gone);
        assert!(
            both.conflict && both.text.contains("// mine"),
            "{}",
            both.text
        );
        assert!(both.text.ends_with(&new), "{}", both.text);
        // The user took a kernel away.
        let mine = kernel("f_1", 3, "x[0] = 1;");
        let same = by_units(&base, &mine, &base, &Names::default());
        assert_eq!((same.text, same.conflict), (mine.clone(), false));
        let new = base.replace("= 2;", "= 3;");
        assert!(by_units(&base, &mine, &new, &Names::default()).conflict);
    }

    #[test]
    fn launches_of_a_function_are_units() {
        let launch = |number: usize, line: usize, code: &str| {
            format!("    ROMP_TARGET(\"a.c:{line}\", f_{number}, x)\n    {{ {code} }}\n")
        };
        let base = format!(
            "void f(int *x)\n{{\n{}{}}}\n",
            launch(1, 3, "a();"),
            launch(2, 5, "b();")
        );
        let mine = base
            .replace("a();", "a(); /* mine */")
            .replace("}\n}\n", "}\n    mine();\n}\n");
        let new = format!(
            "void f(int *x)\n{{\n{}{}}}\n",
            launch(1, 3, "b();"),
            launch(2, 5, "a();")
        );
        let names = names("", &[("f_1", Some("f_2")), ("f_2", Some("f_1"))]);
        let both = by_units(&base, &mine, &new, &names);
        let wanted = new
            .replace("a();", "a(); /* mine */")
            .replace("}\n}\n", "}\n    mine();\n}\n");
        // The last line stands behind another launch than it did.
        assert!(both.conflict || both.text == wanted, "{}", both.text);
        assert!(both.text.contains("a(); /* mine */"), "{}", both.text);
    }
}
