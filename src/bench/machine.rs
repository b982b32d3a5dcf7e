//! The machine that measures: its GPU, its compilers, and the peaks that the GPU reaches.
//!
//! Peaks are measured by `peaks.cu`, not taken from a table: shares of them are shares of what this machine can do.

use super::contenders::Compiler;
use super::recipes::{Compilers, EMULATED};
use crate::driver::gpu;
use crate::driver::process::{Invocation, Mode, Runner};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The GPU's name, or `the emulated device`.
    pub device: String,
    /// `sm_90`; none of the emulated device.
    pub architecture: Option<String>,
    /// The driver's CUDA version.
    pub driver: Option<String>,
    pub processor: String,
    /// The compilers that built the programs, by their own words.
    pub compilers: Vec<(String, String)>,
    pub peaks: Option<Peaks>,
}

/// What the GPU reaches at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Peaks {
    /// Bytes a second of a copy within the device's memory, read and written.
    pub bytes: f64,
    /// Operations a second of fused multiply-adds, which count as two.
    pub f32: f64,
    pub f64: f64,
}

impl Machine {
    /// Whether times mean anything.
    pub fn has_gpu(&self) -> bool {
        self.architecture.is_some()
    }
}

/// This machine without what has to be measured.
pub fn describe(architecture: &str, compilers: Vec<(String, String)>) -> Machine {
    let probed = gpu::probe();
    let gpu = probed.gpus().first().filter(|_| architecture != EMULATED);
    let driver = match probed {
        gpu::Driver::Present { version, .. } if gpu.is_some() => {
            Some(format!("CUDA {}.{}", version / 1000, version % 1000 / 10))
        }
        _ => None,
    };
    Machine {
        device: gpu.map_or("the emulated device".into(), |gpu| gpu.name.clone()),
        architecture: gpu.map(|gpu| format!("sm_{}", gpu.capability)),
        driver,
        processor: processor(),
        compilers,
        peaks: None,
    }
}

fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    name.map_or("unknown".into(), |rest| {
        rest.trim_start_matches([' ', '\t', ':']).to_string()
    })
}

/// What each compiler says of its version, of those that are here and that rows are by.
pub fn versions(
    runner: &Runner,
    compilers: &Compilers,
    takes_part: &dyn Fn(Compiler) -> bool,
) -> Vec<(String, String)> {
    let quiet = Runner::new(runner.reporter, Mode::Quiet);
    let nvcc = compilers
        .nvcc
        .as_ref()
        .filter(|_| compilers.architecture != EMULATED)
        .map(|path| vec![path.to_string_lossy().into_owned()]);
    let of = |compiler: Compiler, words: &[String]| takes_part(compiler).then(|| words.to_vec());
    let commands = [
        ("host", Some(compilers.host.clone())),
        ("nvcc", nvcc),
        ("clang", of(Compiler::Clang, &compilers.clang)),
        ("gcc", of(Compiler::Gcc, &compilers.gcc)),
    ];
    let ask = |words: Vec<String>| {
        let (program, rest) = words.split_first()?;
        let ask = Invocation::new(program).args(rest).arg("--version");
        let finished = quiet
            .query(&ask)
            .ok()
            .filter(|finished| finished.success())?;
        let text = finished.stdout_text();
        // nvcc's release stands in a later line than its name.
        let line = text
            .lines()
            .find(|line| line.contains("release"))
            .or(text.lines().next());
        line.map(str::to_string)
    };
    let known = |(name, words): (&str, Option<Vec<String>>)| Some((name.to_string(), ask(words?)?));
    commands.into_iter().filter_map(known).collect()
}

/// Runs the program that measures peaks.
pub fn peaks(runner: &Runner, program: &Path) -> Option<Peaks> {
    const LIMIT: Duration = Duration::from_secs(60);
    let running = runner.start(&Invocation::new(program), None).ok()?;
    let finished = running.finish_within(LIMIT).ok()??;
    if !finished.success() {
        return None;
    }
    read_peaks(&finished.stdout_text())
}

fn read_peaks(text: &str) -> Option<Peaks> {
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line?
            .trim()
            .parse::<f64>()
            .ok()
            .filter(|&value| value > 0.0)
    };
    Some(Peaks {
        bytes: figure("bytes ")?,
        f32: figure("f32 ")?,
        f64: figure("f64 ")?,
    })
}

/// Now, as ISO 8601 in UTC.
pub fn now() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds)
}

/// Seconds since 1970 as a date: Hinnant's `civil_from_days`, where a year begins in March.
fn date(seconds: u64) -> String {
    let (days, of_day) = (seconds / 86400, seconds % 86400);
    let z = days + 719_468;
    let (era, day_of_era) = (z / 146_097, z % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn peaks_are_read_whole_or_not() {
        let text = "bytes 4e12\nf32 6e13\nf64 3e13\n";
        assert_eq!(read_peaks(text).unwrap().f64, 3e13);
        assert!(read_peaks("bytes 4e12\nf32 0\nf64 3e13\n").is_none());
    }
}
