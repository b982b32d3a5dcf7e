//! The skeletons of device code under `templates/`, filled.

use super::tree::Block;
use super::value::Call;
use askama::Template;

/// The body of a fork-join kernel: one thread, the master, runs the sequential part, and the others, the workers,
/// wait for parallel regions.
#[derive(Clone, Debug)]
pub struct ForkJoin {
    /// The statements that initialise the state which device functions ask.
    pub state: Block,
    /// The name of the object by which the master gives workers the number of a region; none where there is one
    /// region alone, and the barrier of workers and master says enough.
    pub work: Option<String>,
    /// The regions of device functions, each with its number and the call that runs it.
    pub calls: Vec<(usize, Call)>,
    /// The kernel's own regions, each with its number.
    pub regions: Vec<(usize, Block)>,
    /// What the master does before the sequential part.
    pub begin: Block,
    /// The sequential part.
    pub master: Block,
    /// What the master does after the sequential part.
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

/// The values for `templates/fork_join.cu`: text of whole lines, with their indentation.
#[derive(Template)]
#[template(path = "fork_join.cu", whitespace = "preserve")]
struct ForkJoinText<'a> {
    state: String,
    work: &'a str,
    /// Whether workers choose a region by its number.
    numbered: bool,
    calls: Vec<Case>,
    regions: Vec<Case>,
    begin: String,
    master: String,
    end: String,
}

/// A region, its number, and the code that workers run for it.
struct Case {
    number: usize,
    code: String,
}
