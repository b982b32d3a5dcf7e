//! Records what each construct did: its device, launches, their shapes, kernel time and bytes copied; written at exit.
//!
//! ROMP_TRACE=1 gives a table on stderr, ROMP_TRACE=FILE.json a JSON file. Off, it costs one load.

use crate::device::Shape;
use crate::error::records_at_the_end;
use crate::ffi::Site;
use crate::mapping::Traffic;
use crate::message;
use crate::runtime::DeviceState;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static ON: AtomicBool = AtomicBool::new(false);
static RECORDS: Mutex<Vec<Record>> = Mutex::new(Vec::new());

struct Record {
    site: usize,
    place: String,
    kernel: String,
    device: String,
    /// The device's number; -1 for the host.
    number: i32,
    /// Why the host executed it, where it did.
    reason: String,
    count: u64,
    shape: Option<Shape>,
    /// The most threads that a parallel region asked for and did not get; 0 where all had what they asked for.
    asked: u64,
    time: Duration,
    traffic: Traffic,
}

/// One launch that has ended.
pub struct Launched {
    pub shape: Shape,
    pub time: Duration,
    /// The most threads that one of its parallel regions asked for and did not get, or 0.
    pub asked: u64,
}

/// Whether ROMP_TRACE asks for records.
pub fn asked() -> bool {
    target().is_some()
}

/// Begins recording where ROMP_TRACE asks for it.
pub fn start() {
    ON.store(asked(), Ordering::Relaxed);
    records_at_the_end(write);
}

/// Whether constructs are recorded.
pub fn on() -> bool {
    ON.load(Ordering::Relaxed)
}

fn target() -> Option<String> {
    std::env::var("ROMP_TRACE")
        .ok()
        .filter(|v| !v.is_empty() && v != "0")
}

/// Records one execution of a construct on a device; `launch` where it ran a kernel.
pub fn region(site: &Site, state: &DeviceState, launch: Option<Launched>, traffic: Traffic) {
    let Ok(mut records) = RECORDS.lock() else {
        return;
    };
    let record = record_of(&mut records, site, state.number, "", || state.device.name());
    record.traffic.to += traffic.to;
    record.traffic.from += traffic.from;
    if let Some(launch) = launch {
        record.shape = Some(launch.shape);
        record.time += launch.time;
        record.asked = record.asked.max(launch.asked);
    }
}

/// Records one execution of a region by the host.
pub fn on_host(site: &Site, reason: &str) {
    if let Ok(mut records) = RECORDS.lock() {
        record_of(&mut records, site, -1, reason, || "host".into());
    }
}

/// The record of a construct on a device, with one execution more.
fn record_of<'a>(
    records: &'a mut Vec<Record>,
    site: &Site,
    number: i32,
    reason: &str,
    device: impl Fn() -> String,
) -> &'a mut Record {
    let key = std::ptr::from_ref(site) as usize;
    let at = records
        .iter()
        .position(|r| r.site == key && r.number == number && r.reason == reason)
        .unwrap_or_else(|| {
            records.push(Record {
                site: key,
                place: site.place(),
                kernel: site.kernel(),
                device: device(),
                number,
                reason: reason.to_string(),
                count: 0,
                shape: None,
                asked: 0,
                time: Duration::ZERO,
                traffic: Traffic::default(),
            });
            records.len() - 1
        });
    let record = &mut records[at];
    record.count += 1;
    record
}

/// Writes the records; later calls write nothing.
pub fn write() {
    if !ON.swap(false, Ordering::Relaxed) {
        return;
    }
    let Some(target) = target() else { return };
    let Ok(records) = RECORDS.lock() else { return };
    if target.ends_with(".json") {
        if let Err(error) = std::fs::write(&target, json(&records)) {
            message::say(format_args!("romp: ROMP_TRACE={target}: {error}"));
        }
    } else {
        message::write(&text(&records));
    }
}

fn text(records: &[Record]) -> String {
    let mut out = String::from("romp: what ran where\n");
    for r in records {
        let _ = write!(out, "  {}: ", r.place);
        if r.number < 0 {
            let _ = writeln!(
                out,
                "{} on the host, {} times: {}",
                r.kernel, r.count, r.reason
            );
            continue;
        }
        let _ = match r.shape {
            Some(shape) => write!(
                out,
                "{} on {}, {} launches, {} x {} (teams x threads), {:.3} ms",
                r.kernel,
                r.device,
                r.count,
                shape.teams,
                shape.threads,
                r.time.as_secs_f64() * 1e3
            ),
            None => write!(out, "data on {}, {} times", r.device, r.count),
        };
        let _ = write!(
            out,
            ", {} bytes to the device, {} back",
            r.traffic.to, r.traffic.from
        );
        if r.asked > 0 {
            let _ = write!(
                out,
                "; a parallel region asked for {} threads, more than the block gives",
                r.asked
            );
        }
        out.push('\n');
    }
    out
}

fn json(records: &[Record]) -> String {
    let mut out = String::from("{\"regions\": [");
    for (i, r) in records.iter().enumerate() {
        let _ = write!(
            out,
            "{}\n  {{\"place\": {}, \"kernel\": {}, \"device\": {}, \"device_number\": {}, \"count\": {}, ",
            if i > 0 { "," } else { "" },
            quoted(&r.place),
            if r.shape.is_some() || r.number < 0 {
                quoted(&r.kernel)
            } else {
                "null".into()
            },
            quoted(&r.device),
            r.number,
            r.count
        );
        if let Some(shape) = r.shape {
            let _ = write!(
                out,
                "\"teams\": {}, \"threads\": {}, \"kernel_seconds\": {:.9}, ",
                shape.teams,
                shape.threads,
                r.time.as_secs_f64()
            );
            if r.asked > 0 {
                let _ = write!(out, "\"threads_asked_in_vain\": {}, ", r.asked);
            }
        }
        if r.number < 0 {
            let _ = write!(out, "\"reason\": {}, ", quoted(&r.reason));
        }
        let _ = write!(
            out,
            "\"bytes_to_device\": {}, \"bytes_from_device\": {}}}",
            r.traffic.to, r.traffic.from
        );
    }
    out.push_str("\n]}\n");
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if (c as u32) < 32 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            site: 1,
            place: "a.c:3".into(),
            kernel: "main_1".into(),
            device: "emulated 0".into(),
            number: 0,
            reason: String::new(),
            count: 2,
            shape: Some(Shape {
                teams: 4,
                threads: 256,
                nest: None,
            }),
            asked: 0,
            time: Duration::from_millis(3),
            traffic: Traffic {
                to: 8,
                from: 4,
                put: true,
                pending: false,
            },
        }
    }

    #[test]
    fn text_is_one_line_a_construct() {
        assert_eq!(
            text(&[record()]),
            "romp: what ran where\n  a.c:3: main_1 on emulated 0, 2 launches, 4 x 256 (teams x threads), 3.000 ms, \
             8 bytes to the device, 4 back\n"
        );
    }

    #[test]
    fn fewer_threads_than_asked_are_told() {
        let mut r = record();
        r.asked = 2000;
        assert!(text(&[r]).ends_with(
            ", 4 back; a parallel region asked for 2000 threads, more than the block gives\n"
        ));
        let mut r = record();
        r.asked = 2000;
        assert!(json(&[r]).contains("\"threads_asked_in_vain\": 2000, "));
    }

    #[test]
    fn the_host_has_a_reason() {
        let of_host = || {
            let mut r = record();
            (r.number, r.shape, r.device) = (-1, None, "host".into());
            r.reason = "if(n > 9) is false".into();
            r
        };
        let line = "  a.c:3: main_1 on the host, 2 times: if(n > 9) is false\n";
        assert!(text(&[of_host()]).ends_with(line));
        let json = json(&[of_host()]);
        let head =
            "\"kernel\": \"main_1\", \"device\": \"host\", \"device_number\": -1, \"count\": 2, ";
        assert!(json.contains(head), "{json}");
        assert!(
            json.contains("\"reason\": \"if(n > 9) is false\", "),
            "{json}"
        );
    }

    #[test]
    fn json_escapes() {
        let mut r = record();
        r.place = "a\"b\\c:3".into();
        assert!(json(&[r]).contains("\"place\": \"a\\\"b\\\\c:3\", \"kernel\": \"main_1\""));
    }
}
