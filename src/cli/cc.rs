//! `romp2cuda cc`, and `rompcc`: a gcc command line.

use super::USAGE;
use super::terminal::{Terminal, print};
use crate::driver::cmdline::CommandLine;
use crate::driver::config;
use crate::driver::host_cc::HostCc;
use crate::driver::offload::Targets;
use crate::driver::process::{Mode, Runner};
use crate::driver::{Reporter, Result, compiled, gcc_driver, link, packages, response};

pub(super) const HELP: &str = "\
Takes what gcc takes; without -fopenmp it is gcc. Beside that:
  --offload-arch=LIST  native, sm_NN, compute_NN, emulated; repeatable. Without it, and
                       for `default`: the GPUs here, else sm_80, sm_90 and PTX for later ones
  --host-cc=COMMAND    the C compiler for the host half (also ROMP_HOST_CC); default gcc
  --shared-budget=N    shared memory that a team's variables may take, in bytes; or `occupancy`
  --sequential=MODE    sequential parts of kernels: auto, guarded (SPMD), fork-join (a master warp)
  --simd=MODE          simd loops inside parallel ones: auto, lanes (of a warp), serial
  --no-merge-regions   fork adjacent parallel regions one by one
  --nvcc=FILE          the CUDA compiler (also NVCC, CUDA_HOME, CUDA_PATH)
  --device-cxx=COMMAND the C++ compiler for the emulated device (also ROMP_CXX); default g++
  --host-cxx=COMMAND   rompcxx: the C++ compiler, which links (also ROMP_HOST_CXX); default g++
  --link-flags         what g++, mpicc or another compiler needs to link objects made here, behind them
  --print-prefix       a folder for CMAKE_PREFIX_PATH; its lib/pkgconfig is for PKG_CONFIG_PATH
  --device-link -o X.o for such a link: device code that crosses the objects and archives named, as one more object
  --instead-of COMMAND nothing: for launchers of build systems (C_COMPILER_LAUNCHER), which put their words in front
                       of a compiler's command
  -Wno-NAME, -WNAME    a warning of the translator's off or on, by name or code: shared-in-loop, W6002 ...
                       (docs/lints.md)
  --Werror=NAME        makes one an error (also -Werror=NAME); -w silences all others
  --check=WHAT         what the emulated device looks for while the program runs: memory (every access;
                       the default with -g), races, all, none
  --line-directives    device code has the lines of the C source, for profilers and debuggers
  --save-temps         keep the edited C, the CUDA file and the emulated image's source
  --no-config          read no romp2cuda.toml
  -v, -###             print the commands and run them; only print them
  --color=, --format=  as for all commands (text, json, gcc, github, sarif); -fdiagnostics-color is heard
Offloading flags of clang, nvc, icx and gcc mean here what they mean there (docs/book/migrating.md).
make CC=rompcc and cmake -DCMAKE_C_COMPILER=rompcc work; rompcxx is for CXX and CMAKE_CXX_COMPILER.";

pub(super) fn run(words: Vec<String>, terminal: &Terminal) -> i32 {
    let parsed = response::expand(words).and_then(|words| {
        let line = completed(words)?;
        let terminal = terminal.with(line.own.colour(), line.own.format.as_deref())?;
        Ok((line, terminal))
    });
    match parsed {
        Ok((line, terminal)) if line.own.print_link_flags => {
            terminal.code(link_flags(&line, &terminal))
        }
        Ok((line, terminal)) if line.own.print_prefix => terminal.code(prefix()),
        Ok((line, terminal)) => {
            let limit = compiled::misunderstood_limit().filter(|_| line.openmp);
            limit.iter().for_each(|said| terminal.say(said));
            let code = terminal.code(gcc_driver::run(&terminal, &line));
            terminal.close();
            code
        }
        Err(text) => {
            terminal.say(&format!("romp2cuda cc: {text}"));
            USAGE
        }
    }
}

/// The command line with what the project's file says of OpenMP; without OpenMP it is the host compiler's.
fn completed(words: Vec<String>) -> std::result::Result<CommandLine, String> {
    let line = CommandLine::parse(&words)?;
    if !line.openmp {
        return Ok(line);
    }
    let (words, project_file) = config::complete(words, &|_| true)?;
    let mut line = CommandLine::parse(&words)?;
    line.own.project_file = project_file;
    Ok(line)
}

fn link_flags(line: &CommandLine, terminal: &Terminal) -> Result<i32> {
    let host = HostCc::find(
        &Runner::new(terminal, Mode::Quiet),
        line.own.host_cc.as_deref(),
    )?;
    let mut more = vec![];
    let is_static = |word: &String| word == "-static" || word == "-static-pie";
    if line.words.iter().any(is_static) {
        more.push(link::STATIC);
    }
    let archs = &line.own.archs;
    if !archs.is_empty() && Targets::choose(archs)? == Targets::emulated_only() {
        more.push(link::ONLY_EMULATED);
    }
    let words = link::flags(host.kind, &more)?;
    // Unquoted: shells do not read quotes in the result of `$(...)`.
    print(&format!("{}\n", words.join(" ")));
    Ok(0)
}

fn prefix() -> Result<i32> {
    print(&format!("{}\n", packages::cached_prefix()?.display()));
    Ok(0)
}
