//! The lines of two items side by side, and what is different in each.
//!
//! Lines are the same where their leaves are: indentation and line ends do not count. A block of other lines is compared
//! leaf by leaf, across its line ends, so that a list that is only broken otherwise is no change. Comments and blank lines
//! stand where they stand and count for nothing, unless noise is asked for: then lines are the same where each byte is.

use super::canonical::{self, Canonical, Names};
use super::{Change, Line, Options, Row, Side, numbered};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// How much two lines of a block have in common at least to stand side by side.
const ALIKE: f64 = 0.4;
/// The most pairs of lines of a block that are looked at: larger blocks stand below each other.
const LARGE: usize = 1 << 18;

/// The lines of one item.
pub(super) struct Half<'a> {
    lines: Vec<Source<'a>>,
    /// The lines that count.
    counting: Vec<usize>,
}

struct Source<'a> {
    number: usize,
    start: usize,
    text: &'a str,
    leaves: Vec<Canonical<'a>>,
}

impl<'a> Half<'a> {
    /// The lines of a range of bytes, which begins with a line.
    pub fn of(side: &Side<'a>, span: &Range<usize>, names: &Names, options: &Options) -> Half<'a> {
        let mut leaves = canonical::leaves(side, span, names, options)
            .into_iter()
            .peekable();
        let before = side.text[..span.start]
            .bytes()
            .filter(|byte| *byte == b'\n')
            .count();
        let mut start = span.start;
        let mut lines = vec![];
        for (at, line) in side.text[span.clone()].split_inclusive('\n').enumerate() {
            let end = start + line.len();
            let own = std::iter::from_fn(|| leaves.next_if(|leaf| leaf.span.start < end));
            lines.push(Source {
                number: before + at + side.first,
                start,
                text: line.trim_end_matches(['\n', '\r']),
                leaves: own.collect(),
            });
            start = end;
        }
        let counts = |line: &Source| options.noise || !line.leaves.is_empty();
        let counting = (0..lines.len()).filter(|&at| counts(&lines[at]));
        Half {
            counting: counting.collect(),
            lines,
        }
    }

    /// All leaves, in their order.
    pub(super) fn leaves_mut(&mut self) -> Vec<&mut Canonical<'a>> {
        self.lines
            .iter_mut()
            .flat_map(|line| &mut line.leaves)
            .collect()
    }

    /// What is compared of each line that counts.
    fn keys(&self, options: &Options) -> Vec<Vec<&str>> {
        let key = |&at: &usize| {
            let line = &self.lines[at];
            match options.noise {
                true => vec![line.text],
                false => line.leaves.iter().map(|leaf| &*leaf.text).collect(),
            }
        };
        self.counting.iter().map(key).collect()
    }
}

/// The rows of two items, or of one.
pub(super) fn of(old: Option<Half>, new: Option<Half>, options: &Options) -> Vec<Row> {
    match (old, new) {
        (Some(mut old), Some(mut new)) => {
            if let Some(users) = options.users.as_ref().filter(|_| !options.noise) {
                numbered::unify(&mut old, &mut new, users);
            }
            let ops =
                capture_diff_slices(Algorithm::Patience, &old.keys(options), &new.keys(options));
            let mut rows = Rows {
                old: &old,
                new: &new,
                at: (0, 0),
                rows: vec![],
            };
            for op in ops {
                rows.add(op);
            }
            rows.fill(old.lines.len(), new.lines.len());
            rows.rows
        }
        (Some(old), None) => all(&old, |line| (Some(line), None), Change::Removed),
        (None, Some(new)) => all(&new, |line| (None, Some(line)), Change::Added),
        (None, None) => vec![],
    }
}

/// The rows of an item that only one text has; of no change where no line of it counts.
fn all(half: &Half, side: fn(Line) -> (Option<Line>, Option<Line>), state: Change) -> Vec<Row> {
    let state = match half.counting.is_empty() {
        true => Change::Noise,
        false => state,
    };
    let rows = half.lines.iter().map(|it| {
        let (old, new) = side(line(it, vec![]));
        Row { old, new, state }
    });
    rows.collect()
}

fn line(source: &Source, marks: Vec<Range<usize>>) -> Line {
    Line {
        number: source.number,
        text: source.text.to_owned(),
        marks,
        moved: None,
        code: source
            .leaves
            .iter()
            .map(|leaf| leaf.text.to_string())
            .collect(),
    }
}

/// The bytes of an old and of a new line that the other does not have.
type Marks = (Vec<Range<usize>>, Vec<Range<usize>>);

struct Rows<'a> {
    old: &'a Half<'a>,
    new: &'a Half<'a>,
    /// The lines of both that come next.
    at: (usize, usize),
    rows: Vec<Row>,
}

impl Rows<'_> {
    fn add(&mut self, op: DiffOp) {
        let (olds, news) = (op.old_range(), op.new_range());
        let lines = |half: &Half, range: Range<usize>| half.counting[range].to_vec();
        let (olds, news) = (lines(self.old, olds), lines(self.new, news));
        match op {
            DiffOp::Equal { .. } => {
                for (old, new) in olds.into_iter().zip(news) {
                    self.both(old, new, None);
                }
            }
            _ => self.block(&olds, &news),
        }
    }

    /// Lines that do not count, up to the given ones.
    fn fill(&mut self, old: usize, new: usize) {
        while self.at.0 < old || self.at.1 < new {
            let before = (self.at.0 < old).then(|| &self.old.lines[self.at.0]);
            let after = (self.at.1 < new).then(|| &self.new.lines[self.at.1]);
            let same = before.map(|it| it.text) == after.map(|it| it.text);
            self.rows.push(Row {
                old: before.map(|it| line(it, vec![])),
                new: after.map(|it| line(it, vec![])),
                state: if same { Change::Same } else { Change::Noise },
            });
            self.at.0 += usize::from(before.is_some());
            self.at.1 += usize::from(after.is_some());
        }
    }

    /// Two lines beside each other, with what is different in them; none where their leaves are the same.
    fn both(&mut self, old: usize, new: usize, marks: Option<Marks>) {
        self.fill(old, new);
        let (before, after) = (&self.old.lines[old], &self.new.lines[new]);
        let state = match &marks {
            Some(_) => Change::Changed,
            None if before.text == after.text => Change::Same,
            None => Change::Noise,
        };
        let (of_old, of_new) = marks.unwrap_or_default();
        self.rows.push(Row {
            old: Some(line(before, of_old)),
            new: Some(line(after, of_new)),
            state,
        });
        self.at = (old + 1, new + 1);
    }

    fn removed(&mut self, old: usize) {
        self.fill(old, self.at.1);
        self.rows.push(Row {
            old: Some(line(&self.old.lines[old], vec![])),
            new: None,
            state: Change::Removed,
        });
        self.at.0 = old + 1;
    }

    fn added(&mut self, new: usize) {
        self.fill(self.at.0, new);
        self.rows.push(Row {
            old: None,
            new: Some(line(&self.new.lines[new], vec![])),
            state: Change::Added,
        });
        self.at.1 = new + 1;
    }

    /// Lines that are not the same: compared leaf by leaf.
    fn block(&mut self, olds: &[usize], news: &[usize]) {
        let block = Block::of(self.old, olds, self.new, news);
        if block.is_layout() {
            // Only line ends are others: the lines stand beside each other as they come.
            let both = olds.len().min(news.len());
            let last = |lines: &[usize]| lines.last().map(|at| at + 1);
            for (&old, &new) in olds.iter().zip(news).take(both) {
                self.both(old, new, None);
            }
            let (old, new) = self.at;
            self.fill(last(olds).unwrap_or(old), last(news).unwrap_or(new));
            return;
        }
        let (mut i, mut j) = (0, 0);
        for (old, new) in block.beside() {
            olds[i..old].iter().for_each(|&at| self.removed(at));
            news[j..new].iter().for_each(|&at| self.added(at));
            let marks = (
                block.marks(&self.old.lines[olds[old]], &block.old[old]),
                block.marks(&self.new.lines[news[new]], &block.new[new]),
            );
            // A line of which all is in the other text, but not in one line.
            self.both(olds[old], news[new], Some(marks));
            (i, j) = (old + 1, new + 1);
        }
        olds[i..].iter().for_each(|&at| self.removed(at));
        news[j..].iter().for_each(|&at| self.added(at));
    }
}

/// For each line of a block and each of its leaves: the line of the other side that has the leaf, too.
struct Block {
    old: Vec<Vec<Option<usize>>>,
    new: Vec<Vec<Option<usize>>>,
}

impl Block {
    fn of(old: &Half, olds: &[usize], new: &Half, news: &[usize]) -> Block {
        let (before, after) = (flat(old, olds), flat(new, news));
        let texts = |leaves: &[(usize, &str)]| -> Vec<String> {
            leaves.iter().map(|(_, text)| (*text).to_owned()).collect()
        };
        let mut block = Block {
            old: empty(old, olds),
            new: empty(new, news),
        };
        for op in capture_diff_slices(Algorithm::Myers, &texts(&before), &texts(&after)) {
            let (from, to) = (op.old_range(), op.new_range());
            let equal = matches!(op, DiffOp::Equal { .. });
            for at in 0..from.len().max(to.len()) {
                let one = (at < from.len()).then(|| before[from.start + at].0);
                let other = (at < to.len()).then(|| after[to.start + at].0);
                put(&mut block.old, one, other.filter(|_| equal));
                put(&mut block.new, other, one.filter(|_| equal));
            }
        }
        block
    }

    /// Whether both sides have the same leaves.
    fn is_layout(&self) -> bool {
        let both = self.old.iter().chain(&self.new);
        both.flatten().all(Option::is_some)
    }

    /// The lines that stand beside each other, by their places in the block, in the order of both.
    fn beside(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.old.len(), self.new.len());
        if rows * columns > LARGE {
            return vec![];
        }
        let mut common = vec![vec![0usize; columns]; rows];
        for (row, leaves) in self.old.iter().enumerate() {
            for &column in leaves.iter().flatten() {
                common[row][column] += 1;
            }
        }
        let worth = |row: usize, column: usize| {
            let all = self.old[row].len() + self.new[column].len();
            let share = 2.0 * common[row][column] as f64 / all.max(1) as f64;
            if share >= ALIKE {
                common[row][column]
            } else {
                0
            }
        };
        // The best sum of common leaves of the lines from a pair of places on.
        let mut best = vec![vec![0usize; columns + 1]; rows + 1];
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                let apart = best[row + 1][column].max(best[row][column + 1]);
                let beside = match worth(row, column) {
                    0 => 0,
                    worth => worth + best[row + 1][column + 1],
                };
                best[row][column] = apart.max(beside);
            }
        }
        let (mut row, mut column) = (0, 0);
        let mut pairs = vec![];
        while row < rows && column < columns {
            let worth = worth(row, column);
            if worth > 0 && best[row][column] == worth + best[row + 1][column + 1] {
                pairs.push((row, column));
                (row, column) = (row + 1, column + 1);
            } else if best[row][column] == best[row + 1][column] {
                row += 1;
            } else {
                column += 1;
            }
        }
        pairs
    }

    /// The bytes of a line that the other side does not have: neighbours together.
    fn marks(&self, source: &Source, found: &[Option<usize>]) -> Vec<Range<usize>> {
        let mut marks: Vec<Range<usize>> = vec![];
        let mut open = false;
        for (leaf, found) in source.leaves.iter().zip(found) {
            let from = leaf.span.start - source.start;
            let to = (leaf.span.end - source.start).min(source.text.len());
            match (found, marks.last_mut()) {
                (Some(_), _) => {}
                (None, Some(last)) if open => last.end = to,
                (None, _) => marks.push(from..to),
            }
            open = found.is_none();
        }
        marks
    }
}

/// The leaves of lines, each with the place of its line in the block.
fn flat<'a>(half: &'a Half, lines: &[usize]) -> Vec<(usize, &'a str)> {
    let lines = lines.iter().enumerate();
    let leaves = lines.flat_map(|(place, &at)| {
        half.lines[at]
            .leaves
            .iter()
            .map(move |leaf| (place, &*leaf.text))
    });
    leaves.collect()
}

fn empty(half: &Half, lines: &[usize]) -> Vec<Vec<Option<usize>>> {
    let room = |&at: &usize| Vec::with_capacity(half.lines[at].leaves.len());
    lines.iter().map(room).collect()
}

/// Appends what is found of the next leaf to its line.
fn put(lines: &mut [Vec<Option<usize>>], line: Option<usize>, found: Option<usize>) {
    if let Some(line) = line {
        lines[line].push(found);
    }
}
