//! What is said of an access that may not be: where it stands and who called, what it met, how that came to be there
//! or not, and what to write.

use super::{apart, globals, lines, shadow};
use crate::emulated::team::Running;
use crate::error::{Failure, fatal};
use crate::ffi::{self, Arg};
use crate::mapping::{Entry, Table};
use crate::runtime;

/// A neighbour is one that begins or ends this near.
const NEAR: usize = 1 << 20;
/// What a pointer leads to is not more than this, and what is wrongly sought before it.
const FAR: usize = 1 << 30;
const BEFORE: usize = 4096;

/// What was found out of an address.
#[derive(Default)]
struct Findings {
    /// Behind "reads 8 bytes": what they are.
    what: String,
    notes: Vec<String>,
}

impl Findings {
    fn new(what: impl Into<String>) -> Findings {
        Findings {
            what: what.into(),
            notes: Vec::new(),
        }
    }

    fn note(mut self, note: impl Into<String>) -> Findings {
        self.notes.push(note.into());
        self
    }
}

/// Bytes that the kernel may not touch.
pub fn access(running: &Running, at: usize, bytes: usize, write: bool, pc: usize) -> ! {
    tell(
        running,
        at,
        bytes,
        write,
        pc,
        of_address(running, at, bytes),
    )
}

/// A read of what nobody has written.
pub fn unwritten(running: &Running, at: usize, bytes: usize, pc: usize) -> ! {
    let entry = with_table(|table| table.find_device(at as u64).map(mapped));
    let findings = match entry.flatten() {
        Some(how) => Findings::new(format!("of {} that nobody has written", how.text))
            .note(how.line())
            .note(
                "map(alloc:) and map(from:) bring no values to the device: map(to:) and map(tofrom:) do, or a region \
                 writes it first",
            ),
        None => Findings::new("of device memory that nobody has written").note(
            "omp_target_alloc, malloc in a kernel and arrays of variable length bring no values: write them first",
        ),
    };
    tell(running, at, bytes, false, pc, findings)
}

fn tell(
    running: &Running,
    at: usize,
    bytes: usize,
    write: bool,
    pc: usize,
    findings: Findings,
) -> ! {
    let calls = lines::calls(pc);
    let place = calls
        .first()
        .map_or_else(|| running.at(), lines::Frame::to_string);
    let verb = if write { "writes" } else { "reads" };
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    let who = running.who();
    let mut failure = Failure::new(
        place,
        format!("{who}: {verb} {bytes} {unit} {}", findings.what),
    );
    failure = failure.note(chain(running, &calls));
    for note in findings.notes {
        failure = failure.note(note);
    }
    fatal(&failure.note(format!("the address is {at:#x}")))
}

/// `in get, called by lap at a.c:7, called by the region of a.c:16 at a.c:21`
fn chain(running: &Running, calls: &[lines::Frame]) -> String {
    let kernel = running.kernel();
    let region = format!("the region of {}", running.at());
    let name = |frame: &lines::Frame| match frame.function.name == kernel {
        true => region.clone(),
        false => frame.function.name.clone(),
    };
    let Some((first, callers)) = calls.split_first() else {
        return format!("in {region}");
    };
    let mut text = format!("in {}", name(first));
    for frame in callers {
        text.push_str(&format!(", called by {} at {frame}", name(frame)));
    }
    if !text.contains(&region) {
        text.push_str(&format!(", in {region}"));
    }
    text
}

/// How something was mapped.
struct Mapped {
    text: String,
    begin: usize,
    bytes: usize,
    device: usize,
    place: String,
}

impl Mapped {
    fn line(&self) -> String {
        format!(
            "{} ({} bytes) was mapped at {}",
            self.text, self.bytes, self.place
        )
    }
}

fn mapped(entry: &Entry) -> Mapped {
    Mapped {
        text: entry.text.to_string(),
        begin: entry.begin,
        bytes: entry.bytes,
        device: entry.device as usize,
        place: entry.place.to_string(),
    }
}

fn with_table<T>(f: impl FnOnce(&Table) -> T) -> Option<T> {
    let state = runtime::opened()?.devices.first()?;
    Some(f(&*state.try_table()?))
}

fn of_address(running: &Running, at: usize, bytes: usize) -> Findings {
    let (low, high) = running.fiber;
    if let Some(variable) = apart::nearest(at) {
        beside_shared(&variable, at, bytes)
    } else if super::in_device_memory(at) {
        on_device(at, bytes)
    } else if (low..high).contains(&at) {
        on_stack(low, at, bytes)
    } else if super::stacks::contains(at) {
        Findings::new("of another thread's variable, or of a call that has ended").note(
            "variables of a region belong to a thread: hand others what they point to in memory that is mapped, or \
             declare it where it is shared",
        )
    } else if let Some(variable) = globals::find(at) {
        let what = distance(
            at,
            bytes,
            variable.at,
            variable.bytes,
            &format!("the variable {}", variable.name),
        );
        Findings::new(what).note("the index is not below the array's length")
    } else {
        on_host(running, at)
    }
}

fn beside_shared(variable: &apart::Variable, at: usize, bytes: usize) -> Findings {
    let text = match variable.name.as_str() {
        "" => "a value that the team shares".to_string(),
        name => format!("the team's variable {name}"),
    };
    let what = distance(at, bytes, variable.at, variable.bytes, &text);
    let size = format!(
        "it has {} bytes, and all threads of the team share it",
        variable.bytes
    );
    Findings::new(what).note(size)
}

/// `4 bytes past the end of a`, or before it.
fn distance(at: usize, bytes: usize, low: usize, size: usize, text: &str) -> String {
    let high = low + size;
    if at >= high {
        match at - high {
            0 => format!("just past the end of {text}"),
            by => format!("at {by} bytes past the end of {text}"),
        }
    } else if at < low {
        match low - at {
            by if by == bytes => format!("just before {text}"),
            by => format!("at {by} bytes before {text}"),
        }
    } else {
        format!("that reach past the end of {text}")
    }
}

pub(super) fn away(at: usize, low: usize, size: usize) -> usize {
    if at < low {
        low - at
    } else {
        at.saturating_sub(low + size - 1)
    }
}

fn on_device(at: usize, bytes: usize) -> Findings {
    let found = with_table(|table| {
        let gone = table.unmapped_on_device(at as u64);
        if let Some(gone) = gone.filter(|_| table.find_device(at as u64).is_none()) {
            let text = format!("of {} after it was unmapped", gone.text);
            return Some(
                Findings::new(text)
                    .note(format!(
                        "{} was mapped at {}, and unmapped at {}",
                        gone.text, gone.place, gone.gone
                    ))
                    .note(
                        "a pointer to the device's copy was kept: look it up again, or unmap later",
                    ),
            );
        }
        let nearest = table
            .entries()
            .map(mapped)
            .min_by_key(|e| away(at, e.device, e.bytes))
            .filter(|e| away(at, e.device, e.bytes) < NEAR)?;
        let what = distance(at, bytes, nearest.device, nearest.bytes, &nearest.text);
        let advice = "only that much is on the device: map the elements that the region uses, or keep the index among \
                      those that are mapped";
        Some(Findings::new(what).note(nearest.line()).note(advice))
    });
    found.flatten().unwrap_or_else(|| {
        Findings::new("of device memory that was given back, or never allocated")
            .note("past the end of what malloc, omp_target_alloc or an array of variable length has, or after its end")
    })
}

/// Code of checked images describes the frame at its lowest address.
fn on_stack(low: usize, at: usize, bytes: usize) -> Findings {
    const MAGIC: usize = 0x41b5_8ab3;
    const LEFT: u8 = 0xf1;
    let mut base = at & !7;
    // Marks of a frame begin with those of the room before its first variable.
    while base > low + 4096 && shadow::value(base) != LEFT {
        base -= 8;
    }
    while base > low + 4096 && shadow::value(base - 8) == LEFT {
        base -= 8;
    }
    // SAFETY: the thread's own stack; the description is a constant of the image.
    let text = unsafe {
        let frame = base as *const usize;
        let magic = frame.read() == MAGIC;
        magic.then(|| ffi::string(frame.add(1).read() as *const _))
    };
    let variables = text.map(|text| variables(&text)).unwrap_or_default();
    let nearest = variables
        .iter()
        .min_by_key(|v| away(at, base + v.at, v.bytes));
    match nearest {
        Some(v) => {
            let text = format!("the local variable {}", v.name);
            let line = match v.line {
                0 => String::new(),
                line => format!(", declared in line {line}"),
            };
            Findings::new(distance(at, bytes, base + v.at, v.bytes, &text))
                .note(format!("{} has {} bytes{line}", v.name, v.bytes))
        }
        None => Findings::new("beside the thread's local variables"),
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Local {
    at: usize,
    bytes: usize,
    name: String,
    line: u32,
}

/// `2 32 32 4 w:10 96 8 1 k`: how many, then of each where, how large, the length of the name, and the name.
fn variables(text: &str) -> Vec<Local> {
    let mut rest = text;
    let number = |rest: &mut &str| -> Option<usize> {
        let (word, tail) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        *rest = tail;
        word.parse().ok()
    };
    let mut out = Vec::new();
    let count = number(&mut rest).unwrap_or(0);
    for _ in 0..count {
        let (Some(at), Some(bytes), Some(length)) =
            (number(&mut rest), number(&mut rest), number(&mut rest))
        else {
            break;
        };
        let Some((name, tail)) = rest.split_at_checked(length) else {
            break;
        };
        rest = tail;
        let (name, line) = name.split_once(':').unwrap_or((name, "0"));
        out.push(Local {
            at,
            bytes,
            name: name.into(),
            line: line.parse().unwrap_or(0),
        });
    }
    out
}

fn on_host(running: &Running, at: usize) -> Findings {
    if at < 4096 {
        return Findings::new("through a null pointer");
    }
    // SAFETY: the list lives while the launch lasts.
    let list = unsafe { &*running.list };
    let there = with_table(|table| {
        let number = 0;
        if let Some(e) = table.find(at).map(mapped) {
            return Some(
                Findings::new(format!("of the host's {}, not of the device's copy", e.text))
                    .note(format!(
                        "byte {} of it, mapped at {}; the pointer holds the host's address",
                        at - e.begin,
                        e.place
                    ))
                    .note(
                        "a pointer in mapped memory is changed to the device's address where a section through it is \
                         mapped: map the structure that holds it and a section through the member in one construct",
                    ),
            );
        }
        if let Some(gone) = table.unmapped_at(at) {
            return Some(
                Findings::new(format!("of {}, which is not mapped any more", gone.text))
                    .note(format!(
                        "{} was mapped at {}, and unmapped at {}",
                        gone.text, gone.place, gone.gone
                    ))
                    .note("map it again, or unmap it behind the last region that uses it"),
            );
        }
        Some(through_pointer(list, table, at)?.note(table.describe(at, number)))
    });
    there.flatten().unwrap_or_else(|| {
        Findings::new("of the host's memory, which the device does not reach").note(
            "the address comes from no pointer of the construct: map what it points to where the pointer is stored",
        )
    })
}

/// The pointer that leads to a host address: one of the construct's, or one in what is mapped.
fn through_pointer(list: &[Arg], table: &Table, at: usize) -> Option<Findings> {
    let passed = list
        .iter()
        .filter(|arg| arg.kind == ffi::KIND_MAP && arg.host() != 0 && leads_to(arg.host(), at))
        .filter(|arg| table.base_address(arg).is_none())
        .map(|arg| (arg.host(), arg.text(), None));
    let stored = table.entries().flat_map(|entry| {
        words(entry)
            .filter(move |&(_, value)| value >= 4096 && leads_to(value, at))
            .map(move |(offset, value)| {
                let alone = entry.bytes == size_of::<usize>();
                (
                    value,
                    entry.text.to_string(),
                    Some((offset, alone, entry.place.to_string())),
                )
            })
    });
    let (value, text, stored) = passed
        .chain(stored)
        .min_by_key(|found| found.0.abs_diff(at))?;
    let beyond = match at.abs_diff(value) {
        0 => String::new(),
        by if at < value => format!(" - {by} bytes"),
        by => format!(" + {by} bytes"),
    };
    Some(match stored {
        None => Findings::new(format!("of the host's memory at {text}{beyond}, which is not mapped"))
            .note(format!("map({text}[0:n]), with the number of its elements, brings it to the device")),
        Some((_, true, place)) => {
            Findings::new(format!("of the host's memory at {text}{beyond}, which is not mapped"))
                .note(format!("map of {text} at {place} maps the pointer, and not what it points to"))
                .note(format!("map({text}[0:n]), with the number of its elements, maps that"))
        }
        Some((byte, false, place)) => Findings::new(format!(
            "of the host's memory that a pointer in {text} leads to{beyond}"
        ))
        .note(format!(
            "{text} was mapped at {place} with the pointer at byte {byte}, but not what that points to"
        ))
        .note(format!(
            "map a section through that pointer, too: `map(tofrom: {}[0:n])`, with its name and the number of elements, \
             brings them and changes the pointer on the device",
            through(&text)
        )),
    })
}

/// Whether an address is likely what a pointer of this value was meant to reach.
fn leads_to(value: usize, at: usize) -> bool {
    match at.checked_sub(value) {
        Some(behind) => behind < FAR,
        None => value - at < BEFORE,
    }
}

/// How a pointer in a mapped list item is written, with POINTER for its name: `g.POINTER`, `h->POINTER` for what
/// `h[0:1]` maps, `h[i].POINTER` for more.
fn through(item: &str) -> String {
    match item.split_once('[') {
        None => format!("{item}.POINTER"),
        Some((name, "0:1]" | ":1]")) => format!("{name}->POINTER"),
        Some((name, _)) => format!("{name}[i].POINTER"),
    }
}

/// The words of an entry's host memory, with where they stand; not of large ones, which are data.
fn words(entry: &Entry) -> impl Iterator<Item = (usize, usize)> + use<> {
    let begin = entry.begin.next_multiple_of(size_of::<usize>());
    let end = entry.begin + entry.bytes.min(4096);
    (begin..end.saturating_sub(size_of::<usize>() - 1))
        .step_by(size_of::<usize>())
        .map({
            let from = entry.begin;
            // SAFETY: mapped memory of the host, which must outlive its mapping.
            move |at| (at - from, unsafe { (at as *const usize).read_volatile() })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_of_frames_are_read() {
        let local = |at, bytes, name: &str, line| Local {
            at,
            bytes,
            name: name.into(),
            line,
        };
        assert_eq!(
            variables("2 32 32 4 w:10 96 8 1 k"),
            [local(32, 32, "w", 10), local(96, 8, "k", 0)]
        );
        assert_eq!(
            variables("1 32 4 9 <unknown>"),
            [local(32, 4, "<unknown>", 0)]
        );
        assert_eq!(variables(""), []);
    }

    #[test]
    fn pointers_are_written_as_the_item_was() {
        let all = ["g", "h[0:1]", "h[0:n]", "s.rows[0:n]"].map(through);
        let expected = [
            "g.POINTER",
            "h->POINTER",
            "h[i].POINTER",
            "s.rows[i].POINTER",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn distances_are_told_from_the_nearer_end() {
        assert_eq!(distance(108, 4, 100, 8, "a"), "just past the end of a");
        assert_eq!(
            distance(112, 4, 100, 8, "a"),
            "at 4 bytes past the end of a"
        );
        assert_eq!(distance(96, 4, 100, 8, "a"), "just before a");
        assert_eq!(distance(92, 4, 100, 8, "a"), "at 8 bytes before a");
        assert_eq!(
            distance(104, 8, 100, 8, "a"),
            "that reach past the end of a"
        );
        assert_eq!(
            (away(99, 100, 8), away(107, 100, 8), away(108, 100, 8)),
            (1, 0, 1)
        );
    }
}
