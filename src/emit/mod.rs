//! The output: the CUDA file, and the edits that turn the user's text into the host file.
//!
//! From the IR and the plans. It cannot fail: what has no form was refused before.

mod accesses;
mod array_reductions;
mod assumptions;
mod cancel;
mod conditional;
mod context;
mod copies;
pub mod cuda;
mod doacross;
mod for_checks;
mod fork_join;
mod functions;
mod fused;
mod header_storage;
mod heading;
pub mod host;
pub mod kernel;
mod lanes;
mod lines;
mod list_comments;
mod locations;
mod loops;
mod macros;
mod made_names;
mod max_threads;
mod member_comments;
mod number;
mod operands;
mod parts;
pub mod planned;
mod reductions;
pub mod routines;
mod run_schedule;
mod scans;
mod sequential;
mod shared;
pub mod source_text;
pub mod symbols;
mod synchronise;
mod tasks;
mod teams;
mod user_text;
mod worksharing;

pub use crate::device::parts::Part;

use crate::device::{HeaderStorage, Item, skeletons};
use crate::ir::ConstructId;
use crate::source::{Preprocessed, Span};
use cuda::{MacroLine, Macros, Names, Uses};
use planned::Planned;
use std::borrow::Cow;
use user_text::UserText;

/// A kernel, as later build steps need to know it.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    pub name: String,
    /// The place of its directive, as in "file.c:12".
    pub place: String,
    /// The directive and the region that it applies to.
    pub region: Span,
    /// Whether its threads have barriers: the emulated device then needs coroutines.
    pub barriers: bool,
    /// What messages of checks say of it (`for_checks`).
    pub for_checks: String,
    /// The name of the kernel that is launched in its place where list items are separate.
    pub apart: Option<String>,
}

impl KernelInfo {
    /// Its name, and that of the kernel that is launched in its place.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.apart)
    }
}

/// The CUDA file, with what was found while it was printed.
pub struct Cuda {
    pub text: String,
    /// The shared memory that the device header reserves, kernel by kernel.
    pub own: Vec<HeaderStorage>,
    /// The same as parts that compile by themselves, where they are asked for.
    pub parts: Vec<Part>,
    /// The code of functions with constructs and of kernels by their names, before it became text.
    pub code: Vec<(String, Item)>,
}

/// What the CUDA text has besides the program, for tools that run it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    pub line_directives: bool,
    /// Parts that compile by themselves are made, too.
    pub parts: bool,
    /// For checks of the emulated device: threads say which worksharing constructs they encounter, and the text
    /// itself stores objects that functions return, since g++ reports no stores of the called function.
    pub checked: bool,
}

/// The CUDA file; none where nothing runs on the device.
pub fn cuda(planned: &Planned, extras: Extras) -> Option<Cuda> {
    let program = planned.program;
    if planned.plan.kernels.is_empty()
        && planned.plan.reach.funcs.is_empty()
        && planned.plan.reach.globals.is_empty()
    {
        return None;
    }
    let names = Names::new(program);
    let mut uses = Uses::default();
    let synchronisation = &planned.plan.synchronisation;
    let text = UserText::new(planned.pre, &names, extras);
    let mut kernels: Vec<skeletons::Kernel> = planned
        .plan
        .kernels
        .iter()
        .map(|plan| {
            let pre = planned.pre;
            kernel::build(
                program,
                pre,
                plan,
                &names,
                &text,
                synchronisation,
                &mut uses,
            )
        })
        .collect();
    let hooks = routines::InFunctions {
        program,
        text: &text,
        names: &names,
        run: planned.plan.functions_run,
        plans: &planned.plan.functions,
        constants: &planned.plan.constants,
    };
    let mut printer = cuda::Printer::new(program, &names, &hooks, synchronisation, &mut uses);
    let declarations = cuda::declarations(
        &mut printer,
        &planned.plan.reach.funcs,
        &planned.plan.reach.globals,
    );
    let before = declarations.text();
    let cuda::Declarations { all, functions } = declarations;
    let functions = header_storage::OfFunctions::new(functions);
    header_storage::settle(&mut kernels, planned.plan, &functions);
    let locks = synchronise::locks(&planned.plan.synchronisation.locks);
    let file = file_name(planned.pre);
    let unit = skeletons::Unit {
        file: &file,
        definitions: &definitions(&uses.macros),
        locks: &locks,
        declarations: &before,
        kernels: &kernels.iter().collect::<Vec<_>>(),
    };
    let mut text = unit.to_string();
    let name = cuda_name(planned.pre);
    if extras.line_directives {
        text = lines::keep(&text, &name);
    }
    let parts = match extras.parts {
        true => parts::of(&name, &uses.macros, &locks, all, &kernels, extras),
        false => vec![],
    };
    let functions = functions.code(&names);
    let mut code: Vec<(String, Item)> = functions
        .map(|(name, function)| (name, Item::Function(Box::new(function))))
        .collect();
    let mut own = vec![];
    for kernel in kernels {
        own.push(kernel.reserved.clone());
        code.push((kernel.heading.name.clone(), Item::Kernel(Box::new(kernel))));
    }
    Some(Cuda {
        text,
        own,
        parts,
        code,
    })
}

/// The definitions of macros with their comments, in the order of the user's text.
fn definitions(macros: &Macros) -> Vec<String> {
    let mut all: Vec<&MacroLine> = macros.values().collect();
    all.sort_by_key(|one| one.place);
    all.into_iter().map(MacroLine::commented).collect()
}

/// The name of the source file, without its folders.
fn file_name(pre: &Preprocessed) -> Cow<'_, str> {
    let name = pre.main_file().file_name();
    name.map_or("stdin".into(), |n| n.to_string_lossy())
}

/// The name of the CUDA file.
pub fn cuda_name(pre: &Preprocessed) -> String {
    let file = file_name(pre);
    let stem = file.rsplit_once('.').map_or(&*file, |(stem, _)| stem);
    format!("{stem}.cu")
}

/// The kernels, as later build steps need to know them.
pub fn kernel_infos(planned: &Planned) -> Vec<KernelInfo> {
    planned
        .plan
        .kernels
        .iter()
        .map(|plan| KernelInfo {
            name: plan.name.clone(),
            place: source_text::place(
                planned.pre,
                planned.program.constructs[plan.construct].pragma,
            ),
            region: region(planned, plan.construct),
            barriers: plan.barriers,
            for_checks: for_checks::of(planned, plan),
            apart: plan.apart.then(|| plan.name_apart()),
        })
        .collect()
}

fn region(planned: &Planned, construct: ConstructId) -> Span {
    let construct = &planned.program.constructs[construct];
    let body = construct.body.map(|body| planned.program.stmt(body).span);
    body.map_or(construct.pragma, |body| construct.pragma.to(body))
}
