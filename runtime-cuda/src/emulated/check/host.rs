//! Messages on addresses of the host: which pointer led there, and which list item is not mapped.

use super::report::{Findings, Mapped, with_table};
use crate::emulated::running::Running;
use crate::ffi::{self, Arg};
use crate::mapping::{Entry, Table};

/// An address within this distance of a pointer's value is taken for one that was computed from the pointer.
const FAR: usize = 1 << 30;
const BEFORE: usize = 4096;

/// Bytes that no mapping on the device has.
pub fn on_host(running: &Running, at: usize) -> Findings {
    // SAFETY: the list lives while the launch lasts.
    let list = unsafe { &*running.list };
    if at < 4096 {
        return through_null(list);
    }
    let there = with_table(|table| {
        let number = 0;
        if let Some(e) = table.find(at).map(Mapped::of) {
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
            "no pointer of the construct, nor one in what is mapped, leads near that address: map what it points to \
             where the pointer is stored",
        )
    })
}

/// An access near address 0, with the names of the construct's pointers that are null.
fn through_null(list: &[Arg]) -> Findings {
    let null = |arg: &&Arg| arg.kind == ffi::KIND_MAP && arg.host() == 0;
    let names: Vec<String> = list
        .iter()
        .filter(null)
        .map(|arg| pointer_of(&arg.text()).to_string())
        .collect();
    let found = Findings::new("through a null pointer");
    match names.as_slice() {
        [] => found,
        [one] => found.note(format!(
            "{one} is a null pointer on the host: let it point to memory before the construct"
        )),
        more => found.note(format!(
            "{} are null pointers on the host: let them point to memory before the construct",
            more.join(", ")
        )),
    }
}

/// The pointer of a section: `a.p` of `a.p[0:n]`, `m` of `m[0:2][0:n]`, `row[2]` of `row[2][0:n]`.
fn pointer_of(item: &str) -> &str {
    let mut depth = 0;
    let opens = item.rfind(|c| {
        depth += match c {
            ']' => 1,
            '[' => -1,
            _ => return false,
        };
        depth == 0
    });
    match opens {
        Some(at) if item.ends_with(']') && item[at..].contains(':') => pointer_of(&item[..at]),
        _ => item,
    }
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
    fn sections_have_pointers() {
        for (item, pointer) in [
            ("p", "p"),
            ("a.p[0:n]", "a.p"),
            ("m[0:2][0:n]", "m"),
            ("row[2][0:n]", "row[2]"),
            ("row[2]", "row[2]"),
            ("p[0:len[3]]", "p"),
            ("h[0:1].p", "h[0:1].p"),
        ] {
            assert_eq!(pointer_of(item), pointer, "{item}");
        }
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
}
