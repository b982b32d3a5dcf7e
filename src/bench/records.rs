//! Kernel times by one method for all: a library that CUDA's driver loads into each process and that asks CUPTI.
//!
//! Its source is `kernel_times.c`, which says what its lines mean. Must not know which program is measured.

use crate::driver::process::Invocation;
use crate::driver::{Result, cache};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const SOURCE: &str = include_str!("kernel_times.c");
/// The library's name in a built folder.
pub const LIBRARY: &str = "libromp_kernel_times.so";

/// Launches of one kernel by teams of one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    pub name: String,
    pub launches: u64,
    pub seconds: f64,
    pub registers: u32,
    /// Bytes of a team: declared, and asked for at the launch.
    pub static_shared: u64,
    pub dynamic_shared: u64,
    /// Bytes of local memory of a thread.
    pub local: u64,
    /// The teams of the launches that took longest together.
    pub grid: [u32; 3],
    pub block: [u32; 3],
}

impl Kernel {
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }
}

/// What one process did on its GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    pub kernels: Vec<Kernel>,
    /// Seconds of memsets, and of copies within the device: a kernel can do the same work.
    pub filled: f64,
    pub copied_within: f64,
    /// Seconds of copies between host and device, and their bytes.
    pub transfers: f64,
    pub transferred: u64,
    /// From the first kernel's start to the last one's end.
    pub span: f64,
}

/// A word of a line as a number.
fn number<T: std::str::FromStr>(word: Option<&str>) -> std::result::Result<T, String> {
    word.and_then(|word| word.parse().ok())
        .ok_or_else(|| format!("a record has no number where one is expected: {word:?}"))
}

const NANO: f64 = 1e-9;

impl Records {
    /// Adds launches to those of the same kernel with other numbers of teams, which took longer.
    fn add(&mut self, kernel: Kernel) {
        let same = |other: &&mut Kernel| {
            let resources = |k: &Kernel| {
                (
                    k.registers,
                    k.static_shared,
                    k.dynamic_shared,
                    k.local,
                    k.block,
                )
            };
            other.name == kernel.name && resources(other) == resources(&kernel)
        };
        match self.kernels.iter_mut().find(same) {
            Some(other) => {
                other.launches += kernel.launches;
                other.seconds += kernel.seconds;
            }
            None => self.kernels.push(kernel),
        }
    }

    /// Seconds that the device computed: kernels, memsets, copies within the device.
    pub fn device_seconds(&self) -> f64 {
        let kernels: f64 = self.kernels.iter().map(|kernel| kernel.seconds).sum();
        kernels + self.filled + self.copied_within
    }

    /// Reads what the library wrote; an error where it is not whole or CUPTI was not there.
    pub fn parse(text: &str) -> std::result::Result<Records, String> {
        let mut records = Records::default();
        let (mut whole, mut shapes) = (false, vec![]);
        for line in text.lines() {
            let mut words = line.splitn(14, ' ');
            let what = words.next().unwrap_or_default();
            let mut next = || number::<u64>(words.next());
            match what {
                "kernel" => {
                    let (launches, nanoseconds) = (next()?, next()?);
                    let mut small = || next().map(|n| n as u32);
                    let (registers, fixed, dynamic, local) =
                        (small()?, small()?, small()?, small()?);
                    let grid = [small()?, small()?, small()?];
                    let block = [small()?, small()?, small()?];
                    shapes.push(Kernel {
                        name: words.next().unwrap_or_default().to_string(),
                        launches,
                        seconds: nanoseconds as f64 * NANO,
                        registers,
                        static_shared: fixed.into(),
                        dynamic_shared: dynamic.into(),
                        local: local.into(),
                        grid,
                        block,
                    });
                }
                "copy" => {
                    let (kind, _, nanoseconds, bytes) = (next()?, next()?, next()?, next()?);
                    const WITHIN: u64 = 8;
                    if kind == WITHIN {
                        records.copied_within += nanoseconds as f64 * NANO;
                    } else {
                        records.transfers += nanoseconds as f64 * NANO;
                        records.transferred += bytes;
                    }
                }
                "memset" => {
                    let (_, nanoseconds) = (next()?, next()?);
                    records.filled += nanoseconds as f64 * NANO;
                }
                "span" => records.span = next()? as f64 * NANO,
                "dropped" => return Err(format!("CUPTI lost {} records", next()?)),
                "absent" => return Err(line["absent ".len()..].to_string()),
                "end" => whole = true,
                _ => return Err(format!("an unknown record: {line}")),
            }
        }
        let longest_first =
            |kernels: &mut Vec<Kernel>| kernels.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        longest_first(&mut shapes);
        for kernel in shapes {
            records.add(kernel);
        }
        longest_first(&mut records.kernels);
        match whole {
            true => Ok(records),
            false => Err("the process ended before its records were written".into()),
        }
    }
}

/// Writes the library's source to `folder` and gives the command that compiles it there.
pub fn library(host: &[String], folder: &Path) -> Result<Invocation> {
    let source = cache::write(folder, "kernel_times.c", SOURCE)?;
    let (program, rest) = host
        .split_first()
        .map_or(("gcc", &[][..]), |(p, r)| (p.as_str(), r));
    Ok(Invocation::new(program)
        .args(rest)
        .args(["-O2", "-shared", "-fPIC", "-o"])
        .arg(folder.join(LIBRARY))
        .arg(source)
        .args(["-ldl", "-lpthread"]))
}

/// libcupti, below the toolkit of this nvcc, in a folder or in the usual places; else the dynamic linker may know it.
pub fn find_cupti(nvcc: Option<&Path>, beside: &Path) -> Option<PathBuf> {
    let mut homes: Vec<PathBuf> = vec![];
    // nvcc may be a link into the toolkit.
    let real = nvcc.and_then(|path| path.canonicalize().ok());
    homes.extend(
        real.iter()
            .filter_map(|path| Some(path.parent()?.parent()?.to_path_buf())),
    );
    homes.extend(["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from));
    let below = [
        "extras/CUPTI/lib64",
        "targets/x86_64-linux/lib",
        "lib64",
        "lib",
    ];
    let folders = homes
        .iter()
        .flat_map(|home| below.map(|sub| home.join(sub)));
    std::iter::once(beside.to_path_buf())
        .chain(folders)
        .find_map(|folder| {
            let entries = std::fs::read_dir(folder).ok()?.flatten();
            let mut found: Vec<PathBuf> = entries
                .map(|entry| entry.path())
                .filter(|path| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    name.starts_with("libcupti.so")
                })
                .collect();
            found.sort();
            found.into_iter().next()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "kernel 3 3000 32 16 48 0 10 1 1 128 1 1 void f<int>(int, float)\n\
                        kernel 1 9000 40 0 0 8 1 2 3 32 4 1 g\n\
                        copy 1 2 500 4096\ncopy 8 1 100 64\nmemset 1 200 64\nspan 20000\nend\n";

    #[test]
    fn records_are_read() {
        let records = Records::parse(TEXT).unwrap();
        assert_eq!(records.kernels[0].name, "g");
        assert_eq!(records.kernels[0].threads(), 128);
        assert_eq!(records.kernels[1].name, "void f<int>(int, float)");
        assert_eq!(records.kernels[1].dynamic_shared, 48);
        assert_eq!(records.transferred, 4096);
        let seconds = records.device_seconds();
        assert!((seconds - 12.3e-6).abs() < 1e-12, "{seconds}");
    }

    #[test]
    fn launches_with_other_numbers_of_teams_are_one_kernel() {
        let line = |ns: u32, x: u32, threads: u32| {
            format!("kernel 2 {ns} 32 0 0 0 {x} 1 1 {threads} 1 1 f\n")
        };
        let text = [
            line(100, 1, 64),
            line(300, 3, 64),
            line(200, 2, 64),
            line(350, 9, 32),
        ]
        .concat();
        let records = Records::parse(&(text + "end\n")).unwrap();
        assert_eq!(records.kernels.len(), 2);
        let first = &records.kernels[0];
        assert_eq!(
            (first.launches, first.grid, first.threads()),
            (6, [3, 1, 1], 64)
        );
    }

    #[test]
    fn what_is_not_whole_is_no_measurement() {
        assert!(Records::parse(TEXT.strip_suffix("end\n").unwrap()).is_err());
        assert!(
            Records::parse("dropped 3\nend\n")
                .unwrap_err()
                .contains("lost 3")
        );
        assert_eq!(
            Records::parse("absent no cupti\nend\n").unwrap_err(),
            "no cupti"
        );
        assert!(Records::parse("kernel 1 x\nend\n").is_err());
    }

    #[test]
    fn the_library_is_found_in_a_toolkit() {
        let dir = tempfile::tempdir().unwrap();
        let (bin, lib) = (
            dir.path().join("bin"),
            dir.path().join("extras/CUPTI/lib64"),
        );
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::create_dir_all(&lib).unwrap();
        std::fs::write(bin.join("nvcc"), "").unwrap();
        std::fs::write(lib.join("libcupti.so.13"), "").unwrap();
        let found = find_cupti(Some(&bin.join("nvcc")), Path::new("/nowhere"));
        assert!(
            found
                .unwrap()
                .ends_with("extras/CUPTI/lib64/libcupti.so.13")
        );
    }
}
