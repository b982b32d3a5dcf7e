//! Device images as an object of the host: the bytes in a section of their own, and a constructor that registers them
//! with the runtime.
//!
//! Must not know what the image holds.

use super::device_flags::DeviceFlags;
use super::host_cc::HostCc;
use super::process::Runner;
use super::{Failure, Result, cache};
use askama::Template;
use std::path::Path;

/// The section of objects and programs that holds images.
pub const SECTION: &str = ".romp.image";
/// The version of the C ABI between images and the runtime; `ROMP_ABI` of romp.h.
pub const ABI: u32 = 10;
/// The flag of images whose unit is named after its file.
pub const NAMED: &str = "ROMP_IMAGE_NAMED";

/// Images, and where they are.
pub struct Carrier<'a> {
    /// The folder with the images, where the C file is written.
    pub dir: &'a Path,
    pub images: &'a [Carried<'a>],
}

/// An image, and the units whose kernels it has.
pub struct Carried<'a> {
    /// File name of the fat binary in the carrier's folder.
    pub file: &'a str,
    /// Which of its unit's parts it is, from 1 on; 0 where it has all of them.
    pub part: usize,
    pub units: &'a [Registered],
}

impl Carried<'_> {
    fn flags(&self, unit: &Registered) -> String {
        let part = (self.part > 0).then(|| format!("ROMP_IMAGE_PART({})", self.part));
        let recursive = unit.recursive.then(|| "ROMP_IMAGE_RECURSIVE".to_string());
        let named = unit.by_file.then(|| NAMED.to_string());
        let flags: Vec<String> = [part, recursive, named].into_iter().flatten().collect();
        match flags.is_empty() {
            true => "0".into(),
            false => flags.join(" | "),
        }
    }
}

/// A unit whose kernels an image has.
#[derive(Clone, Debug, Default)]
pub struct Registered {
    pub key: String,
    /// What is appended to its names in the image.
    pub suffix: String,
    /// Whether its kernels call functions of other units that call themselves.
    pub recursive: bool,
    /// Whether it is named after its file.
    pub by_file: bool,
}

/// What `templates/image.c` is filled with.
#[derive(Template)]
#[template(path = "image.c")]
struct ImageText<'a> {
    section: &'a str,
    abi: u32,
    images: &'a [Carried<'a>],
}

/// The C file.
pub fn source(carrier: &Carrier) -> String {
    let text = ImageText {
        section: SECTION,
        abi: ABI,
        images: carrier.images,
    };
    text.render().expect("the template has no fallible parts") + "\n"
}

/// Compiles the carrier to the object `output` in its folder.
pub fn compile(
    runner: &Runner,
    host: &HostCc,
    flags: &DeviceFlags,
    include: &Path,
    carrier: &Carrier,
    output: &str,
) -> Result<()> {
    let name = format!("{}.c", output.trim_end_matches(".o"));
    cache::write(carrier.dir, &name, source(carrier))?;
    let invocation = host
        .invoke()
        .dir(carrier.dir)
        .args(flags.carrier())
        .arg("-I")
        .arg(include)
        .args(["-c", "-o", output, &name]);
    let finished = runner.run(&invocation)?;
    match finished.success() {
        true => Ok(()),
        false => Err(Failure::tool(
            format!(
                "{} cannot compile the file that carries a device image:\n{}",
                host.name(),
                finished.stderr_text()
            ),
            "this is a fault of the translator: please report it with the output of -v",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Silent, process::Mode};
    use super::*;
    use object::{Object, ObjectSection, ObjectSymbol};

    fn registered(key: &str, suffix: &str, recursive: bool) -> Registered {
        Registered {
            key: key.into(),
            suffix: suffix.into(),
            recursive,
            by_file: false,
        }
    }

    #[test]
    fn the_object_holds_the_images_and_registers_them() {
        let dir = tempfile::tempdir().unwrap();
        let (image, other) = (b"not really a fat binary", b"another");
        std::fs::write(dir.path().join("a.fatbin"), image).unwrap();
        std::fs::write(dir.path().join("b.fatbin"), other).unwrap();
        std::fs::write(
            dir.path().join("romp.h"),
            include_str!("../../packaged/include/romp.h"),
        )
        .unwrap();
        let runner = Runner::new(&Silent, Mode::Quiet);
        let host = HostCc::find(&runner, None).unwrap();
        let carrier = Carrier {
            dir: dir.path(),
            images: &[
                Carried {
                    file: "a.fatbin",
                    part: 0,
                    units: &[registered("u1", "", false), registered("u2", "__u2", true)],
                },
                Carried {
                    file: "b.fatbin",
                    part: 2,
                    units: &[Registered {
                        by_file: true,
                        ..registered("u3", "", false)
                    }],
                },
            ],
        };
        let text = source(&carrier);
        for entry in [
            "ROMP_ABI, 0, \"u1\", \"\", romp_image_1_begin,",
            "ROMP_ABI, ROMP_IMAGE_RECURSIVE, \"u2\", \"__u2\", romp_image_1_begin,",
            "ROMP_ABI, ROMP_IMAGE_PART(2) | ROMP_IMAGE_NAMED, \"u3\", \"\", romp_image_2_begin,",
        ] {
            assert!(text.contains(entry), "{text}");
        }
        compile(
            &runner,
            &host,
            &DeviceFlags::default(),
            dir.path(),
            &carrier,
            "image.o",
        )
        .unwrap();

        let bytes = std::fs::read(dir.path().join("image.o")).unwrap();
        let file = object::File::parse(&*bytes).unwrap();
        let section = file.section_by_name(SECTION).unwrap();
        let data = section.data().unwrap();
        assert_eq!(&data[..8], b"ROMPIMG\0");
        assert_eq!(u32::from_le_bytes(data[8..12].try_into().unwrap()), ABI);
        assert_eq!(
            u64::from_le_bytes(data[16..24].try_into().unwrap()) as usize,
            image.len()
        );
        assert_eq!(&data[64..64 + image.len()], image);
        assert!(data.ends_with(other));
        assert!(file.section_by_name(".init_array.00100").is_some());
        assert!(file.section_by_name(".fini_array.00100").is_some());
        let undefined: Vec<_> = file
            .symbols()
            .filter(|s| s.is_undefined())
            .filter_map(|s| s.name().ok())
            .collect();
        assert!(undefined.contains(&"romp_register_image"), "{undefined:?}");
        let globals: Vec<_> = file
            .symbols()
            .filter(|s| s.is_global() && s.is_definition())
            .collect();
        assert!(globals.is_empty(), "nothing can clash with another carrier");
    }

    /// What objects and the runtime must agree on: the C headers without comments and spaces, and what the runtime sets
    /// in images.
    fn declarations() -> String {
        let header = |name: &str| {
            let all = crate::driver::assets::headers();
            all.iter()
                .find(|(path, _)| *path == name)
                .unwrap()
                .1
                .as_str()
        };
        let mut text = header("romp.h").to_string() + header("romp/emulated.h");
        let backend = header("romp/cuda_backend.cuh");
        let icvs = backend.find("struct device_icvs").unwrap();
        text += &backend[icvs..icvs + backend[icvs..].find("};").unwrap()];
        let backend = backend.lines();
        text.extend(
            backend.filter(|line| line.starts_with("__device__") && line.contains(" romp_")),
        );
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("all.h"), text).unwrap();
        let mut gcc = std::process::Command::new("gcc");
        gcc.args(["-fpreprocessed", "-dD", "-E", "-P", "-x", "c++", "all.h"]);
        let output = gcc.current_dir(dir.path()).output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        text.split_whitespace().collect()
    }

    /// Objects that were made before a change, with a runtime that was made behind it, are told from each other by the
    /// number alone.
    #[test]
    fn the_number_changes_with_what_it_stands_for() {
        // Of each number; what is there stays.
        const DIGESTS: &[(u32, &str)] = &[
            (
                3,
                "3dd1c3cbe08e8305f89e4dbc6981b358cbe9d57e4661b32e419db07b862138c0",
            ),
            (
                4,
                "78dd97d3775b883aabb4a149b0eb483be6058e78bf606c351f75b1244d62abd8",
            ),
            (
                5,
                "553bb8b3b48a88ab36529bd2d1dbb963cc98ef3428ee21cb24dbe9aa6f1eed3b",
            ),
            (
                6,
                "d67426c7fce455a882e236138554878567c6bd5e8ce6f611a34ee108416315ca",
            ),
            (
                7,
                "fe52e4fd0552df9f10756402d0696a8ee3edd732c227044d37bad2f298be3cd4",
            ),
            (
                8,
                "40876e1eed5cd7a1fcf8f3d67deae6b3dd9e78484b59f35270f25263da3e6d2f",
            ),
            (
                9,
                "6505b46a05e8e022135070872693c51f85da6467130168e7cc078653ae697809",
            ),
            (
                10,
                "5803870e0d94de3976af28d90ce089f69889505fac6420495798cf674c7fcfa3",
            ),
        ];
        use sha2::{Digest, Sha256};
        let text = declarations();
        assert!(
            text.contains(&format!("#defineROMP_ABI{ABI}")),
            "romp.h has another number"
        );
        let digest: String = Sha256::digest(&text)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let (last, known) = DIGESTS.last().unwrap();
        assert_eq!(*last, ABI, "add the digest of this number: {digest}");
        assert_eq!(
            *known, digest,
            "the declarations are others: raise ROMP_ABI (romp.h, runtime-cuda/src/ffi.rs, this file), and add a line"
        );
    }
}
