//! `romp2cuda run`: translate, build in the cache, run.

use super::USAGE;
use super::kept::Kept;
use super::terminal::Terminal;
use crate::driver::checks::{self, Check};
use crate::driver::cmdline::{Arg, CommandLine, Input, Language, Own, Stage};
use crate::driver::compile::Build;
use crate::driver::device_flags::{DeviceFlags, SANITIZER};
use crate::driver::gpu::{self, Driver};
use crate::driver::host_cc::HostCc;
use crate::driver::nvcc::Nvcc;
use crate::driver::offload::Targets;
use crate::driver::process::{Invocation, Mode, Runner};
use crate::driver::source::Source;
use crate::driver::unit::{self, Reading};
use crate::driver::unit_name::Naming;
use crate::driver::{
    Failure, Reporter, Result, cache, compiled, config, gcc_driver, host_source, response,
    sanitizer,
};
use crate::source::{Preprocessed, bytes};
use std::path::{Path, PathBuf};

pub(super) const HELP: &str = "\
FILES are C files (C++ without target constructs, objects and archives too), FLAGS those of gcc and of
`romp2cuda cc`; -O2 where no level is given. Runs on the GPU where there is one, else on the emulated
device, and says which. ROMP_DEVICE=cuda|emulated|host chooses. The exit code is the program's; 128 + n
after signal n.
  --check=WHAT         what the emulated device looks for: memory (every access; the default), races,
                       all, none; on a GPU sanitizer: compute-sanitizer, its report in our words
  --schedule-seed=N    threads of the emulated device run in another order, the same for the same N";

/// The name of a file beside a program in the cache that has nothing for a device.
const NOTHING_OFFLOADED: &str = "nothing-offloaded";
const NOTHING_SAYS: &str =
    "romp2cuda: nothing is offloaded: the program has no target construct, and runs on the host";

/// Where the program will run.
struct Device {
    /// The value of ROMP_DEVICE.
    name: &'static str,
    /// Its name in messages.
    says: String,
}

pub(super) fn run(words: Vec<String>, terminal: &Terminal) -> i32 {
    let split = words.iter().position(|word| word == "--");
    let (ours, arguments) = words.split_at(split.unwrap_or(words.len()));
    let arguments = arguments.get(1..).unwrap_or_default();
    let parsed = response::expand(ours.to_vec()).and_then(|words| {
        let (words, _) = config::complete(words, &|_| true)?;
        let mut line = CommandLine::parse(&words)?;
        let terminal = terminal.with(line.own.colour(), line.own.format.as_deref())?;
        complete(&mut line)?;
        Ok((line, terminal))
    });
    match parsed {
        Ok((line, terminal)) => {
            let limit = compiled::misunderstood_limit();
            limit.iter().for_each(|said| terminal.say(said));
            let code = terminal.code(build_and_run(&line, arguments, &terminal));
            terminal.close();
            code
        }
        Err(text) => {
            terminal.say(&format!("romp2cuda run: {text}"));
            USAGE
        }
    }
}

/// Makes a whole program of what the user wrote.
fn complete(line: &mut CommandLine) -> std::result::Result<(), String> {
    if line.sources().next().is_none() && line.inputs().next().is_none() {
        return Err("which file? `romp2cuda run a.c`".into());
    }
    if line.inputs().any(|input| input.path == "-") {
        return Err("standard input is the program's: give the source as a file".into());
    }
    if line.stage != Stage::Link || line.output.is_some() {
        return Err("-c, -S, -E and -o have no meaning here: use romp2cuda cc".into());
    }
    line.openmp = true;
    let levels = |arg: &Arg| matches!(arg, Arg::Every(words) if words[0].starts_with("-O"));
    if !line.args.iter().any(levels) {
        line.args.insert(0, Arg::Every(vec!["-O2".into()]));
    }
    Ok(())
}

fn build_and_run(line: &CommandLine, arguments: &[String], terminal: &Terminal) -> Result<i32> {
    let mode = line.own.mode();
    let kept = Kept::new(terminal, mode == Mode::Quiet);
    let runner = Runner::new(&kept, mode);
    let host = HostCc::find(&runner, line.own.host_cc.as_deref())?;
    // The program is whole: with a file in C++ it needs that language's library.
    let is_cxx = |input: &Input| input.language == Language::Cxx;
    let driver = match line.own.cxx || line.sources().any(is_cxx) {
        true => HostCc::find_cxx(&runner, line.own.host_cxx.as_deref())?,
        false => host.clone(),
    };
    let device = choose_device(&line.own)?;
    let targets = targets(&device, &line.own.archs)?;
    let usual = if device.name == "emulated" {
        Check::Memory
    } else {
        Check::None
    };
    let check = match targets.emulated {
        true => Check::choose(line.own.check, usual).map_err(checks::usage)?,
        false => Check::None,
    };
    let sanitizer = line
        .own
        .sanitizer
        .then(|| find_sanitizer(&device, &line.own))
        .transpose()?;
    let mut translation = line.own.translation;
    translation.line_directives |= check.any() || sanitizer.is_some();
    let saved_plain = !translation.line_directives;
    let flags = DeviceFlags::from_words(&line.compile_words());
    translation.line_directives |= targets.emulated || targets.cuda() && !flags.no_lines;
    translation.checked = check.any();
    translation.keeps_races = check.races();
    translation.parts = true;
    let mut words = line.compile_words();
    if sanitizer.is_some() {
        words.push("-g".into()); // line tables of device code
        words.push(SANITIZER.into());
    }
    let build = Build {
        runner,
        driver,
        host,
        words,
        include: cache::include_dir()?,
        targets,
        translation,
        save_temps: line.own.save_temps,
        saved_plain,
        tools: line.own.tools.clone(),
        remarks: line.own.remarks,
        record: gcc_driver::record(line)?,
        check,
    };
    let program = program(&build, line, &kept)?;
    drop(kept);
    let report = tempfile::NamedTempFile::new()
        .map_err(|error| Failure::file(&std::env::temp_dir(), "make a file in", error))?;
    let mut invocation = match &sanitizer {
        Some(sanitizer) => {
            let environment = sanitizer::ENVIRONMENT.iter();
            let command = Invocation::new(sanitizer)
                .args(sanitizer::words(sanitizer::Tool::Memcheck, report.path()))
                .arg(&program.path);
            environment.fold(command, |command, (name, value)| command.env(name, *value))
        }
        None => Invocation::new(&program.path),
    }
    .args(arguments);
    if std::env::var_os("ROMP_DEVICE").is_none() {
        invocation = invocation.env("ROMP_DEVICE", device.name);
    }
    if let Some(seed) = line.own.schedule_seed {
        invocation = invocation.env("ROMP_SCHEDULE_SEED", seed.to_string());
    }
    if let Some(check) = line.own.check {
        invocation = invocation.env("ROMP_EMULATED_CHECK", check.word());
    }
    // What the build had to say ends before the program begins.
    terminal.close();
    terminal.say(
        &match program.path.with_file_name(NOTHING_OFFLOADED).exists() {
            true => NOTHING_SAYS.to_string(),
            false => format!("romp2cuda: running on {}", device.says),
        },
    );
    let mode = if mode == Mode::Dry {
        Mode::Dry
    } else {
        Mode::Quiet
    };
    let code = Runner::new(terminal, mode).pass_through(&invocation)?;
    match sanitizer {
        Some(_) if mode != Mode::Dry => tell_about(report.path(), code, terminal),
        _ => Ok(code),
    }
}

/// The path of compute-sanitizer, where the program runs on a GPU.
fn find_sanitizer(device: &Device, own: &Own) -> Result<PathBuf> {
    if device.name != "cuda" {
        return Err(Failure::tool(
            format!(
                "--check=sanitizer is for a GPU, and the program would run on {}",
                device.says
            ),
            "--check=memory checks every access on the emulated device",
        ));
    }
    sanitizer::find(&own.tools)
}

/// Prints what compute-sanitizer found, in the translator's words; its own text where that is not understood.
fn tell_about(report: &Path, code: i32, terminal: &Terminal) -> Result<i32> {
    let text =
        std::fs::read_to_string(report).map_err(|error| Failure::file(report, "read", error))?;
    let messages = sanitizer::messages(&text);
    for message in &messages {
        terminal.say(message);
    }
    if messages.is_empty() && !sanitizer::is_clean(&text) {
        terminal.say(text.trim_end());
    }
    Ok(match sanitizer::is_clean(&text) {
        true => code,
        false => code.max(1),
    })
}

/// The GPU where there is one and code can be made for it; the user's choice overrules that.
fn choose_device(own: &Own) -> Result<Device> {
    let archs = &own.archs;
    let device = |name: &'static str, says: String| Ok(Device { name, says });
    let named = std::env::var("ROMP_DEVICE").unwrap_or_default();
    match named.as_str() {
        "emulated" => {
            return device(
                "emulated",
                "the emulated device (ROMP_DEVICE says so)".into(),
            );
        }
        "host" => return device("host", "the host (ROMP_DEVICE says so)".into()),
        "cuda" => return device("cuda", "the GPU (ROMP_DEVICE says so)".into()),
        _ => {}
    }
    let only_emulated = !archs.is_empty() && archs.iter().all(|arch| arch == "emulated");
    if only_emulated {
        return device(
            "emulated",
            "the emulated device (--offload-arch says so)".into(),
        );
    }
    match (gpu::probe(), Nvcc::find(&own.tools)) {
        (Driver::Missing, _) => device(
            "emulated",
            "the emulated device (no NVIDIA driver found)".into(),
        ),
        (Driver::Broken(error), _) => device(
            "emulated",
            format!("the emulated device (the NVIDIA driver does not start: error {error})"),
        ),
        (Driver::Present { gpus, .. }, _) if gpus.is_empty() => {
            device("emulated", "the emulated device (no GPU found)".into())
        }
        (Driver::Present { .. }, None) if archs.is_empty() => device(
            "emulated",
            "the emulated device (there is a GPU but no nvcc: run `romp2cuda toolchain install`)"
                .into(),
        ),
        (Driver::Present { gpus, .. }, _) => device("cuda", gpus[0].name.clone()),
    }
}

fn targets(device: &Device, archs: &[String]) -> Result<Targets> {
    match (device.name, archs) {
        ("cuda", []) => Targets::choose(&[]),
        (_, []) => Ok(Targets::emulated_only()),
        ("emulated", archs) => {
            let mut targets = Targets::choose(archs)?;
            targets.emulated = true;
            Ok(targets)
        }
        (_, archs) => Targets::choose(archs),
    }
}

/// The built program.
struct Program {
    path: PathBuf,
    /// The folder that it lies in, where it is not the cache's.
    _folder: Option<tempfile::TempDir>,
}

/// The built program in the cache, under the digest of all that goes into it. What its build said is shown, whenever
/// that was. Of builds whose steps are to be seen or kept nothing comes from the cache, nor goes there.
fn program(build: &Build, line: &CommandLine, said: &Kept) -> Result<Program> {
    let make = |new: &Path| {
        let mut line = line.clone();
        line.output = Some(new.join("program").to_string_lossy().into_owned());
        if !gcc_driver::steps(build, &line)? {
            cache::write(new, NOTHING_OFFLOADED, "")?;
        }
        said.write(new)
    };
    // What assembler and Fortran include is not known.
    let is_open = |input: &Input| input.language == Language::Other;
    if build.runner.mode != Mode::Quiet || line.own.save_temps || line.sources().any(is_open) {
        let folder = crate::driver::compile::temporary_folder()?;
        make(folder.path())?;
        return Ok(Program {
            path: folder.path().join("program"),
            _folder: Some(folder),
        });
    }
    let place = cache::root()?.join("run").join(key(build, line)?);
    match place.is_dir() {
        true => said.show_again(&place)?,
        false => cache::publish(&place, make)?,
    }
    Ok(Program {
        path: place.join("program"),
        _folder: None,
    })
}

fn key(build: &Build, line: &CommandLine) -> Result<String> {
    let mut parts: Vec<Vec<u8>> = vec![
        cache::own_key().into_bytes(),
        build.host.name().into_bytes(),
        build.driver.name().into_bytes(),
        build.targets.words().join(",").into_bytes(),
        format!("{:?} {:?}", build.check, build.translation).into_bytes(),
        format!("{:?}", build.tools.found()).into_bytes(),
    ];
    let quiet = Runner::new(build.runner.reporter, Mode::Quiet);
    let reading = Reading {
        naming: Naming::ByText,
        host: &build.host,
        words: &build.words,
        include: &build.include,
        translation: build.translation,
    };
    for arg in &line.args {
        match arg {
            Arg::Cpp(words) | Arg::Link(words) | Arg::Every(words) => {
                parts.push(words.join("\n").into_bytes())
            }
            Arg::Input(input) => {
                let path = Path::new(&input.path);
                parts.push(input.path.clone().into_bytes());
                let text = match input.language {
                    Language::C | Language::PreprocessedC => {
                        let text = unit::read(&quiet, &reading, &Source::open(input)?, &[])?;
                        parts.extend(originals(&text.bytes, path));
                        text.bytes
                    }
                    Language::Cxx => host_source::text(build, input)?,
                    _ => std::fs::read(path).map_err(|error| Failure::file(path, "read", error))?,
                };
                parts.push(text);
            }
        }
    }
    for library in libraries(line) {
        parts.extend(std::fs::read(library).ok());
    }
    Ok(cache::digest(parts.iter().map(|part| part.as_slice())))
}

/// Where the libraries of `-l` may lie in the folders of `-L`: what the linker takes of them is in the program.
fn libraries(line: &CommandLine) -> Vec<PathBuf> {
    let given = |option: &str| {
        let words = line.args.iter().filter_map(|arg| match arg {
            Arg::Link(words) | Arg::Every(words) => Some(words.concat()),
            Arg::Cpp(_) | Arg::Input(_) => None,
        });
        let named = words.filter_map(|word| word.strip_prefix(option).map(String::from));
        named.collect::<Vec<_>>()
    };
    let (folders, names) = (given("-L"), given("-l"));
    let in_folder = |folder: &String| {
        let folder = PathBuf::from(folder);
        let files = names.iter().map(|name| match name.strip_prefix(':') {
            Some(file) => file.to_owned(),
            None => format!("lib{name}.a"),
        });
        files.map(|file| folder.join(file)).collect::<Vec<_>>()
    };
    folders.iter().flat_map(in_folder).collect()
}

/// The user's files in a preprocessed text: comments, which it has no more, may silence warnings.
fn originals(text: &[u8], main_file: &Path) -> Vec<Vec<u8>> {
    let text = bytes::decode(text.to_vec());
    let text = Preprocessed::new(text, main_file.to_path_buf());
    let users = text.files().filter(|file| text.is_user_file(*file));
    // What cannot be read is no file, as `<built-in>`, or is not there any more.
    let read = users.filter_map(|file| std::fs::read(text.path(file)).ok());
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> std::result::Result<CommandLine, String> {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        let mut line = CommandLine::parse(&words)?;
        complete(&mut line).map(|()| line)
    }

    #[test]
    fn programs_are_optimised_unless_told_otherwise() {
        assert_eq!(parse("a.c").unwrap().compile_words(), ["-O2"]);
        assert_eq!(
            parse("a.c -O0 -DX").unwrap().compile_words(),
            ["-O0", "-DX"]
        );
        assert!(parse("a.c").unwrap().openmp);
    }

    #[test]
    fn libraries_lie_in_the_folders_that_are_named() {
        let line = parse("a.c -Lx -L y -lone -l two -l:three.a").unwrap();
        let found: Vec<String> = libraries(&line)
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        assert_eq!(
            found.join(" "),
            "x/libone.a x/libtwo.a x/three.a y/libone.a y/libtwo.a y/three.a"
        );
    }

    #[test]
    fn only_whole_programs_can_run() {
        for text in ["", "-O2", "-c a.c", "a.c -o x"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
