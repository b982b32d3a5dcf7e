//! Who takes part: each compiler with each OpenMP variant, and the program in CUDA by hand.
//!
//! Must not know how anything is compiled or run.

use super::manifest::Manifest;
use serde::{Deserialize, Serialize};

/// Who compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compiler {
    /// The serial program whose results are right by definition.
    Reference,
    /// nvcc, for the program by hand.
    Cuda,
    /// This translator.
    Romp,
    /// clang's own offloading.
    Clang,
    /// gcc's own offloading.
    Gcc,
    /// gcc for the host, with OpenMP and without a device.
    Host,
}

/// Names that no variant may have: rows of compilers begin with them.
pub const RESERVED: &[&str] = &["reference", "cuda", "clang", "gcc", "host"];

/// The compilers that `--against` can name.
pub const PEERS: &[Compiler] = &[
    Compiler::Cuda,
    Compiler::Clang,
    Compiler::Gcc,
    Compiler::Host,
];

impl Compiler {
    pub fn name(self) -> &'static str {
        match self {
            Compiler::Reference => "reference",
            Compiler::Cuda => "cuda",
            Compiler::Romp => "romp2cuda",
            Compiler::Clang => "clang",
            Compiler::Gcc => "gcc",
            Compiler::Host => "host",
        }
    }

    pub fn peer(name: &str) -> Option<Compiler> {
        PEERS.iter().copied().find(|peer| peer.name() == name)
    }

    /// Whether its programs run kernels.
    pub fn offloads(self) -> bool {
        !matches!(self, Compiler::Reference | Compiler::Host)
    }
}

/// One program that is built and run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contender {
    /// Its row's name, and its file's in a built folder.
    pub id: String,
    pub compiler: Compiler,
    /// The key of `[variants]` that it is compiled from; none of the reference and the program by hand.
    pub variant: Option<String>,
    /// Options of `romp2cuda cc`.
    pub options: Vec<String>,
}

/// Which contenders the user wants.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Names of the translator's rows; empty: all.
    pub variants: Vec<String>,
    pub against: Vec<Compiler>,
}

/// The variant that teams and a parallel region inside of them form; the translator's choice for it is `auto`.
const NESTED: &str = "nested";
const AUTO: &str = "auto";

/// The translator's rows of a program. Where it has a variant `nested` and none called `auto`, that source makes two
/// rows: `nested` with fork and join of a team's threads as it is written, `auto` as the translator chooses.
fn own(manifest: &Manifest) -> Vec<Contender> {
    let mut rows = vec![];
    for (name, variant) in &manifest.variants {
        let split =
            name == NESTED && variant.options.is_none() && !manifest.variants.contains_key(AUTO);
        let mut row = |id: &str, options: Vec<String>| {
            rows.push(Contender {
                id: id.to_string(),
                compiler: Compiler::Romp,
                variant: Some(name.clone()),
                options,
            });
        };
        if split {
            row(AUTO, vec![]);
            row(NESTED, vec!["--sequential=fork-join".into()]);
        } else {
            row(name, variant.options.clone().unwrap_or_default());
        }
    }
    rows
}

/// The contenders of a program in the order of their rows: the program by hand, the translator's, the other compilers'.
/// The reference is not among them.
pub fn contenders(manifest: &Manifest, wanted: &Wanted) -> Vec<Contender> {
    let mut ours = own(manifest);
    if !wanted.variants.is_empty() {
        ours.retain(|one| wanted.variants.contains(&one.id));
    }
    let mut rows = vec![];
    if manifest.twin.is_some() && wanted.against.contains(&Compiler::Cuda) {
        rows.push(Contender {
            id: Compiler::Cuda.name().into(),
            compiler: Compiler::Cuda,
            variant: None,
            options: vec![],
        });
    }
    let mut variants: Vec<String> = ours.iter().filter_map(|one| one.variant.clone()).collect();
    variants.sort();
    variants.dedup();
    rows.extend(ours);
    for peer in [Compiler::Clang, Compiler::Gcc, Compiler::Host] {
        if !wanted.against.contains(&peer) {
            continue;
        }
        rows.extend(variants.iter().map(|variant| Contender {
            id: format!("{}-{variant}", peer.name()),
            compiler: peer,
            variant: Some(variant.clone()),
            options: vec![],
        }));
    }
    rows
}

/// The program whose results count: the manifest's reference, or its first variant without a device.
pub fn reference(manifest: &Manifest) -> Contender {
    let variant = match manifest.reference {
        Some(_) => None,
        None => manifest.variants.keys().next().cloned(),
    };
    Contender {
        id: Compiler::Reference.name().into(),
        compiler: Compiler::Reference,
        variant,
        options: vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(variants: &str) -> Manifest {
        let mut text = String::from("title = \"t\"\n[sizes]\ntest = []\n[check]\nstdout = true\n");
        text += "[twin]\nsources = [\"t.cu\"]\n";
        for name in variants.split(' ') {
            text += &format!("[variants.{name}]\nsources = [\"{name}.c\"]\n");
        }
        Manifest::parse(&text).unwrap()
    }

    fn ids(variants: &str, only: &[&str], against: &[Compiler]) -> Vec<String> {
        let wanted = Wanted {
            variants: only.iter().map(|s| s.to_string()).collect(),
            against: against.to_vec(),
        };
        let rows = contenders(&manifest(variants), &wanted);
        rows.into_iter().map(|one| one.id).collect()
    }

    #[test]
    fn nested_makes_two_rows() {
        use Compiler::{Clang, Cuda};
        assert_eq!(
            ids("spmd nested", &[], &[Cuda, Clang]),
            [
                "cuda",
                "auto",
                "nested",
                "spmd",
                "clang-nested",
                "clang-spmd"
            ]
        );
        assert_eq!(
            ids("spmd nested auto", &[], &[]),
            ["auto", "nested", "spmd"]
        );
        assert_eq!(ids("main", &[], &[Cuda]), ["cuda", "main"]);
    }

    #[test]
    fn peers_compile_what_the_wanted_rows_come_from() {
        use Compiler::Gcc;
        assert_eq!(
            ids("spmd nested", &["auto"], &[Gcc]),
            ["auto", "gcc-nested"]
        );
        assert_eq!(ids("spmd nested", &["spmd"], &[Gcc]), ["spmd", "gcc-spmd"]);
    }

    #[test]
    fn options_of_the_manifest_stay() {
        let mut manifest = manifest("nested");
        manifest.variants.get_mut("nested").unwrap().options = Some(vec!["--simd=serial".into()]);
        let rows = contenders(&manifest, &Wanted::default());
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].options, ["--simd=serial"]);
    }
}
