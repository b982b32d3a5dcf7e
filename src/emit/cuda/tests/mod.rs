//! C made CUDA C++, against the C compiler: each program of `c/` is printed, built by g++ in place of
//! nvcc, and must say exactly what it says when gcc builds it; nvcc, where there is one, must take it too.
//!
//! A program's functions are `declare target`; it starts in `void test(void)`.

mod messages;

use super::{Names, NoHooks, Printer, Uses, declarations};
use crate::analyze::reach::{Root, declared_roots, reach};
use crate::diag::Diagnostic;
use crate::front;
use crate::plan::check::device_code;
use crate::source::Preprocessed;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The CUDA text of a program's `declare target` entities.
fn translate(path: &Path) -> Result<String, Vec<Diagnostic>> {
    let output = Command::new("gcc")
        .args(["-E", "-fopenmp"])
        .arg(path)
        .output()
        .expect("gcc");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let pre = Preprocessed::new(text, path.to_path_buf());
    std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || {
            let (program, _) = crate::sema::lower(&front::parse(&pre)?, &pre)?;
            let roots = declared_roots(&program);
            let (reached, mut diagnostics) = reach(&program, &roots);
            diagnostics.extend(device_code::check(&program, &reached, Default::default()));
            if !diagnostics.is_empty() {
                return Err(diagnostics);
            }
            let names = Names::new(&program);
            let (none, mut uses) = (Default::default(), Uses::default());
            let mut p = Printer::new(&program, &names, &NoHooks, &none, &mut uses);
            let funcs: Vec<_> = roots
                .iter()
                .filter_map(|root| match root {
                    Root::Func(func) => Some(*func),
                    _ => None,
                })
                .collect();
            Ok(declarations(&mut p, &funcs, &[]).text())
        })
        .expect("a thread")
        .join()
        .expect("no panic")
}

const PRELUDE: &str = concat!(
    "#include <assert.h>\n#include <ctype.h>\n#include <float.h>\n#include <limits.h>\n#include <math.h>\n",
    "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
    "#ifdef __CUDACC__\n#define ROMP_FN __device__ __forceinline__\n#else\n#define ROMP_EMULATED\n#define __device__\n",
    "#define ROMP_FN inline __attribute__((always_inline))\n#endif\n",
    include_str!("../../../../runtime-cuda/include/romp/c_library.cuh"),
);

fn run(command: &mut Command, what: &str) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(
        output.status.success(),
        "{what}:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// nvcc, from `NVCC` or the path.
fn nvcc() -> Option<PathBuf> {
    let given = std::env::var_os("NVCC").map(PathBuf::from);
    given.or_else(|| {
        std::env::split_paths(&std::env::var_os("PATH")?)
            .map(|dir| dir.join("nvcc"))
            .find(|path| path.exists())
    })
}

fn differential(name: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/emit/cuda/tests/c")
        .join(name);
    let text = match translate(&source) {
        Ok(text) => text,
        Err(diagnostics) => {
            let lines: Vec<String> = diagnostics
                .iter()
                .map(|d| {
                    format!(
                        "{}: {} {:?} {:?}",
                        d.code.number(),
                        d.message,
                        d.help,
                        d.labels
                    )
                })
                .collect();
            panic!("{name} is refused:\n{}", lines.join("\n"))
        }
    };
    let dir = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    if std::env::var_os("SHOW").is_some() {
        println!("{text}");
    }
    let main = file(
        "main.c",
        "void test(void); int main(void) { test(); return 0; }\n",
    );
    let c = dir.path().join("c");
    let flags = ["-O1", "-ffp-contract=off", "-fwrapv"];
    run(
        Command::new("gcc")
            .args(flags)
            .arg("-w")
            .arg(&source)
            .arg(&main)
            .args(["-lm", "-o"])
            .arg(&c),
        "gcc on the original",
    );
    let emulated = format!(
        "{PRELUDE}namespace romp_unit {{\n{text}}}\nint main() {{ romp_unit::test(); return 0; }}\n"
    );
    let emulated = file("emulated.cc", &emulated);
    let cc = dir.path().join("cc");
    run(
        Command::new("g++")
            .args(flags)
            .arg("-std=c++17")
            .arg(&emulated)
            .arg("-o")
            .arg(&cc),
        &format!("g++ on\n{text}"),
    );
    assert_eq!(
        run(&mut Command::new(&c), "the original"),
        run(&mut Command::new(&cc), "the printed one"),
        "{text}"
    );
    if let Some(nvcc) = nvcc() {
        let kernel =
            format!("{PRELUDE}\n{text}\nextern \"C\" __global__ void kernel() {{ test(); }}\n");
        let kernel = file("kernel.cu", &kernel);
        run(
            Command::new(nvcc)
                .args(["-arch=sm_90", "--ptx", "-o", "/dev/null"])
                .arg(&kernel),
            &format!("nvcc on\n{text}"),
        );
    }
}

macro_rules! programs {
    ($($name:ident)*) => { $(#[test] fn $name() { differential(concat!(stringify!($name), ".c")); })* };
}

programs! { names types conversions enums bools literals initialisers jumps vla library pointers operators statements corners }
