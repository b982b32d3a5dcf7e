//! The skeletons of device code under `templates/`, filled.

use super::tree::Block;
use super::value::Call;
use askama::Template;

/// The body of a kernel whose sequential part one thread runs, the master, with workers for parallel regions.
#[derive(Clone, Debug)]
pub struct ForkJoin {
    /// The start of the state that device functions ask.
    pub state: Block,
    /// The object by which the master forks; none where the barrier of workers and master itself says all.
    pub work: Option<String>,
    /// The regions of device functions by their numbers, a call each.
    pub calls: Vec<(usize, Call)>,
    /// The kernel's own regions by their numbers.
    pub regions: Vec<(usize, Block)>,
    /// What the master does before the sequential part, the part itself, and what it does behind it.
    pub begin: Block,
    pub master: Block,
    pub end: Block,
}

impl ForkJoin {
    pub(super) fn blocks(&self) -> Vec<&Block> {
        let regions = self.regions.iter().map(|(_, code)| code);
        let master = [&self.begin, &self.master, &self.end];
        [&self.state]
            .into_iter()
            .chain(regions)
            .chain(master)
            .collect()
    }

    pub(super) fn blocks_mut(&mut self) -> Vec<&mut Block> {
        let regions = self.regions.iter_mut().map(|(_, code)| code);
        let master = [&mut self.begin, &mut self.master, &mut self.end];
        [&mut self.state]
            .into_iter()
            .chain(regions)
            .chain(master)
            .collect()
    }

    pub(super) fn text(&self) -> String {
        let numbered = self.work.is_some();
        let calls = self.calls.iter().map(|(number, call)| Case {
            number: *number,
            code: format!("{call};"),
        });
        let depth = if numbered { 4 } else { 3 };
        let regions = self.regions.iter().map(|(number, code)| Case {
            number: *number,
            code: code.text(depth),
        });
        let skeleton = ForkJoinText {
            state: self.state.text(1),
            work: self.work.as_deref().unwrap_or_default(),
            numbered,
            calls: calls.collect(),
            regions: regions.collect(),
            begin: self.begin.text(1),
            master: self.master.text(1),
            end: self.end.text(1),
        };
        let text = skeleton.render();
        text.expect("the template has no fallible parts") + "\n"
    }
}

/// What `templates/fork_join.cu` is filled with: text of whole lines, with their indentation.
#[derive(Template)]
#[template(path = "fork_join.cu", whitespace = "preserve")]
struct ForkJoinText<'a> {
    state: String,
    work: &'a str,
    /// Workers choose among regions.
    numbered: bool,
    calls: Vec<Case>,
    regions: Vec<Case>,
    begin: String,
    master: String,
    end: String,
}

/// What workers do for a region of this number.
struct Case {
    number: usize,
    code: String,
}
