//! The report of NVIDIA's compute-sanitizer, in the words of the checked emulated device.
//!
//! Makes messages of its lines that name the user's lines, which the images' line tables have. Must not start
//! anything. Other lines of the report are dropped.

use super::nvcc::Nvcc;
use super::process::find_on_path;
use super::tools::Tools;
use super::{Failure, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What it looks for in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// Accesses outside of what was allocated.
    Memcheck,
    /// Races of a team's threads in shared memory.
    Racecheck,
    /// Barriers that threads do not reach together.
    Synccheck,
}

pub const TOOLS: &[Tool] = &[Tool::Memcheck, Tool::Racecheck, Tool::Synccheck];

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Tool::Memcheck => "memcheck",
            Tool::Racecheck => "racecheck",
            Tool::Synccheck => "synccheck",
        }
    }
}

/// What a program needs to see when it runs under it.
pub const ENVIRONMENT: &[(&str, &str)] = &[
    // It knows where the driver's allocations end, and not what the runtime makes of them.
    ("ROMP_POOL", "0"),
    // What it finds it tells while the region is the one that the program executes.
    ("ROMP_WAIT", "region"),
];

/// How it is started, before the program's name; the report goes to this file.
pub fn words(tool: Tool, report: &Path) -> Vec<String> {
    let mut words = vec!["--tool", tool.name(), "--show-backtrace", "device"];
    if tool == Tool::Memcheck {
        // The runtime asks the driver for what an image may not have: answers of "not found" are no errors.
        words.extend(["--report-api-errors", "no"]);
    }
    let words = words.into_iter().chain(["--log-file"]).map(String::from);
    words
        .chain([report.to_string_lossy().into_owned()])
        .collect()
}

/// The beginning of each line of the report; lines of the program's own output begin otherwise.
const MARK: &str = "=========";

/// One error that it reports.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Finding {
    what: String,
    /// `a.c:12`
    place: Option<String>,
    kernel: Option<String>,
    thread: Option<(u32, u32)>,
    notes: Vec<String>,
    /// How often it was reported, for other threads.
    more: usize,
}

/// The messages of a report, one for each access: those that differ in the thread alone are printed once.
pub fn messages(report: &str) -> Vec<String> {
    let mut findings: Vec<Finding> = vec![];
    let mut open: Option<Finding> = None;
    let lines = report.lines().map(Some).chain([None]);
    for line in lines {
        let text = line.and_then(|line| line.trim_start().strip_prefix(MARK));
        let text = text.map(str::trim).unwrap_or_default();
        if let Some(what) = beginning(text) {
            close(&mut findings, open.take());
            open = Some(Finding {
                what,
                ..Finding::default()
            });
        } else if text.is_empty() {
            close(&mut findings, open.take());
        } else if let Some(finding) = &mut open {
            finding.detail(text);
        }
    }
    findings.iter().map(Finding::text).collect()
}

/// Whether compute-sanitizer itself ended normally and found nothing.
pub fn is_clean(report: &str) -> bool {
    // racecheck counts hazards, of which warnings are such as well.
    let clean = ["ERROR SUMMARY: 0 errors", "RACECHECK SUMMARY: 0 hazards"];
    clean.iter().any(|summary| report.contains(summary))
}

/// `reads 4 bytes of global memory`, where a line begins a finding.
fn beginning(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix("Invalid ") {
        let space = rest.split("__").nth(1)?;
        let verb = match () {
            _ if rest.contains(" read") => "reads",
            _ if rest.contains(" write") => "writes",
            _ if rest.contains(" atomic") => "changes",
            _ => return None,
        };
        let bytes = rest.split("of size ").nth(1)?.split(' ').next()?;
        return Some(format!(
            "{verb} {bytes} bytes of {space} memory that are not its own"
        ));
    }
    if let Some(rest) = text.strip_prefix("Uninitialized ") {
        let space = rest.split("__").nth(1)?;
        let bytes = rest.split("of size ").nth(1)?.split(' ').next()?;
        return Some(format!(
            "reads {bytes} bytes of {space} memory that nobody has written"
        ));
    }
    let race = text
        .strip_prefix("Error: ")
        .or_else(|| text.strip_prefix("Warning: "));
    race.filter(|text| text.starts_with("Race reported between "))
        .or_else(|| text.starts_with("Barrier error detected.").then_some(text))
        .map(str::to_string)
}

fn close(findings: &mut Vec<Finding>, finding: Option<Finding>) {
    let Some(finding) = finding else {
        return;
    };
    let same = |known: &&mut Finding| {
        (&known.what, &known.place, &known.kernel)
            == (&finding.what, &finding.place, &finding.kernel)
    };
    match findings.iter_mut().find(same) {
        Some(known) => known.more += 1,
        None => findings.push(finding),
    }
}

impl Finding {
    fn detail(&mut self, text: &str) {
        if let Some(rest) = text.strip_prefix("at ") {
            self.at(rest);
        } else if let Some(rest) = text.strip_prefix("by thread ") {
            self.thread = rest
                .split_once(" in block ")
                .and_then(|(thread, block)| Some((first_number(block)?, first_number(thread)?)));
        } else if let Some(rest) = text.strip_prefix("Device Frame:") {
            self.frame(rest.trim());
        } else if let Some(rest) = text.strip_prefix("Address ") {
            self.notes.push(format!("the address {rest}"));
        } else if let Some(rest) = text.strip_prefix("and is ") {
            self.notes.push(format!("it is {rest}"));
        } else if text.starts_with("and Read access at ")
            || text.starts_with("and Write access at ")
        {
            // The other side of a race.
            self.notes.push(text.to_string());
        }
    }

    /// `main_1(double *)+0x150 in /d/a.c:12`, or, of older ones, `0x150 in /d/a.c:12:main_1(double*)`.
    fn at(&mut self, text: &str) {
        let (before, place) = text.split_once(" in ").unwrap_or((text, ""));
        let mut parts = place.splitn(3, ':');
        let (file, line, name) = (parts.next(), parts.next(), parts.next());
        if let (Some(file), Some(line)) = (file, line)
            && line.parse::<u32>().is_ok()
        {
            self.place = Some(format!("{file}:{line}"));
        }
        let name = name.unwrap_or(match before.starts_with("0x") {
            true => place,
            false => before,
        });
        let name: String = name.chars().take_while(|&c| c != '(' && c != '+').collect();
        self.kernel = Some(name.trim().to_string()).filter(|name| !name.is_empty());
    }

    /// `main_1(double *)+0x150 in a.c:20`: who called.
    fn frame(&mut self, text: &str) {
        let name: String = text
            .chars()
            .take_while(|&c| c != '(' && c != '+' && c != ' ')
            .collect();
        let place = text.rsplit_once(" in ").map(|(_, place)| place);
        match place {
            Some(place) => self.notes.push(format!("called by {name} at {place}")),
            None => self.notes.push(format!("called by {name}")),
        }
        self.kernel = Some(name);
    }

    fn text(&self) -> String {
        let mut text = "romp: ".to_string();
        if let Some(place) = &self.place {
            text.push_str(&format!("{place}: "));
        }
        text.push_str("error: ");
        if let Some(kernel) = &self.kernel {
            text.push_str(&format!("kernel {kernel}"));
            if let Some((team, thread)) = self.thread {
                text.push_str(&format!(", team {team}, thread {thread}"));
            }
            text.push_str(": ");
        }
        text.push_str(&self.what);
        for note in &self.notes {
            text.push_str(&format!("\n  note: {note}"));
        }
        if self.more > 0 {
            text.push_str(&format!(
                "\n  note: and {} more such accesses by other threads",
                self.more
            ));
        }
        text
    }
}

/// Of `(63,0,0)`.
fn first_number(text: &str) -> Option<u32> {
    let digits = text.trim_start().strip_prefix('(')?;
    digits.split(',').next()?.trim().parse().ok()
}

/// The path of compute-sanitizer: on PATH, beside nvcc, or in CUDA's folder.
pub fn find(tools: &Tools) -> Result<PathBuf> {
    const NAME: &str = "compute-sanitizer";
    let beside = Nvcc::find(tools).and_then(|nvcc| Some(nvcc.path.parent()?.join(NAME)));
    let candidates = [
        find_on_path(NAME),
        beside,
        Some("/usr/local/cuda/bin/compute-sanitizer".into()),
    ];
    let found = candidates.into_iter().flatten().find(|path| path.is_file());
    found.ok_or_else(|| {
        Failure::tool(
            "compute-sanitizer is not found (looked at PATH, beside nvcc, in /usr/local/cuda/bin)",
            "install it with the CUDA toolkit, or check on the emulated device: --offload-arch=emulated --check=memory",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 8 bytes
=========     at main_1(double *, int)+0x150 in m32.c:4
=========     by thread (63,0,0) in block (2,0,0)
=========     Address 0x7f5d43a00200 is out of bounds
=========     and is 1 bytes after the nearest allocation at 0x7f5d43a00000 of size 512 bytes
=========     Saved host backtrace up to driver entry point at kernel launch time
=========     Host Frame: [0x331980]
=========
========= Invalid __global__ read of size 8 bytes
=========     at main_1(double *, int)+0x150 in m32.c:4
=========     by thread (64,0,0) in block (2,0,0)
=========     Address 0x7f5d43a00208 is out of bounds
=========
========= ERROR SUMMARY: 2 errors
";

    #[test]
    fn accesses_are_told_as_on_the_emulated_device() {
        assert_eq!(
            messages(REPORT),
            [
                "romp: m32.c:4: error: kernel main_1, team 2, thread 63: reads 8 bytes of global memory that are not its own\n  \
              note: the address 0x7f5d43a00200 is out of bounds\n  \
              note: it is 1 bytes after the nearest allocation at 0x7f5d43a00000 of size 512 bytes\n  \
              note: and 1 more such accesses by other threads"
            ]
        );
        assert!(!is_clean(REPORT));
    }

    #[test]
    fn older_reports_and_calls_are_read() {
        let report = "\
========= Invalid __shared__ write of size 4 bytes
=========     at 0x90 in /d/a.c:7:put(int *)
=========     by thread (1,0,0) in block (0,0,0)
=========     Address 0x400 is out of bounds
=========     Device Frame:main_2(int *)+0x40 in /d/a.c:20
=========
========= Uninitialized __global__ memory read of size 4 bytes
=========     at main_3+0x10
";
        assert_eq!(
            messages(report),
            [
                "romp: /d/a.c:7: error: kernel main_2, team 0, thread 1: writes 4 bytes of shared memory that are not its own\n  \
                 note: the address 0x400 is out of bounds\n  note: called by main_2 at /d/a.c:20",
                "romp: error: kernel main_3: reads 4 bytes of global memory that nobody has written"
            ]
        );
    }

    #[test]
    fn races_are_told_with_both_sides_errors_and_warnings() {
        let report = "\
========= Error: Race reported between Read access at f_1+0x350 in a.c:22
=========     and Write access at void romp::reduce(T1)+0x10 in reductions.cuh:373 [8 hazards]
=========
========= Warning: Race reported between Write access at f_2+0x20 in a.c:30
=========     and Read access at f_2+0x10 in a.c:29 [1 hazards]
=========
";
        assert_eq!(
            messages(report),
            [
                "romp: error: Race reported between Read access at f_1+0x350 in a.c:22\n  \
                 note: and Write access at void romp::reduce(T1)+0x10 in reductions.cuh:373 [8 hazards]",
                "romp: error: Race reported between Write access at f_2+0x20 in a.c:30\n  \
                 note: and Read access at f_2+0x10 in a.c:29 [1 hazards]"
            ]
        );
    }

    #[test]
    fn a_clean_report_says_nothing() {
        let report = "========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n";
        assert!(messages(report).is_empty() && is_clean(report));
        let races = "========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n";
        assert!(is_clean(races) && !is_clean(&races.replace("0 hazards", "10 hazards")));
    }
}
