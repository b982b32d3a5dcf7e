//! The pipeline from preprocessed text to the two output files, as a list.

pub mod interface;

use crate::analyze::facts::Facts;
use crate::diag::{Code, Diagnostic, Levels, Result, Severity};
use crate::edit::{self, HostFile};
use crate::emit;
use crate::emit::planned::Planned;
use crate::emit::{KernelInfo, Part};
use crate::front::conditions::{Question, VALUE};
use crate::ir::constants::int_value;
use crate::ir::{Init, Item, Program};
use crate::plan::decisions::unit::UnitPlan;
use crate::plan::memory::budget::Counted;
use crate::report::levels::{self, Level};
use crate::report::links::Links;
use crate::source::{Preprocessed, Span};
use crate::{front, lint, plan, report, sema, transform};
use interface::Interface;

/// How to translate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Put `#line` directives into the CUDA file, so that tools show the user's C.
    pub line_directives: bool,
    /// A second CUDA text, for checks of the emulated device: variables of teams have room between them and say where
    /// they lie, and threads tell what is to be checked of them.
    pub checked: bool,
    /// Data races of the program stay in its device code, for checks that look for them.
    pub keeps_races: bool,
    /// Make parts of the CUDA file that compile by themselves, too.
    pub parts: bool,
    /// Say which line of the CUDA file stands for which line of the program.
    pub links: bool,
    /// Show what is known or decided before there is text.
    pub level: Option<Level>,
    /// Which warnings are silent, and which are errors.
    pub warnings: Levels,
    pub plan: plan::options::Options,
}

/// Translates one unit, on a thread of its own with a stack for deep nests.
pub fn translate(pre: &Preprocessed, options: Options) -> Result<Translation> {
    const STACK: usize = 256 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || pipeline(pre, options));
        match thread.map(|handle| handle.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(vec![Diagnostic::bare(
                Code::Internal,
                Severity::Error,
                error.to_string(),
            )]),
        }
    })
}

fn pipeline(pre: &Preprocessed, options: Options) -> Result<Translation> {
    stages(pre, options).map_err(|found| with_others(found, pre, options))
}

/// How often what is left of a refused unit is looked at again.
const ROUNDS: usize = 2;

/// The errors that end a translation, and those that later stages find in other constructs.
fn with_others(
    mut found: Vec<Diagnostic>,
    pre: &Preprocessed,
    options: Options,
) -> Vec<Diagnostic> {
    let place = |one: &Diagnostic| one.primary().map(|label| label.span);
    for _ in 0..ROUNDS {
        let errors = found.iter().filter(|one| one.is_error());
        let Some(places) = errors.map(place).collect::<Option<Vec<Span>>>() else {
            break;
        };
        let mut more = refusals(pre, options, &places);
        more.retain(|one| one.is_error() && place(one).is_some_and(|at| !places.contains(&at)));
        if more.is_empty() {
            break;
        }
        found.append(&mut more);
        found.sort_by_key(|one| place(one).map(|span| span.lo));
    }
    found
}

/// What is refused of a unit without the constructs around some places.
fn refusals(pre: &Preprocessed, options: Options, without: &[Span]) -> Vec<Diagnostic> {
    let found = || {
        let mut known = known(pre);
        known.without = without.to_vec();
        let unit = front::parse_known(pre, &known)?;
        let (program, _) = program_of(&unit, pre, options)?;
        let facts = Facts::of(&program);
        plan::unit::plan(&facts, &Counted::default(), options.plan).map(drop)
    };
    let found: Result<()> = found();
    judged(found.err().unwrap_or_default(), pre, options)
}

/// What the front end must know of a unit: the values of constant expressions in context selectors. A question that is
/// no program, or whose expression has no value, has no answer.
fn known(pre: &Preprocessed) -> front::Known {
    let questions = front::conditions::questions(pre).into_iter();
    let answers = questions.filter_map(|question| {
        let place = question.place;
        let value = value_of(question)?;
        Some(front::Answer { place, value })
    });
    front::Known {
        answers: answers.collect(),
        without: vec![],
    }
}

/// The value of the variable of a question's program, where it is an integer constant expression.
fn value_of(question: Question) -> Option<i128> {
    let pre = Preprocessed::new(question.program, "condition.c".into());
    let unit = front::parse(&pre).ok()?;
    let (program, _) = sema::lower(&unit, &pre).ok()?;
    let mut vars = program.vars.iter();
    let (_, var) = vars.find(|(_, var)| var.name == VALUE)?;
    let Some(Init::Expr(init)) = var.init else {
        return None;
    };
    let own = program.expr(program.below_implicit(init)).ty;
    let is_integer = program.types.is_integer(own.id);
    is_integer.then(|| int_value(&program, init))?
}

/// The program of a unit as facts are collected of it, and what is said of it so far.
fn program_of(
    unit: &front::Unit,
    pre: &Preprocessed,
    options: Options,
) -> Result<(Program, Vec<Diagnostic>)> {
    let (mut program, diagnostics) = sema::lower(unit, pre)?;
    transform::apply(&mut program, pre.text());
    if !options.keeps_races {
        transform::shared_scalars::mark(&mut program);
        transform::flatten::apply(&mut program, pre.text());
    }
    transform::restricts::apply(&mut program);
    Ok((program, diagnostics))
}

fn stages(pre: &Preprocessed, options: Options) -> Result<Translation> {
    let unit = front::parse_known(pre, &known(pre))?;
    let keyword = front::keyword_macros::check(&unit, pre);
    if let Some(error) = keyword.or_else(|| front::runtime_macros::check(&unit, pre)) {
        return Err(vec![error]);
    }
    let (program, mut diagnostics) = program_of(&unit, pre, options)?;
    let facts = Facts::of(&program);
    let mut counted = Counted::default();
    let plan = |counted: &Counted| {
        plan::unit::plan(&facts, counted, options.plan).map_err(|found| judged(found, pre, options))
    };
    let mut planned = plan(&counted)?;
    diagnostics.append(&mut planned.warnings);
    let unit_of_lints = lint::Unit {
        facts: &facts,
        kernels: &planned.kernels,
        pre,
    };
    diagnostics.extend(lint::run(&unit_of_lints));
    diagnostics.extend(lint::allow::unknown(pre));
    diagnostics.extend(lint::misspelt_sentinel::check(pre));
    diagnostics = judged(diagnostics, pre, options);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let mut extras = emit::Extras {
        line_directives: options.line_directives,
        parts: options.parts,
        checked: false,
    };
    let (cuda, parts, own, code) = loop {
        let output = emission(&facts, pre, &unit, &planned);
        let (cuda, parts, own, code) = match emit::cuda(&output, extras) {
            Some(cuda) => (Some(cuda.text), cuda.parts, cuda.own, cuda.code),
            None => (None, vec![], vec![], vec![]),
        };
        let mut more = false;
        for (kernel, own) in planned.kernels.iter().zip(&own) {
            more |= counted.add(kernel, own.most(), &options.plan);
        }
        if !more {
            break (cuda, parts, own, code);
        }
        planned = plan(&counted)?;
    };
    let level = options.level.map(|level| match level {
        Level::Facts => levels::facts(&facts, pre, &planned),
        Level::Plan => levels::plan(&program, pre, &planned),
        Level::Device => levels::device(&code),
    });
    let report = planned.kernels.iter().zip(&own);
    let report = report
        .map(|(plan, own)| {
            let architectures = options.plan.architectures;
            report::kernel(&facts, pre, plan, own, architectures, &diagnostics)
        })
        .collect();
    let functions = report::functions(&facts, pre, &planned);
    let links = match (&cuda, options.links) {
        (Some(text), true) => links(&emission(&facts, pre, &unit, &planned), text),
        _ => Links::default(),
    };
    // The host has to know of the new layouts.
    let (mut apart, mut parts_apart) = (None, vec![]);
    if options.checked {
        plan::memory::redzones::set_apart(&facts, &mut planned);
        extras.checked = true;
        let output = emission(&facts, pre, &unit, &planned);
        if let Some(cuda) = emit::cuda(&output, extras) {
            (apart, parts_apart) = (Some(cuda.text), cuda.parts);
        }
    }
    let output = emission(&facts, pre, &unit, &planned);
    let edited = emit::host::edits(&output, extras).apply(pre)?;
    let linkage = &planned.linkage;
    let globals: Vec<Item> = linkage.globals.iter().map(|&var| Item::Var(var)).collect();
    Ok(Translation {
        host: edited.files,
        edits: edited.parts,
        cuda,
        parts,
        apart,
        parts_apart,
        kernels: emit::kernel_infos(&output),
        report,
        functions,
        links,
        level,
        globals: emit::symbols::of(&program, &globals),
        defines: emit::symbols::of(&program, &linkage.defines),
        needs: emit::symbols::of(&program, &linkage.needs),
        interface: Interface::of(&facts, &planned, pre),
        recursive: planned
            .reach
            .funcs
            .iter()
            .any(|&func| facts.calls.of_func(func).circles),
        local_addresses: takes_addresses_of_locals(&facts, &planned),
        critical: !planned.synchronisation.locks.is_empty(),
        has_main: unit.has_main,
        asks_device: planned.reach.omp_routines.contains("omp_get_device_num"),
        diagnostics,
    })
}

/// The program's line of each line of `text`, the CUDA file.
fn links(output: &Planned, text: &str) -> Links {
    let extras = emit::Extras {
        line_directives: true,
        ..emit::Extras::default()
    };
    match emit::cuda(output, extras) {
        Some(directed) => Links::of(text, &directed.text, &emit::cuda_name(output.pre)),
        None => Links::default(),
    }
}

/// Whether device code keeps an address of a local variable, by which the variable could be used behind its scope.
fn takes_addresses_of_locals(facts: &Facts, planned: &UnitPlan) -> bool {
    let bodies = planned.reach.bodies(facts.program);
    bodies.into_iter().any(|body| {
        let uses = facts.uses(body);
        uses.declared.iter().any(|&var| uses.get(var).escapes)
    })
}

/// What is printed of a plan.
pub fn emission<'a>(
    facts: &'a Facts<'a>,
    pre: &'a Preprocessed,
    unit: &'a front::Unit,
    planned: &'a UnitPlan,
) -> Planned<'a> {
    Planned {
        program: facts.program,
        pre,
        directives: &unit.directives,
        choices: &unit.choices,
        hidden: &unit.hidden,
        plan: planned,
    }
}

/// Diagnostics as severe as the user wants them, those left out that a comment allows.
fn judged(found: Vec<Diagnostic>, pre: &Preprocessed, options: Options) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = found
        .into_iter()
        .filter_map(|one| options.warnings.judge(one))
        .collect();
    found.retain(|one| !lint::allow::allowed(pre, one));
    found
}

/// What one translation unit became.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    /// Edited host files: the unit's main file first (always there), then headers that hold device
    /// constructs, as the unit needs them by itself. Paths as the line markers name them.
    pub host: Vec<HostFile>,
    /// What these are made of: the units of a program may need several versions of a header.
    pub edits: edit::Parts,
    /// The CUDA file; none where the unit has no device code.
    pub cuda: Option<String>,
    /// The CUDA file as parts that are compiled by themselves, where they are asked for.
    pub parts: Vec<Part>,
    /// The CUDA file for checks, with room between the variables of teams; none where no checks are asked for.
    pub apart: Option<String>,
    /// The CUDA file for checks, as such parts.
    pub parts_apart: Vec<Part>,
    pub kernels: Vec<KernelInfo>,
    /// What was decided for each kernel.
    pub report: Vec<report::Kernel>,
    /// What was decided for each device function.
    pub functions: Vec<report::Function>,
    /// The program's line of each line of the CUDA file, where they are asked for.
    pub links: Links,
    /// What was asked for of a level before text.
    pub level: Option<String>,
    /// `declare target` variables with storage in the image, by their symbol.
    pub globals: Vec<String>,
    /// Device functions and variables that other units may use, by symbol; the image must then be relocatable.
    pub defines: Vec<String>,
    /// Device functions and variables that must come from another unit.
    pub needs: Vec<String>,
    /// What other units see of the device code, and it of them.
    pub interface: Interface,
    /// Device functions call themselves, at whatever distance.
    pub recursive: bool,
    /// Device code keeps addresses of its local variables, which might be used behind the variables' scopes.
    pub local_addresses: bool,
    /// Device code has critical sections: their locks are one variable for all units.
    pub critical: bool,
    /// Device code asks which device it is on: the runtime must find a variable in the image.
    pub asks_device: bool,
    /// The unit defines `main`.
    pub has_main: bool,
    /// Warnings and notes; errors come instead of a translation.
    pub diagnostics: Vec<Diagnostic>,
}
