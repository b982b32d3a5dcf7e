//! The texts of the page, line by line: colours of the syntax, and which lines of the other texts belong to each.

use super::Unit;
use crate::outline::{self, Kind, Language, Outline, classes};
use crate::report::Location;
use std::collections::BTreeMap;

/// How many colours lines that belong together have; neighbouring groups differ.
const HUES: usize = 10;

/// A text of the page.
pub(super) struct Pane {
    pub id: String,
    pub title: String,
    /// What its lines are called.
    pub short: &'static str,
    /// Machine code is for one architecture.
    pub architecture: Option<String>,
    pub lines: Vec<Line>,
}

impl Pane {
    pub fn is_source(&self) -> bool {
        self.short == "source"
    }
}

pub(super) struct Line {
    pub id: String,
    pub number: usize,
    pub html: String,
    /// The line that it leads to.
    pub to: Option<String>,
    pub group: usize,
    pub hue: usize,
    /// Its beginning, for those who hear the page.
    pub says: String,
}

/// The machine code of a unit for one architecture.
pub struct Sass {
    pub architecture: String,
    /// It is of the unit alone, though its kernels use code of other files.
    pub alone: bool,
    pub lines: Vec<SassLine>,
}

/// An instruction, or a heading.
pub struct SassLine {
    pub text: String,
    /// The line of the CUDA file that it comes from.
    pub cuda: Option<usize>,
}

/// Where the lines of a unit stand on the page.
pub(super) struct Places {
    id: String,
    /// The number of each file of the user's that is shown.
    files: BTreeMap<String, usize>,
    /// The number of the group of each line of the user's that code came from.
    groups: BTreeMap<(String, u32), usize>,
    /// The group of each line of the CUDA file.
    cuda: Vec<Option<usize>>,
    /// The first line of the CUDA file of each kernel and function.
    items: BTreeMap<String, usize>,
    /// Whether the machine code is shown.
    sass: bool,
}

impl Places {
    pub fn of(unit: &Unit, id: &str) -> Places {
        let shown = unit.sources.iter().enumerate();
        let files: BTreeMap<String, usize> =
            shown.map(|(at, file)| (file.path.clone(), at)).collect();
        let found = unit.links.by_source();
        let linked = found.keys().filter(|(file, _)| files.contains_key(file));
        let groups: BTreeMap<(String, u32), usize> = linked
            .enumerate()
            .map(|(at, key)| (key.clone(), at))
            .collect();
        let of_line = |place: &Option<Location>| {
            let place = place.as_ref()?;
            groups.get(&(place.file.clone(), place.line)).copied()
        };
        let cuda = unit.links.lines.iter().map(of_line).collect();
        let outline = Outline::of(unit.cuda, Language::Cuda);
        let items = outline
            .items
            .iter()
            .filter(|item| matches!(item.kind, Kind::Kernel | Kind::DeviceFunction));
        let starts = outline::line_starts(unit.cuda);
        let code = |item: &outline::Item| {
            let first = item.comment.end.max(item.span.start);
            let text = unit.cuda.get(first..).unwrap_or("");
            let first = first + (text.len() - text.trim_start().len());
            starts.partition_point(|start| *start <= first)
        };
        let items = items.map(|item| (item.name.clone(), code(item))).collect();
        Places {
            id: id.into(),
            files,
            groups,
            cuda,
            items,
            sass: !unit.sass.is_empty(),
        }
    }

    /// The line of the user's text, where it is shown; empty where it is not.
    pub fn source(&self, at: &Location) -> String {
        let file = self.files.get(&at.file);
        file.map_or(String::new(), |file| self.source_line(*file, at.line))
    }

    /// The first line of a kernel or function in the CUDA file.
    pub fn item(&self, name: &str) -> String {
        let line = self.items.get(name);
        line.map_or(String::new(), |line| self.cuda_line(*line))
    }

    fn source_line(&self, file: usize, line: u32) -> String {
        format!("{}s{file}-{line}", self.id)
    }

    fn cuda_line(&self, line: usize) -> String {
        format!("{}c-{line}", self.id)
    }
}

/// The panes of a unit: its files, the CUDA file, the machine code.
pub(super) fn of(unit: &Unit, places: &Places, chosen: &str) -> Vec<Pane> {
    let mut panes: Vec<Pane> = unit
        .sources
        .iter()
        .enumerate()
        .map(|(at, source)| Pane {
            id: format!("{}s{at}", places.id),
            title: source.path.clone(),
            short: "source",
            architecture: None,
            lines: source_lines(source.text, &source.path, at, places),
        })
        .collect();
    if !unit.cuda.is_empty() {
        panes.push(Pane {
            id: format!("{}c", places.id),
            title: "CUDA".into(),
            short: "CUDA",
            architecture: None,
            lines: cuda_lines(unit, places),
        });
    }
    // The chosen one first, so that it is what is seen where no script runs.
    let mut sass: Vec<_> = unit.sass.iter().enumerate().collect();
    sass.sort_by_key(|(_, one)| one.architecture != chosen);
    panes.extend(sass.into_iter().map(|(at, one)| Pane {
        id: format!("{}a{at}", places.id),
        title: match one.alone {
            true => format!(
                "SASS of {}, without the code of other files",
                one.architecture
            ),
            false => format!("SASS of {}", one.architecture),
        },
        short: "SASS",
        architecture: Some(one.architecture.clone()),
        lines: sass_lines(one, at, places),
    }));
    panes
}

fn source_lines(text: &str, path: &str, file: usize, places: &Places) -> Vec<Line> {
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, group) in places.cuda.iter().enumerate() {
        if let Some(group) = group {
            first.entry(*group).or_insert(at + 1);
        }
    }
    let lines = highlighted(text, Language::C);
    let lines = lines.into_iter().zip(text.lines()).enumerate();
    let line = |(at, (html, text)): (usize, (String, &str))| {
        let number = at + 1;
        let group = places.groups.get(&(path.to_string(), number as u32));
        let to = group.and_then(|group| first.get(group));
        Line {
            id: places.source_line(file, number as u32),
            number,
            html,
            to: to.map(|line| places.cuda_line(*line)),
            group: group.copied().unwrap_or_default(),
            hue: group.copied().unwrap_or_default() % HUES,
            says: spoken(text),
        }
    };
    lines.map(line).collect()
}

fn cuda_lines(unit: &Unit, places: &Places) -> Vec<Line> {
    let sources: BTreeMap<usize, String> = places
        .groups
        .iter()
        .map(|((file, line), group)| (*group, places.source_line(places.files[file], *line)))
        .collect();
    let lines = highlighted(unit.cuda, Language::Cuda);
    let lines = lines.into_iter().zip(unit.cuda.lines()).enumerate();
    let line = |(at, (html, text)): (usize, (String, &str))| {
        let group = places.cuda.get(at).copied().flatten();
        Line {
            id: places.cuda_line(at + 1),
            number: at + 1,
            html,
            to: group.and_then(|group| sources.get(&group).cloned()),
            group: group.unwrap_or_default(),
            hue: group.unwrap_or_default() % HUES,
            says: spoken(text),
        }
    };
    lines.map(line).collect()
}

fn sass_lines(sass: &Sass, pane: usize, places: &Places) -> Vec<Line> {
    let line = |(at, one): (usize, &SassLine)| {
        let of = |line: usize| places.cuda.get(line.checked_sub(1)?).copied().flatten();
        let group = one.cuda.and_then(of);
        let to = one.cuda.filter(|_| group.is_some());
        Line {
            id: format!("{}a{pane}-{}", places.id, at + 1),
            number: at + 1,
            html: escaped(&one.text),
            to: to.map(|line| places.cuda_line(line)),
            group: group.unwrap_or_default(),
            hue: group.unwrap_or_default() % HUES,
            says: spoken(&one.text),
        }
    };
    debug_assert!(places.sass);
    sass.lines.iter().enumerate().map(line).collect()
}

/// The beginning of a line.
fn spoken(text: &str) -> String {
    const MOST: usize = 60;
    text.trim().chars().take(MOST).collect()
}

/// The lines of a text as HTML.
fn highlighted(text: &str, language: Language) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut put = |text: &str, class: Option<&str>| {
        for (at, part) in text.split('\n').enumerate() {
            if at > 0 {
                lines.push(String::new());
            }
            let part = escaped(part.trim_end_matches('\r'));
            let line = lines.last_mut().expect("there is a line");
            match class.filter(|_| !part.is_empty()) {
                Some(class) => line.push_str(&format!("<span class=\"{class}\">{part}</span>")),
                None => line.push_str(&part),
            }
        }
    };
    let mut at = 0;
    for (span, class) in classes::of(text, language) {
        put(&text[at..span.start], None);
        let plain = matches!(
            class.name(),
            "variable" | "operator" | "punctuation" | "property"
        );
        put(&text[span.clone()], Some(class.name()).filter(|_| !plain));
        at = span.end;
    }
    put(&text[at..], None);
    lines
}

pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // HTML has no other control characters than these.
            '\t' => out.push('\t'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
