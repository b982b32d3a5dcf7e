//! The host half of a unit, and sources without device code.

use super::{Build, Product};
use crate::driver::host_cc::Kind;
use crate::driver::mirror;
use crate::driver::preprocess::VERSION;
use crate::driver::process::{Invocation, Mode};
use crate::driver::source::Source;
use crate::driver::unit::Unit;
use crate::driver::{Failure, Result, cache, section};
use std::path::{Path, PathBuf};

impl Build<'_> {
    /// Compiles a source that has nothing for a device, as it is.
    pub(super) fn host_only(
        &self,
        source: Source,
        product: Product,
        output: &Path,
        auxiliary: &[String],
    ) -> Result<()> {
        let mut invocation = self.host_invocation(&self.words, product);
        if self.runner.mode == Mode::Verbose {
            invocation = invocation.arg("-v"); // as gcc does it
        }
        if product != Product::Check {
            invocation = invocation.arg("-o").arg(output).args(auxiliary);
        }
        self.host_step(
            &invocation.args(source.words()),
            source.input().map(<[u8]>::to_vec),
        )
    }

    fn host_invocation(&self, words: &[String], product: Product) -> Invocation {
        self.host
            .invoke()
            .arg("-I")
            .arg(&self.include)
            // Messages of the checks name lines of host code, too.
            .args(self.check.any().then_some("-g1"))
            .args(VERSION)
            .args(words)
            .args(self.host.openmp_words())
            .arg(product.word())
    }

    fn host_step(&self, invocation: &Invocation, input: Option<Vec<u8>>) -> Result<()> {
        let finished = self.runner.run_with(invocation, input)?;
        if !finished.success() {
            return Err(Failure::Compiler(finished.stderr_text()));
        }
        self.runner.show(&finished);
        Ok(())
    }

    /// Compiles the translated host text.
    pub(super) fn host_part(
        &self,
        unit: &Unit,
        dir: &Path,
        product: Product,
        auxiliary: &[String],
    ) -> Result<PathBuf> {
        if let Some(old) = self.words.iter().find(|word| is_c89(word)) {
            return Err(Failure::tool(
                format!(
                    "{}: host code of device constructs is C99, and `{old}` asks for older C",
                    unit.source.display()
                ),
                "compile this file with -std=gnu99 (and -fgnu89-inline where it needs that)",
            ));
        }
        let mirror = mirror::write(&dir.join("src"), unit, &self.words)?;
        let language = ["-x".to_string(), "c".to_string()];
        let output = dir.join("host.o");
        let mut invocation = self
            .host_invocation(&mirror.words, product)
            .arg(format!("-frandom-seed={}", unit.name.key))
            .arg(format!("-DROMP_UNIT=\"{}\"", unit.name.key));
        if product == Product::Object && self.host.kind == Kind::Gcc {
            invocation = invocation.arg("-fno-lto"); // images are no LTO objects, and both become one file
        }
        if product == Product::Assembly {
            let mark = cache::write(dir, "half.h", section::half())?;
            invocation = invocation.arg("-include").arg(mark);
        }
        if product != Product::Check {
            invocation = invocation.arg("-o").arg(&output).args(auxiliary);
        }
        let used = dir.join("host.d");
        if !mirror.replaced.is_empty() {
            invocation = invocation.arg("-MD").arg("-MF").arg(&used);
        }
        self.host_step(&invocation.args(language).arg(&mirror.main), None)?;
        if product == Product::Object && self.host.kind == Kind::Gcc {
            self.drop_offloaded(&output);
        }
        let used = std::fs::read_to_string(used).unwrap_or_default();
        match mirror.missed(&used) {
            Some(header) => Err(Failure::tool(
                format!(
                    "{}: the host compiler does not take the edited header",
                    header.display()
                ),
                "include it by its name, not by a macro that holds a path, or report this with the output of -v",
            )),
            None => Ok(output),
        }
    }
}

impl Build<'_> {
    /// Removes what gcc keeps in an object for its own compiler of device code: the host version of each region once
    /// more. A gcc that has such a compiler would make a table of it in every link, which a link without `-fopenmp`
    /// cannot resolve, and of which a program may have one. Where objcopy cannot read the object, which a gcc for
    /// another machine has made, it stays as it is.
    fn drop_offloaded(&self, object: &Path) {
        let invocation = Invocation::new("objcopy")
            .arg("--remove-section=.gnu.offload_*")
            .arg(object);
        _ = self.runner.run(&invocation);
    }
}

/// Whether a word asks for a C dialect before C99, which has no declarations in `for`.
fn is_c89(word: &str) -> bool {
    let dialects = [
        "c89",
        "c90",
        "gnu89",
        "gnu90",
        "iso9899:1990",
        "iso9899:199409",
    ];
    word == "-ansi"
        || word
            .strip_prefix("-std=")
            .is_some_and(|name| dialects.contains(&name))
}
