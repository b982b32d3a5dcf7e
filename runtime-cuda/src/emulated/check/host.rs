//! Messages on addresses of the host: which pointer led there, and which list item is not mapped.

use super::report::{Findings, Mapped, with_table};
use super::told::Told;
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
        Some(through_pointer(running, table, at)?.note(table.describe(at, number)))
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
pub fn pointer_of(item: &str) -> &str {
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
fn through_pointer(running: &Running, table: &Table, at: usize) -> Option<Findings> {
    // SAFETY: the list lives while the launch lasts.
    let list = unsafe { &*running.list };
    let passed = list
        .iter()
        .filter(|arg| arg.kind == ffi::KIND_MAP && arg.host() != 0 && leads_to(arg.host(), at))
        .filter(|arg| table.entry_of(arg).is_none())
        .map(|arg| (arg.host(), Found::Passed(arg.text())));
    let stored = table.entries().flat_map(|entry| {
        words(entry)
            .filter(move |&(_, value)| value >= 4096 && leads_to(value, at))
            .map(
                move |(byte, value)| match entry.bytes == size_of::<usize>() {
                    true => (value, Found::Mapped(entry)),
                    false => (value, Found::Within(entry, byte)),
                },
            )
    });
    let (value, found) = passed
        .chain(stored)
        .min_by_key(|found| found.0.abs_diff(at))?;
    let beyond = match at.abs_diff(value) {
        0 => String::new(),
        by if at < value => format!(" - {by} bytes"),
        by => format!(" + {by} bytes"),
    };
    Some(match found {
        Found::Passed(text) => Findings::new(format!(
            "of the host's memory at {text}{beyond}, which is not mapped"
        ))
        .note(format!(
            "map({text}[0:n]), with the number of its elements, brings it to the device"
        )),
        Found::Mapped(Entry { text, place, .. }) => Findings::new(format!(
            "of the host's memory at {text}{beyond}, which is not mapped"
        ))
        .note(format!(
            "map of {text} at {place} maps the pointer, and not what it points to"
        ))
        .note(format!(
            "map({text}[0:n]), with the number of its elements, maps that"
        )),
        Found::Within(entry, byte) => {
            let told = running.told();
            let member = Told::of(&told).member(list, table, entry.begin + byte);
            within(entry, byte, member, &beyond)
        }
    })
}

/// A pointer that leads to a host address.
enum Found<'a> {
    /// The construct passes it.
    Passed(String),
    /// It is mapped itself.
    Mapped(&'a Entry),
    /// It is stored in what is mapped, at this byte.
    Within(&'a Entry, usize),
}

/// A pointer in mapped memory whose target is not mapped; `member`: its name and the bytes of its structure, where
/// they are known.
fn within(entry: &Entry, byte: usize, member: Option<(&str, usize)>, beyond: &str) -> Findings {
    let Entry {
        text, place, bytes, ..
    } = entry;
    let (what, which, section, with) = match member {
        None => (
            format!("a pointer in {text}"),
            format!("the pointer at byte {byte}"),
            through(
                text,
                text.contains('[') && !text.ends_with(":1]"),
                None,
                "MEMBER",
            ),
            "with its name for MEMBER and",
        ),
        Some((name, structure)) => {
            let several = *bytes > structure;
            let this = through(text, several, Some(byte / structure), name);
            let section = through(text, several, None, name);
            (this.clone(), format!("the pointer {this}"), section, "with")
        }
    };
    Findings::new(format!(
        "of the host's memory that {what} leads to{beyond}"
    ))
    .note(format!(
        "{text} was mapped at {place} with {which}, but not what that points to"
    ))
    .note(format!(
        "map a section through that pointer, too: `map(tofrom: {section}[0:n])`, {with} the number of elements, brings \
         them and changes the pointer on the device"
    ))
}

/// Whether an address is likely what a pointer of this value was meant to reach.
fn leads_to(value: usize, at: usize) -> bool {
    match at.checked_sub(value) {
        Some(behind) => behind < FAR,
        None => value - at < BEFORE,
    }
}

/// How the member of a mapped list item is written: `g.x`, `h->x` for what `h[0:1]` maps, and `h[i].x` where it has
/// several elements. An index of the element counts from where the item begins; without one it is any, `i`.
fn through(item: &str, several: bool, index: Option<usize>, member: &str) -> String {
    let (name, section) = item.split_at(item.find('[').unwrap_or(item.len()));
    let begin = section.get(1..).and_then(|rest| rest.split_once(':'));
    let begin = begin.map_or("", |(begin, _)| begin.trim());
    match (section.is_empty(), several) {
        (true, false) => format!("{name}.{member}"),
        (false, false) if matches!(begin, "" | "0") => format!("{name}->{member}"),
        (false, false) => format!("{name}[{begin}].{member}"),
        (_, true) => match index {
            None => format!("{name}[i].{member}"),
            Some(index) if matches!(begin, "" | "0") => format!("{name}[{index}].{member}"),
            Some(index) => format!("{name}[{begin} + {index}].{member}"),
        },
    }
}

/// The words of an entry's host memory, with where they stand; not of large ones, which are data.
pub fn words(entry: &Entry) -> impl Iterator<Item = (usize, usize)> + use<> {
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
    fn members_are_written_as_the_item_was() {
        for (item, several, index, written) in [
            ("g", false, Some(0), "g.x"),
            ("a", true, Some(2), "a[2].x"),
            ("h[0:1]", false, Some(0), "h->x"),
            ("h[:1]", false, Some(0), "h->x"),
            ("h[k:1]", false, Some(0), "h[k].x"),
            ("h[0:n]", true, None, "h[i].x"),
            ("h[k:n]", true, Some(3), "h[k + 3].x"),
            ("s.rows[0:n]", true, Some(1), "s.rows[1].x"),
        ] {
            assert_eq!(through(item, several, index, "x"), written, "{item}");
        }
    }
}
