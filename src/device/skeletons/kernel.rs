//! Kernels, by which threads run the sequential part of their region.

use super::SharedStruct;
use crate::device::tree::{Block, Stmt, Style};
use crate::device::value::{Call, Value};
use crate::device::{HeaderStorage, Team};
use askama::Template;
use std::fmt;

/// A kernel, and the structs of what its teams share: `templates/kernel.cu`.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The struct of what a team has in shared memory.
    pub shared: Option<SharedStruct>,
    /// The struct of what is spilled to global memory.
    pub spilled: Option<SharedStruct>,
    /// What stands above the brace.
    pub heading: Heading,
    /// What all threads do first: names of mapped variables, objects of the structs.
    pub start: Block,
    /// The region.
    pub body: Body,
    /// What the device header has in shared memory for it, and for the functions that it calls once these are known.
    pub reserved: HeaderStorage,
}

/// The lines of a kernel above its brace.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The directive, what was decided and why, a line each.
    pub comments: Vec<String>,
    /// A `#line` directive in front of it, for debuggers and checks.
    pub line: Option<String>,
    /// The most threads of a block.
    pub bounds: u32,
    /// The kernel's name.
    pub name: String,
    /// Declarations, in the order of the launch's arguments.
    pub parameters: Vec<String>,
    /// The kernel that is launched in its place where the list items of a launch are separate.
    pub apart: Option<Apart>,
}

/// A second kernel with the same code, whose parameters promise that no byte is accessed through two of them.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Its name.
    pub kernel: String,
    /// The name of the function that has the code of both.
    pub code: String,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// The parameters of the function.
    pub of_code: Vec<String>,
    /// What both pass to the function.
    pub arguments: Vec<String>,
}

/// Which threads run the region.
#[derive(Clone, Debug)]
pub enum Body {
    /// All: `templates/spmd.cu`.
    Spmd(AllThreads),
    /// All, but for the parts that thread 0 alone runs: `templates/guarded.cu`.
    Guarded(AllThreads),
    /// One thread runs the sequential part: `templates/fork_join.cu`.
    ForkJoin(ForkJoin),
}

/// The code of a kernel whose threads all run its region.
#[derive(Clone, Debug)]
pub struct AllThreads {
    /// What mechanisms of the device header need before they are used.
    pub ready: Block,
    /// The region.
    pub code: Block,
    /// Gives back what was claimed.
    pub release: Block,
}

/// The code of a fork-join kernel: one thread, the master, runs the sequential part, and the others, the workers, wait
/// for parallel regions.
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

impl Kernel {
    /// All blocks of its code.
    pub fn blocks(&self) -> Vec<&Block> {
        let body = match &self.body {
            Body::Spmd(all) | Body::Guarded(all) => vec![&all.ready, &all.code, &all.release],
            Body::ForkJoin(kernel) => {
                let regions = kernel.regions.iter().map(|(_, code)| code);
                let master = [&kernel.begin, &kernel.master, &kernel.end];
                let state = std::iter::once(&kernel.state);
                state.chain(regions).chain(master).collect()
            }
        };
        std::iter::once(&self.start).chain(body).collect()
    }

    /// All blocks of its code, to change them.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        let body = match &mut self.body {
            Body::Spmd(all) | Body::Guarded(all) => {
                vec![&mut all.ready, &mut all.code, &mut all.release]
            }
            Body::ForkJoin(kernel) => {
                let regions = kernel.regions.iter_mut().map(|(_, code)| code);
                let master = [&mut kernel.begin, &mut kernel.master, &mut kernel.end];
                let state = std::iter::once(&mut kernel.state);
                state.chain(regions).chain(master).collect()
            }
        };
        std::iter::once(&mut self.start).chain(body).collect()
    }
}

/// What `templates/kernel.cu` is filled with, which the others extend. Texts of blocks are whole lines with their
/// indentation.
struct Frame<'a> {
    structs: Vec<&'a SharedStruct>,
    comments: &'a [String],
    line: String,
    bounds: u32,
    name: &'a str,
    parameters: String,
    start: String,
    apart: Option<ApartText<'a>>,
}

/// The texts of an [`Apart`].
struct ApartText<'a> {
    kernel: &'a str,
    code: &'a str,
    parameters: String,
    of_code: String,
    arguments: String,
}

#[derive(Template)]
#[template(path = "spmd.cu")]
struct SpmdText<'a> {
    kernel: Frame<'a>,
    ready: String,
    code: String,
    release: String,
}

#[derive(Template)]
#[template(path = "guarded.cu")]
struct GuardedText<'a> {
    kernel: Frame<'a>,
    ready: String,
    parts: Vec<Part>,
    release: String,
}

/// A part of a guarded kernel.
struct Part {
    /// Thread 0 runs it.
    sequential: bool,
    /// The other threads wait for it.
    awaited: bool,
    code: String,
}

#[derive(Template)]
#[template(path = "fork_join.cu")]
struct ForkJoinText<'a> {
    kernel: Frame<'a>,
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

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let kernel = self.frame();
        match &self.body {
            Body::Spmd(all) => {
                let text = SpmdText {
                    kernel,
                    ready: all.ready.text(1),
                    code: all.code.text(1),
                    release: all.release.text(1),
                };
                super::show(&text, f)
            }
            Body::Guarded(all) => {
                let text = GuardedText {
                    kernel,
                    ready: all.ready.text(1),
                    parts: parts(&all.code),
                    release: all.release.text(1),
                };
                super::show(&text, f)
            }
            Body::ForkJoin(body) => super::show(&body.text(kernel), f),
        }
    }
}

impl Kernel {
    fn frame(&self) -> Frame<'_> {
        let Heading {
            comments,
            line,
            bounds,
            name,
            parameters,
            apart,
        } = &self.heading;
        let apart = apart.as_ref().map(|apart| ApartText {
            kernel: &apart.kernel,
            code: &apart.code,
            parameters: listed(&apart.kernel, &apart.parameters),
            of_code: listed(&apart.code, &apart.of_code),
            arguments: apart.arguments.join(", "),
        });
        let parameters = listed(name, parameters);
        Frame {
            structs: self.shared.iter().chain(&self.spilled).collect(),
            comments,
            line: super::directive(line),
            bounds: *bounds,
            name,
            parameters,
            start: self.start.text(1),
            apart,
        }
    }
}

/// A list of parameters behind a name, in one line where that is short.
fn listed(name: &str, parameters: &[String]) -> String {
    let one_line = parameters.join(", ");
    match one_line.len() + name.len() > 96 {
        true => format!("\n    {}", parameters.join(",\n    ")),
        false => one_line,
    }
}

impl ForkJoin {
    fn text<'a>(&'a self, kernel: Frame<'a>) -> ForkJoinText<'a> {
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
        ForkJoinText {
            kernel,
            state: self.state.text(1),
            work: self.work.as_deref().unwrap_or_default(),
            numbered,
            calls: calls.collect(),
            regions: regions.collect(),
            begin: self.begin.text(1),
            master: self.master.text(1),
            end: self.end.text(1),
        }
    }
}

/// What thread 0 alone runs at the block's own level, and what stands between, in order. What it runs in loops and
/// branches of the block stays in these.
fn parts(code: &Block) -> Vec<Part> {
    let mut parts = vec![];
    let mut all = Block::default();
    let mut stmts = code.stmts.iter().peekable();
    while let Some(stmt) = stmts.next() {
        let comment = |next: Option<&&Stmt>| matches!(next, Some(Stmt::Behind(_)));
        let Some(sequential) = run_by_thread_0(stmt).filter(|_| !comment(stmts.peek())) else {
            all.push(stmt.clone());
            continue;
        };
        let barrier = stmts.next_if(|next| is_barrier(next));
        // A comment behind the barrier stands in its line.
        if comment(stmts.peek()) {
            all.push(stmt.clone());
            all.stmts.extend(barrier.cloned());
            continue;
        }
        parts.push(Part {
            sequential: false,
            awaited: false,
            code: std::mem::take(&mut all).text(1),
        });
        parts.push(Part {
            sequential: true,
            awaited: barrier.is_some(),
            code: sequential.text(2),
        });
    }
    parts.push(Part {
        sequential: false,
        awaited: false,
        code: all.text(1),
    });
    parts
}

fn run_by_thread_0(stmt: &Stmt) -> Option<&Block> {
    match stmt {
        Stmt::If {
            condition,
            body,
            otherwise: None,
            style: Style::Braces,
        } if *condition == Value::is_first(Team::Block) => Some(body),
        _ => None,
    }
}

fn is_barrier(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Barrier { team, .. } if *team == Team::Block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::DeviceFn;

    fn block(f: impl FnOnce(&mut Block)) -> Block {
        let mut block = Block::at(1);
        f(&mut block);
        block
    }

    /// The text of a kernel with this body, below the brace.
    fn printed(body: Body) -> String {
        let heading = Heading {
            comments: vec!["a.c:3: target".into(), "SPMD".into()],
            line: None,
            bounds: 256,
            name: "f_1".into(),
            parameters: vec!["int n".into(), "int *a".into()],
            apart: None,
        };
        let kernel = Kernel {
            shared: None,
            spilled: None,
            heading,
            start: block(|out| out.declare("int *p")),
            body,
            reserved: HeaderStorage::default(),
        };
        let text = kernel.to_string();
        let above = "// a.c:3: target\n// SPMD\nextern \"C\" __global__ void __launch_bounds__(256)\n\
                     f_1(int n, int *a)\n{\n    int *p;\n";
        let code = text.strip_prefix(above);
        code.unwrap_or_else(|| panic!("{text}")).to_string()
    }

    fn all_threads(code: impl FnOnce(&mut Block)) -> AllThreads {
        let mut release = Block::at(1);
        release.user("release();");
        AllThreads {
            ready: block(|out| out.user("ready();")),
            code: block(code),
            release,
        }
    }

    fn guard(out: &mut Block) {
        let first = Value::is_first(Team::Block);
        out.if_then(first, |out| out.user("a[0] = 1;"));
    }

    #[test]
    fn all_threads_run_an_spmd_kernel() {
        let text = printed(Body::Spmd(all_threads(|out| out.user("a[0] = n;"))));
        assert_eq!(text, "    ready();\n    a[0] = n;\n    release();\n}");
    }

    #[test]
    fn guarded_kernels_show_what_thread_0_runs() {
        let code = |out: &mut Block| {
            out.user("int i;");
            guard(out);
            out.barrier(Team::Block);
            out.user("i = a[0];");
            guard(out);
        };
        let guarded = all_threads(code);
        // The skeleton and the printer of statements write the same.
        let spmd = printed(Body::Spmd(guarded.clone()));
        assert_eq!(printed(Body::Guarded(guarded.clone())), spmd);
        let parts = parts(&guarded.code);
        let shown = parts.iter().map(|part| (part.sequential, part.awaited));
        let expected = [
            (false, false),
            (true, true),
            (false, false),
            (true, false),
            (false, false),
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn comments_stay_in_the_line_of_what_they_follow() {
        let code = |out: &mut Block| {
            guard(out);
            out.push(Stmt::Behind("// one".into()));
            out.barrier(Team::Block);
            guard(out);
            out.barrier(Team::Block);
            out.push(Stmt::Behind("// all are here".into()));
        };
        let text = printed(Body::Guarded(all_threads(code)));
        assert_eq!(text, printed(Body::Spmd(all_threads(code))));
        assert!(
            text.contains("}  // one\n    romp::team_barrier();\n"),
            "{text}"
        );
        assert!(
            text.contains("romp::team_barrier();  // all are here\n"),
            "{text}"
        );
    }

    #[test]
    fn thread_0_of_a_loop_is_no_part_of_the_kernel() {
        let code = |out: &mut Block| {
            out.while_loop("n", Style::Braces, |out| {
                guard(out);
                out.barrier(Team::Block);
            })
        };
        let all = all_threads(code);
        assert!(parts(&all.code).iter().all(|part| !part.sequential));
    }

    #[test]
    fn workers_choose_among_numbered_regions_only() {
        let fork = |work: Option<&str>| {
            printed(Body::ForkJoin(ForkJoin {
                state: Block::at(1),
                work: work.map(String::from),
                calls: vec![],
                regions: vec![(1, block(|out| out.user("region();")))],
                begin: Block::at(1),
                master: block(|out| out.call(Call::plain(DeviceFn::Fork, ""))),
                end: Block::at(1),
            }))
        };
        let numbered = fork(Some("work"));
        let case = "            case 1: {\n                region();\n                break;\n            }\n";
        assert!(numbered.contains(case), "{numbered}");
        let alone = fork(None);
        assert!(!alone.contains("switch"), "{alone}");
        assert!(
            alone.contains("            region();\n            romp::join();\n"),
            "{alone}"
        );
    }
}
