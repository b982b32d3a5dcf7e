//! `romp2cuda report`: what was decided for each kernel, as text, JSON or HTML.

use super::Format;
use super::reading::{self, Input};
use super::terminal::{Terminal, print, print_json};
use crate::diag::{Levels, Remark};
use crate::driver::nvcc::Nvcc;
use crate::driver::process::{Mode, Runner};
use crate::driver::tools::{Named, Tools};
use crate::driver::unit::Unit;
use crate::driver::{Failure, Result, ptxas, sass, survey};
use crate::report::effort::{self, Effort};
use crate::report::filter::Filter;
use crate::report::findings::Severity;
use crate::report::page::Sass;
use crate::report::{Function, Kernel, launch, page, text};
use serde::Serialize;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Ask ptxas for registers, local memory and spills: compiles for the architectures of --offload-arch
    #[arg(long)]
    ptxas: bool,
    /// Show the machine code on the page, linked to the lines it came from: compiles as --ptxas, and needs nvdisasm
    #[arg(long, conflicts_with = "effort")]
    sass: bool,
    /// What it takes to translate a tree: FILES may be folders and compile_commands.json; counts what is translated, what
    /// is refused and why, what one thread executes
    #[arg(long, conflicts_with = "ptxas")]
    effort: bool,
    /// Show only files whose names have TEXT in them
    #[arg(long, value_name = "TEXT")]
    file: Option<String>,
    /// Show only kernels whose names have TEXT in them, and device functions so named or called by them
    #[arg(long, value_name = "TEXT")]
    kernel: Option<String>,
    /// Show only what costs time by at least so much, and kernels that have such a finding
    #[arg(long, value_name = "LEVEL")]
    severity: Option<Level>,
    /// The CUDA compiler for --ptxas (also NVCC, CUDA_HOME, CUDA_PATH)
    #[arg(long, value_name = "FILE")]
    nvcc: Option<String>,
}

/// How much a finding may cost.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Level {
    /// Also what depends on data
    Low,
    /// What costs a part of a kernel's time
    Medium,
    /// What affects all of a region, or has its threads wait
    High,
}

/// The JSON form.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    file: String,
    kernels: &'a [Kernel],
    functions: &'a [Function],
}

impl Arguments {
    /// Whether a tree is counted.
    pub(super) fn counts(&self) -> bool {
        self.effort
    }

    fn filter(&self) -> Filter {
        Filter {
            file: self.file.clone(),
            kernel: self.kernel.clone(),
            severity: self.severity.map(|level| match level {
                Level::Low => Severity::Low,
                Level::Medium => Severity::Medium,
                Level::High => Severity::High,
            }),
        }
    }
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let done = match arguments.effort {
        true => effort(arguments, terminal),
        false => report(arguments, terminal),
    };
    terminal.code(done.map(|()| 0))
}

/// What a whole tree takes. What is refused is a result here, no failure.
fn effort(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let input = &arguments.input;
    let translation = input.translation(Levels::default())?;
    if let Some(missing) = input.files.iter().find(|path| !path.exists()) {
        let error = std::io::Error::other("no such file or folder");
        return Err(Failure::file(missing, "read", error));
    }
    let found = survey::files(&input.files, &input.flags)?;
    let filter = arguments.filter();
    let host = input.host_cc.as_deref();
    let each = |one| survey::survey(one, host, translation, &filter);
    let shown = found.iter().filter(|one| filter.has_file(&one.name()));
    let files: Result<Vec<effort::File>> = shown.map(each).collect();
    let effort = Effort::of(files?);
    match terminal.format {
        Format::Json => print_json(&effort),
        _ => print(&effort.text()),
    }
    Ok(())
}

/// What a program without kernels has for a device.
pub(super) fn without_kernels(units: &[Unit]) -> Option<&'static str> {
    let any = |has: fn(&Unit) -> bool| units.iter().any(has);
    if any(|unit| !unit.translation.report.is_empty()) {
        None
    } else if any(Unit::has_image) {
        Some(
            "no kernels: functions or variables are for a device, and no target region executes there",
        )
    } else if any(Unit::has_device_code) {
        Some("no kernels: data is mapped or copied, and no target region executes on a device")
    } else {
        Some("nothing is offloaded: no target construct has code for a device")
    }
}

fn report(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let shown = reading::Shown {
        links: terminal.format == Format::Html,
        ..reading::Shown::default()
    };
    // A page shows the files that are translated, and says of the others why they are not.
    let (mut translated, failures) = match terminal.format {
        Format::Html => reading::translate_each(shown, &arguments.input, terminal)?,
        _ => (
            reading::translate_to(shown, &arguments.input, terminal)?,
            vec![],
        ),
    };
    let chosen = reading::chosen(&arguments.input.offload_arch)?;
    let mut sass: Vec<Vec<Sass>> = vec![];
    if arguments.sass && terminal.format != Format::Html {
        return Err(Failure::Usage(
            "--sass is shown on the page: add --format=html".into(),
        ));
    }
    if arguments.ptxas || arguments.sass {
        let nvcc = Nvcc::require(&Tools {
            nvcc: arguments.nvcc.clone().map(Named::Program),
            ..Tools::default()
        })?;
        let mode = Mode::verbose(arguments.input.verbose);
        let runner = Runner::new(terminal, mode);
        for unit in translated.units.iter().filter(|_| arguments.sass) {
            let include = &translated.include;
            let made = match &unit.translation.cuda {
                None => vec![],
                Some(cuda) => sass::of(
                    &runner,
                    &nvcc,
                    include,
                    cuda,
                    (unit.is_relocatable(), !unit.translation.needs.is_empty()),
                    chosen,
                )?,
            };
            sass.push(made);
        }
        let measured = ptxas::usage(
            &runner,
            &nvcc,
            &translated.include,
            &translated.units,
            chosen,
        )?;
        for (unit, of_unit) in translated.units.iter_mut().zip(measured) {
            for kernel in &mut unit.translation.report {
                if let Some(known) = of_unit.usage.get(&kernel.name) {
                    launch::add_resources(kernel, chosen, (known, of_unit.alone));
                }
            }
        }
    }
    let why_none = without_kernels(&translated.units);
    let asked = arguments.filter();
    leave(&asked, &mut translated.units, &mut sass);
    let kernels = || translated.units.iter().flat_map(|u| &u.translation.report);
    for found in kernels().flat_map(Kernel::expensive) {
        terminal.remark(Remark {
            kind: found.kind.name(),
            about: found.kind.about(),
            text: &found.text,
            help: found.help.as_deref(),
            file: &found.at.file,
            line: found.at.line,
            column: found.at.column,
        });
    }
    let name = |source: &std::path::Path| source.display().to_string();
    match terminal.format {
        Format::Json => {
            let files = translated.units.iter().map(|unit| File {
                file: name(&unit.source),
                kernels: &unit.translation.report,
                functions: &unit.translation.functions,
            });
            print_json(&Report {
                version: 2,
                files: files.collect(),
            });
        }
        Format::Html => {
            let units = translated.units.iter().enumerate();
            let units =
                units.map(|(at, unit)| on_page(unit, sass.get(at).map_or(&[], Vec::as_slice)));
            let units: Vec<page::Unit> = units.collect();
            let refused: Vec<page::Refused> = failures
                .iter()
                .filter(|one| asked.has_file(&one.file.display().to_string()))
                .map(refused)
                .collect();
            print(&page::render(&units, &refused, chosen));
        }
        _ => {
            if let Some(why) = why_none {
                print(&format!("{why}\n"));
            } else if kernels().next().is_none() {
                print("no kernel is as the options ask\n");
            }
            for kernel in kernels() {
                print(&text::render(kernel));
            }
            let functions = |unit: &'_ Unit| unit.translation.functions.clone();
            for function in translated.units.iter().flat_map(functions) {
                print(&text::render_function(&function));
            }
        }
    }
    let failures = failures.into_iter().map(|one| one.failure).collect();
    match reading::told(failures, terminal) {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// Leaves what is asked for of each file.
fn leave(filter: &Filter, units: &mut Vec<Unit>, sass: &mut Vec<Vec<Sass>>) {
    let is_shown = |unit: &Unit| filter.has_file(&unit.source.display().to_string());
    let shown: Vec<bool> = units.iter().map(is_shown).collect();
    for at in (0..units.len()).rev().filter(|at| !shown[*at]) {
        units.remove(at);
        if at < sass.len() {
            sass.remove(at);
        }
    }
    for unit in units {
        let made = &mut unit.translation;
        filter.kernels(&mut made.report);
        filter.functions(&mut made.functions, &made.report);
    }
}

/// A file that is not translated, on the page.
fn refused(failed: &reading::Failed) -> page::Refused {
    let file = failed.file.display().to_string();
    let said = match &failed.failure {
        Failure::Refused(errors, places) => {
            let each = errors.iter().map(|one| {
                let place = one.primary().and_then(|label| places.place(label.span));
                let place = place.map_or(file.clone(), |at| format!("{}:{}", at.file, at.line));
                page::Said {
                    place,
                    text: format!("{} [{}]", one.message, one.code.number()),
                    help: one.help.first().cloned(),
                }
            });
            each.collect()
        }
        Failure::Usage(text) | Failure::Compiler(text) => vec![page::Said {
            place: file.clone(),
            text: text.trim().into(),
            help: None,
        }],
        Failure::Tool(one) => vec![page::Said {
            place: file.clone(),
            text: one.message.clone(),
            help: None,
        }],
    };
    page::Refused { file, said }
}

/// A file on the page, with the headers that have device code.
fn on_page<'a>(unit: &'a Unit, sass: &'a [Sass]) -> page::Unit<'a> {
    let translation = &unit.translation;
    let linked = translation.links.by_source();
    let shown = unit.text.files().filter(|&id| {
        let path = unit.text.path(id).display().to_string();
        id == unit.text.main_id() || linked.keys().any(|(file, _)| *file == path)
    });
    let sources = shown.filter_map(|id| {
        Some(page::Source {
            path: unit.text.path(id).display().to_string(),
            text: unit.text.original(id)?.text(),
        })
    });
    let mut sources: Vec<page::Source> = sources.collect();
    let main = unit.text.main_file().display().to_string();
    sources.sort_by_key(|source| source.path != main);
    page::Unit {
        file: unit.source.display().to_string(),
        sources,
        cuda: translation.cuda.as_deref().unwrap_or(""),
        links: &translation.links,
        kernels: &translation.report,
        functions: &translation.functions,
        sass,
    }
}
