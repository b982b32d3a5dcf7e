//! A machine with a GPU as far as `bench` can tell, and programs for it.

use crate::support;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LIBCUDA: &str = r#"
#include <string.h>
int cuInit(unsigned flags) { return 0; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGetName(char *name, int size, int device) { strncpy(name, "Test GPU", size); return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { *value = attribute == 75 ? 9 : 0; return 0; }
"#;

/// Tells kernels of `NS` nanoseconds in two solves, and writes a result; hangs, fails or is wrong where it is asked to.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef NS
#define NS 1000000      // the program by hand: nvcc links what the host's compiler made of this file
#endif
int main(void)
{
    const char *path = getenv("ROMP_BENCH_RECORDS");
    if (path) {
        FILE *out = fopen(path, "w");
        fprintf(out, "kernel 4 %d 40 128 0 0 100 1 1 256 1 1 my kernel(int)\nspan 20000\nend\n", NS);
        fclose(out);
    }
#ifdef HANG
    sleep(60);
#endif
#ifdef FAIL
    fprintf(stderr, "out of luck\n");
    return 3;
#endif
#ifdef WRONG
    double result = -1;
#else
    double result = 42;
#endif
    FILE *file = fopen("result.f64", "wb");
    fwrite(&result, sizeof result, 1, file);
    fclose(file);
    printf("@ seconds 0.002\n@ solves 2\n@ flops 1e9\n@ bytes 1e9\n");
    return 0;
}
"#;

const MANIFEST: &str = r#"
title = "A program"
precision = "f64"
[common]
sources = ["main.c"]
[reference]
flags = ["-DNS=0"]
[variants.spmd]
flags = ["-DNS=1200000"]
[variants.nested]
flags = ["-DNS=1600000"]
[twin]
sources = []
[sizes]
test = []
small = []
[[check.files]]
path = "result.f64"
type = "f64"
"#;

pub struct Machine {
    pub folder: tempfile::TempDir,
}

impl Machine {
    /// With a program `p`, an nvcc, and no peers.
    pub fn new() -> Machine {
        let machine = Machine {
            folder: tempfile::tempdir().unwrap(),
        };
        machine.library("libcuda.so.1", LIBCUDA, "");
        machine.write("p/main.c", PROGRAM);
        machine.write("p/bench.toml", MANIFEST);
        // nvcc: a program by hand is linked by gcc; the one that measures peaks becomes a script that prints them.
        let nvcc = r#"
for word; do
    case $word in
        *.cu) peaks=1 ;;
        -arch*|-lineinfo) ;;
        *) words+=("$word") ;;
    esac
    [ "$before" = -o ] && output=$word
    before=$word
done
[ -z "$peaks" ] && exec gcc "${words[@]}"
cp "$(dirname "$0")/peaks.sh" "$output""#;
        machine.script("nvcc", nvcc);
        machine.script("peaks.sh", "printf 'bytes 4e12\\nf32 6e13\\nf64 3e13\\n'");
        machine
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// A shared library of this source, built with these words.
    pub fn library(&self, name: &str, source: &str, words: &str) {
        let file = format!("{name}.c");
        self.write(&file, source);
        let mut gcc = Command::new("gcc");
        gcc.args(["-shared", "-fPIC", "-o"])
            .arg(self.path(name))
            .arg(self.path(&file));
        let built = gcc.args(words.split_whitespace()).status();
        assert!(built.unwrap().success());
    }

    pub fn script(&self, name: &str, body: &str) {
        self.write(name, &format!("#!/bin/bash\n{body}\n"));
        let path = self.path(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A peer's compiler that adds words to those of gcc, and takes no others' options.
    pub fn peer(&self, name: &str, words: &str) {
        let body = format!(
            "for word; do case $word in --offload-arch=*|-foffload*) ;; *) words+=(\"$word\") ;; esac; done\n\
             exec gcc {words} \"${{words[@]}}\""
        );
        self.script(name, &body);
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = support::romp2cuda();
        command
            .args(words)
            .current_dir(self.folder.path())
            .env("LD_LIBRARY_PATH", self.folder.path())
            .env("NVCC", self.path("nvcc"))
            .env("ROMP_BENCH_CLANG", self.path("clang"))
            .env("ROMP_BENCH_GCC", self.path("gcc"))
            .env("ROMP_CACHE", self.path("cache"));
        command
    }

    pub fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }
}

pub fn text(output: &Output) -> String {
    let stream = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    stream(&output.stdout) + &stream(&output.stderr)
}

pub fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}
