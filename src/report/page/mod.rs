//! The report as a page: one HTML file that needs nothing else, in which the lines of the program, of the CUDA file and
//! of the machine code are links to each other.
//!
//! From the data of the report; what is shown, and under which name, is decided here, how it looks in
//! `templates/report/`.

mod details;
mod panes;

pub use panes::{Sass, SassLine};

use super::links::Links;
use super::{Function, Kernel};
use crate::plan::architectures::{self, Chosen};
use askama::Template;
use details::{FunctionView, KernelView, costs, on_architectures};
use panes::{Pane, Places};

/// What a file of the program became.
pub struct Unit<'a> {
    /// Its name, as the user gave it.
    pub file: String,
    /// Its texts, which have links: the file, then headers with device code.
    pub sources: Vec<Source<'a>>,
    pub cuda: &'a str,
    pub links: &'a Links,
    pub kernels: &'a [Kernel],
    pub functions: &'a [Function],
    /// The machine code, by architecture, where there are tools that show it.
    pub sass: &'a [Sass],
}

/// A file that is not translated.
pub struct Refused {
    /// Its name, as the user gave it.
    pub file: String,
    pub said: Vec<Said>,
}

/// Why it is not.
pub struct Said {
    /// `a.c:12`
    pub place: String,
    pub text: String,
    pub help: Option<String>,
}

/// A file of the user's.
pub struct Source<'a> {
    /// The path as the compiler knows it, which places have.
    pub path: String,
    pub text: &'a str,
}

#[derive(Template)]
#[template(path = "report/page.html", whitespace = "preserve")]
struct Page<'a> {
    title: String,
    architectures: Vec<Choice>,
    units: Vec<UnitView<'a>>,
    refused: Vec<RefusedView>,
}

struct RefusedView {
    id: String,
    file: String,
    said: Vec<details::Remark>,
}

/// An architecture that can be chosen.
struct Choice {
    name: String,
    /// Code is made for it.
    asked: bool,
}

struct UnitView<'a> {
    id: String,
    file: String,
    entries: Vec<Entry>,
    panes: Vec<Pane>,
    kernels: Vec<KernelView<'a>>,
    functions: Vec<FunctionView<'a>>,
}

impl UnitView<'_> {
    /// The panes that stand below each other: the files of the user's.
    fn columns(&self) -> Vec<&[Pane]> {
        let both_sources = |a: &Pane, b: &Pane| a.is_source() && b.is_source();
        self.panes.chunk_by(both_sources).collect()
    }
}

/// A row of the list of files and kernels.
struct Entry {
    id: String,
    name: String,
    summary: String,
    on: Vec<OnArchitecture>,
    costs: Vec<OnArchitecture>,
    warnings: usize,
    /// The severity of what costs most; empty where nothing does.
    severity: &'static str,
    /// The words that a filter finds it by: its kinds of findings.
    kinds: String,
}

/// A part of a summary that depends on the architecture.
struct OnArchitecture {
    architecture: String,
    text: String,
    hidden: bool,
}

/// The page of some files, of which code is made for some architectures.
pub fn render(units: &[Unit], refused: &[Refused], made_for: Chosen) -> String {
    let title = match (units, refused) {
        ([one], []) => one.file.clone(),
        ([], [one]) => one.file.clone(),
        (several, refused) => format!("{} files", several.len() + refused.len()),
    };
    let architectures = choices(made_for);
    let chosen = architectures.first().map_or("", |one| one.name.as_str());
    let views = units
        .iter()
        .enumerate()
        .map(|(at, unit)| view(unit, &format!("u{at}"), chosen));
    let units = views.collect();
    let refused = refused.iter().enumerate().map(|(at, one)| RefusedView {
        id: format!("r{at}"),
        file: one.file.clone(),
        said: one.said.iter().map(details::said).collect(),
    });
    let page = Page {
        title,
        architectures,
        units,
        refused: refused.collect(),
    };
    page.render().expect("the template has no fallible parts")
}

/// The architectures that code is made for, the newest first, then the others.
fn choices(made_for: Chosen) -> Vec<Choice> {
    let asked: Vec<u32> = made_for.all().iter().map(|one| one.sm).collect();
    let mut all: Vec<Choice> = architectures::ALL
        .iter()
        .map(|one| Choice {
            asked: asked.contains(&one.sm),
            name: one.name(),
        })
        .collect();
    all.reverse();
    all.sort_by_key(|one| !one.asked);
    all
}

fn view<'a>(unit: &Unit<'a>, id: &str, chosen: &str) -> UnitView<'a> {
    let places = Places::of(unit, id);
    let kernels: Vec<KernelView> = unit
        .kernels
        .iter()
        .enumerate()
        .map(|(at, kernel)| KernelView::of(kernel, format!("{id}k{at}"), &places, chosen))
        .collect();
    let functions: Vec<FunctionView> = unit
        .functions
        .iter()
        .enumerate()
        .map(|(at, function)| FunctionView::of(function, format!("{id}f{at}"), &places, &kernels))
        .collect();
    let of_kernels = kernels.iter().map(|kernel| Entry {
        id: kernel.id.clone(),
        name: kernel.data.name.clone(),
        summary: details::summary(kernel.data),
        on: on_architectures(kernel.data, chosen),
        costs: costs(kernel.data, chosen),
        warnings: kernel.data.warnings.len(),
        severity: details::severity(kernel.data),
        kinds: details::kinds(kernel.data),
    });
    let of_functions = functions.iter().map(|function| Entry {
        id: function.id.clone(),
        name: function.data.name.clone(),
        summary: "device function".into(),
        on: vec![],
        costs: vec![],
        warnings: 0,
        severity: "",
        kinds: String::new(),
    });
    UnitView {
        id: id.into(),
        file: unit.file.clone(),
        entries: of_kernels.chain(of_functions).collect(),
        panes: panes::of(unit, &places, chosen),
        kernels,
        functions,
    }
}
