//! The emulated image of a CUDA file: an object for the host that runs its kernels on the CPU.
//!
//! From a CUDA file and its kernels' names to an object that registers itself. Must not know what
//! the kernels do.

use super::checks::Check;
use super::device_flags::DeviceFlags;
use super::nvcc::HOST_WARNS;
use super::process::{Invocation, Runner, find_on_path};
use super::tools::Tools;
use super::{Failure, Result, cache};
use crate::diag::Place;
use crate::emit::KernelInfo;
use crate::translate::interface::{Entity, Interface, without_length};
use askama::Template;
use std::path::Path;

/// Instruments loads and stores; the runtime defines the hooks. Line tables name the user's lines.
const ACCESSES_TOLD: &[&str] = &[
    "-fsanitize=kernel-address",
    // The runtime's check/shadow.rs has the same number.
    "-fasan-shadow-offset=0x200000000000",
    "--param=asan-instrumentation-with-call-threshold=0",
    "--param=asan-stack=1",
    "--param=asan-globals=1",
    // A load whose value one branch does not use may read uninitialised memory.
    "-fno-hoist-adjacent-loads",
    NO_INLINE,
    NO_FOLDING,
    "-g1",
];

/// Marks local variables behind their scopes. Each scope costs stores to marks, and keeps the device header's loops from
/// registers: only code that keeps addresses of local variables is worth it.
const SCOPES: &str = "-fsanitize-address-use-after-scope";

/// Inline functions of the C library's headers are no device code: vprintf's reads the host's stdout.
const NO_INLINE: &str = "-D__NO_INLINE__";
/// Functions with the same code are not merged: an access has the line of its own kernel.
const NO_FOLDING: &str = "-fno-ipa-icf";

/// Hooks of AddressSanitizer, without `__asan_`, that a host program with its own sanitizers has, too: those of checked
/// images are named `romp_asan_`.
pub const MEMORY_HOOKS: &[&str] = &[
    "handle_no_return",
    "register_globals",
    "unregister_globals",
    "poison_stack_memory",
    "unpoison_stack_memory",
];

/// Has every access, atomic operation and fence call the runtime, which defines the hooks under names of its own.
const EVERY_ACCESS_TOLD: &[&str] = &[
    "-fsanitize=thread",
    "--param=tsan-instrument-func-entry-exit=0",
    // No loads of memory that the program may not read there: nothing else would notice them, but they look like
    // races.
    "-fno-tree-loop-im",
    "-fno-tree-loop-if-convert",
    "-fno-hoist-adjacent-loads",
    "-fno-tree-vectorize",
    "-Wno-tsan",
    NO_INLINE,
    NO_FOLDING,
    "-g1",
];

/// The hooks of ThreadSanitizer that images call, without `__tsan_`: with `romp_tsan_` they are the runtime's, so that a
/// host program with a sanitizer of its own keeps it.
pub fn race_hooks() -> Vec<String> {
    let mut hooks: Vec<String> = [
        "init",
        "func_entry",
        "func_exit",
        "read_range",
        "write_range",
    ]
    .iter()
    .chain(&["atomic_thread_fence", "atomic_signal_fence"])
    .map(|name| name.to_string())
    .collect();
    for size in [1, 2, 4, 8, 16] {
        for access in ["read", "write", "unaligned_read", "unaligned_write"] {
            hooks.push(format!("{access}{size}"));
        }
    }
    let fetch = ["add", "sub", "and", "or", "xor", "nand"].map(|name| format!("fetch_{name}"));
    let other = ["load", "store", "exchange"].map(String::from);
    let exchanges = ["strong", "weak"].map(|name| format!("compare_exchange_{name}"));
    for bits in [8, 16, 32, 64] {
        for operation in fetch.iter().chain(&other).chain(&exchanges) {
            hooks.push(format!("atomic{bits}_{operation}"));
        }
    }
    hooks
}

/// One compilation. File names are relative to `dir`.
pub struct Job<'a> {
    pub dir: &'a Path,
    pub cuda: &'a str,
    pub output: &'a str,
    pub include: &'a Path,
    pub flags: &'a DeviceFlags,
    /// The key of the unit, or of the part.
    pub unit: &'a str,
    /// Whether the unit is named after its file.
    pub by_file: bool,
    /// Whether it is a part of a unit, which another file registers by [`part_name`].
    pub part: bool,
    pub kernels: &'a [KernelInfo],
    pub globals: &'a [String],
    /// What other units see of it.
    pub interface: &'a Interface,
    /// Whether the code keeps addresses of its local variables.
    pub local_addresses: bool,
    /// Whether device functions and variables are shared with other units.
    pub relocatable: bool,
    pub check: Check,
    /// `-Dname=other` for names that must differ from those of other units.
    pub renaming: &'a [String],
}

/// The C++ compiler for emulated images: `--device-cxx`, `ROMP_CXX`, else g++, c++ or clang++.
pub fn find_cxx(tools: &Tools) -> Option<String> {
    let variable = std::env::var("ROMP_CXX")
        .ok()
        .filter(|name| !name.trim().is_empty());
    tools.cxx.clone().or(variable).or_else(|| {
        let found = ["g++", "c++", "clang++"]
            .iter()
            .find(|name| find_on_path(name).is_some());
        found.map(|name| name.to_string())
    })
}

/// Compiles the image; `more` stands behind its text.
pub fn compile(runner: &Runner, tools: &Tools, job: &Job, more: &str) -> Result<()> {
    let name = source_name(job.cuda);
    cache::write(job.dir, &name, source(job) + more)?;
    let compiler = compile_invocation(tools, job, &name)?;
    if job.check.any() {
        knows_checks(runner, tools)?;
    }
    let finished = runner.run(&compiler)?;
    if !finished.success() {
        return Err(Failure::tool(
            format!(
                "the C++ compiler refused the generated {}:\n{}",
                job.cuda,
                finished.stderr_text()
            ),
            "this is a fault of the translator: please report it with the output of --save-temps",
        ));
    }
    runner.show(&finished);
    let finished = runner.run(&localise_invocation(job))?;
    if !finished.success() {
        let message = format!("objcopy failed: {}", finished.stderr_text());
        return Err(Failure::tool(message, "install binutils"));
    }
    Ok(())
}

/// The checks need what g++ instruments, by options and entry points that clang++ does not have.
fn knows_checks(runner: &Runner, tools: &Tools) -> Result<()> {
    let cxx = find_cxx(tools).unwrap_or_default();
    let words = super::response::split(&cxx);
    let Some((program, rest)) = words.split_first() else {
        return Ok(());
    };
    let quiet = Runner::new(runner.reporter, super::process::Mode::Quiet);
    let ask = Invocation::new(program).args(rest).arg("--version");
    let answer = quiet.query(&ask)?.stdout;
    match String::from_utf8_lossy(&answer).contains("clang") {
        true => Err(Failure::tool(
            format!("{cxx} is clang, and checks of the emulated device need g++"),
            "install g++, name one with --device-cxx, or build with --check=none",
        )),
        false => Ok(()),
    }
}

/// The name by which a part's image is registered.
pub fn part_name(key: &str) -> String {
    format!("romp_part_{key}")
}

/// `app.cu` -> `app.emulated.cpp`
pub fn source_name(cuda: &str) -> String {
    format!("{}.emulated.cpp", cuda.trim_end_matches(".cu"))
}

/// What `templates/emulated.cpp` is filled with.
#[derive(Template)]
#[template(path = "emulated.cpp")]
struct EmulatedText<'a> {
    cuda: &'a str,
    /// The image tells the runtime of its accesses.
    checked: bool,
    namespace: String,
    unit: &'a str,
    by_file: bool,
    part: Option<String>,
    kernels: &'a [KernelInfo],
    globals: &'a [String],
    shared: Vec<Shared>,
}

impl KernelInfo {
    /// The lines on it for messages of checks, as literals of C, which the compiler joins.
    fn lines(&self, checked: &bool) -> Vec<String> {
        let lines = self.for_checks.split_inclusive('\n');
        lines.filter(|_| *checked).map(literal).collect()
    }
}

/// A function or variable that units share, as the runtime's `romp_emulated_shared` has it. Text is C's literals.
struct Shared {
    name: String,
    declaration: String,
    layout: String,
    /// 0: none is given, or no array.
    length: u64,
    place: String,
    function: bool,
    defined: bool,
}

impl Shared {
    fn of(entity: &Entity, place: String, defined: bool) -> Shared {
        let (layout, length) = without_length(&entity.layout);
        Shared {
            name: literal(&entity.name),
            declaration: literal(&entity.declaration),
            layout: literal(&layout),
            length: length.unwrap_or(0),
            place: literal(&place),
            function: entity.function,
            defined,
        }
    }

    /// What a unit defines and what it needs.
    fn all(interface: &Interface) -> Vec<Shared> {
        let at = |place: &Option<Place>| {
            let place = place.as_ref();
            place.map_or(String::new(), |place| {
                format!("{}:{}", place.file, place.line)
            })
        };
        let defined = interface.defines.iter();
        let defined = defined.map(|one| Shared::of(one, at(&one.place), true));
        let needs = interface.needs.iter().map(|need| {
            let place = match &need.used {
                Some(_) => format!("{}, in {}", at(&need.used), need.user),
                None => need.user.clone(),
            };
            Shared::of(&need.entity, place, false)
        });
        defined.chain(needs).collect()
    }
}

/// Text as a string literal of C.
fn literal(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\{:03o}", u32::from(c))),
            c => out.push(c),
        }
    }
    out + "\""
}

/// The generated file. All units have one namespace where their device functions must be linked with each other.
pub fn source(job: &Job) -> String {
    let text = EmulatedText {
        cuda: job.cuda,
        checked: job.check.any(),
        namespace: match job.relocatable {
            true => "romp_device".to_string(),
            false => format!("romp_unit_{}", job.unit),
        },
        unit: job.unit,
        by_file: job.by_file,
        part: job.part.then(|| part_name(job.unit)),
        kernels: job.kernels,
        globals: job.globals,
        shared: Shared::all(job.interface),
    };
    text.render().expect("the template has no fallible parts") + "\n"
}

/// Words for the C++ compiler, which has to accept what is usual in CUDA.
pub fn words(check: Check) -> Vec<&'static str> {
    let mut words = vec![
        "-std=c++17",
        // C has no such functions, and the program may link no C++ library.
        "-fno-exceptions",
        "-fvisibility=hidden",
        "-fno-lto",
        "-DROMP_EMULATED",
        "-Wno-unknown-pragmas",
        // No other file calls kernels, so it does not matter how over-aligned parameters are passed.
        "-Wno-psabi",
        // The host compiler warns, by C's rules, of constants that do not fit what they are assigned to.
        "-Wno-overflow",
        // A frame that leaves the stack faults at the stack's end, and does not reach what lies beyond it.
        "-fstack-clash-protection",
    ];
    words.extend(words_of_check(check));
    words
}

fn words_of_check(check: Check) -> &'static [&'static str] {
    match check {
        Check::None => &[],
        Check::Memory => ACCESSES_TOLD,
        Check::Races | Check::All => EVERY_ACCESS_TOLD,
    }
}

/// All words that a check adds for the C++ compiler, of a CUDA file without `#line` of which nothing is known.
pub fn check_words(check: Check) -> Vec<String> {
    let scopes = (check == Check::Memory).then_some(SCOPES);
    let words = words_of_check(check).iter().copied().chain(scopes);
    let own = [
        format!("-DROMP_CHECK={}", check.bits()),
        "-DROMP_CUDA_LINES=1".into(),
    ];
    words.map(String::from).chain(own).collect()
}

/// The command that compiles the image's text `name`.
pub fn compile_invocation(tools: &Tools, job: &Job, name: &str) -> Result<Invocation> {
    let cxx = find_cxx(tools).ok_or_else(|| {
        Failure::tool(
            "no C++ compiler is found, which the emulated device needs",
            "install g++, or name a C++ compiler with --device-cxx or ROMP_CXX",
        )
    })?;
    let cxx = super::response::split(&cxx);
    Ok(Invocation::new(&cxx[0])
        .args(&cxx[1..])
        .dir(job.dir)
        .args(job.flags.cxx())
        .args(words(job.check))
        .args((job.check == Check::Memory && job.local_addresses).then_some(SCOPES))
        .arg(HOST_WARNS)
        .args(
            job.check
                .any()
                .then(|| format!("-DROMP_CHECK={}", job.check.bits())),
        )
        .args(job.renaming)
        .arg(format!("-frandom-seed={}", job.unit))
        .arg(format!("-ffile-prefix-map={}=.", job.dir.display()))
        .arg("-I")
        .arg(job.include)
        .args(["-c", "-o", job.output, name]))
}

/// Words for objcopy: the image's data gets sections of its own, so that the runtime knows where it lies.
pub fn section_words() -> Vec<String> {
    // Tables that hold addresses stand in sections apart from other data.
    let sections = [
        ".data=romp_data",
        ".data.rel=romp_data",
        ".data.rel.local=romp_data",
        ".data.rel.ro=romp_data",
        ".data.rel.ro.local=romp_data",
        ".bss=romp_bss",
    ];
    let renamed = sections.iter().flat_map(|to| ["--rename-section", to]);
    renamed.map(String::from).collect()
}

/// Words for objcopy: kernels have C names, which must not clash with the host's.
pub fn localise_words(kernels: &[KernelInfo], renaming: &[String], check: Check) -> Vec<String> {
    let mut words = vec![];
    let new_name = |name: &str| {
        let start = format!("-D{name}=");
        renaming
            .iter()
            .find_map(|word| word.strip_prefix(&start))
            .unwrap_or(name)
            .to_string()
    };
    if matches!(check, Check::Races | Check::All) {
        let names = race_hooks().into_iter();
        words.extend(names.map(|name| format!("--redefine-sym=__tsan_{name}=romp_tsan_{name}")));
    }
    if check.any() {
        let names = MEMORY_HOOKS.iter();
        words.extend(names.map(|name| format!("--redefine-sym=__asan_{name}=romp_asan_{name}")));
    }
    words.extend(
        kernels
            .iter()
            .flat_map(KernelInfo::names)
            .map(|name| format!("--localize-symbol={}", new_name(name))),
    );
    words
}

fn localise_invocation(job: &Job) -> Invocation {
    Invocation::new("objcopy")
        .dir(job.dir)
        .args(section_words())
        .args(localise_words(job.kernels, job.renaming, job.check))
        .arg(job.output)
}

#[cfg(test)]
mod tests;
