//! Messages on addresses in the device's memory: whose the nearest block is, or was.

use super::blocks::{self, Block, Owner};
use super::report::{Findings, Mapped, away, distance, with_table};
use super::{shadow, stacks};

/// An access no farther than this behind a block is reported as being beyond the block's end.
const NEAR: usize = 1024;

/// Whether an address lies among those where the device's memory and stacks are, and nothing of the host's.
pub fn contains(at: usize) -> bool {
    (shadow::OFFSET..stacks::AREA_END).contains(&at)
}

/// The block that holds an address: what messages call it, where it begins, and a note on how it came to be there.
pub fn holding(at: usize) -> Option<(String, usize, Option<String>)> {
    let block = blocks::near(at).filter(|block| block.holds(at))?;
    let named = Named::of(&block, at);
    Some((named.noun, named.at, named.how))
}

/// Bytes in the device's memory that may not be accessed.
pub fn on_device(at: usize, bytes: usize) -> Findings {
    let Some(block) = blocks::near(at) else {
        return Findings::new("of device memory that was never allocated");
    };
    let named = Named::of(&block, at);
    let far = away(at, named.at, named.bytes) > named.bytes.max(NEAR);
    if block.gone.is_some() && !far {
        return gone(&block, &named, at);
    }
    let named_or_was = match block.gone {
        Some(_) => format!("what was {}", named.noun),
        None => named.noun.clone(),
    };
    let findings = match far {
        true => Findings::new("of device memory where nothing is allocated").note(format!(
            "the nearest is {named_or_was}, {}",
            match at < named.at {
                true => format!("which begins {} bytes behind", named.at - at),
                false => format!("which ends {} bytes before", at - named.at - named.bytes),
            }
        )),
        false => Findings::new(distance(at, bytes, named.at, named.bytes, &named.noun)),
    };
    let findings = named.how.into_iter().fold(findings, Findings::note);
    findings.note(advice(&block.owner))
}

fn advice(owner: &Owner) -> &'static str {
    match owner {
        Owner::Mapped | Owner::Private(_) => {
            "only that much is on the device: map the elements that the region uses, or keep the index among those \
             that are mapped"
        }
        Owner::Target | Owner::Heap => {
            "ask for more bytes there, or keep the index below their number"
        }
        Owner::Array(_) => "keep the index below the array's length",
        Owner::Runtime => "no pointer of the program leads there",
    }
}

fn gone(block: &Block, named: &Named, at: usize) -> Findings {
    let given_back = block
        .gone
        .as_ref()
        .map(|origin| origin.at())
        .unwrap_or_default();
    let offset = match block.holds(at) {
        true => format!("byte {} of ", at - block.at),
        false => "what lies beside ".to_string(),
    };
    match &block.owner {
        Owner::Mapped => {
            let noted = with_table(|table| {
                let gone = table.unmapped_on_device(named.last())?;
                Some((
                    gone.text.to_string(),
                    format!(
                        "{} was mapped at {}, and unmapped at {}",
                        gone.text, gone.place, gone.gone
                    ),
                ))
            });
            let (text, how) = match noted.flatten() {
                Some((text, how)) => (text, Some(how)),
                None => ("what a construct mapped".into(), None),
            };
            let findings = Findings::new(format!("of {text} after it was unmapped"));
            how.into_iter()
                .fold(findings, Findings::note)
                .note("a pointer to the device's copy was kept: look it up again, or unmap later")
        }
        Owner::Private(text) => Findings::new(format!(
            "of a region's own copy of {text}, after that region"
        ))
        .note("map it where its value must outlive the region"),
        Owner::Target => Findings::new(format!("after they were freed: {offset}{}", named.noun))
            .note(format!("omp_target_free was called{given_back}")),
        Owner::Heap => Findings::new(format!("after they were freed: {offset}{}", named.noun))
            .note(format!("free was called{given_back}")),
        Owner::Array(_) => {
            let findings = Findings::new(format!("of {}, whose scope has ended", named.noun));
            named
                .how
                .iter()
                .fold(findings, |findings, how| findings.note(how.as_str()))
                .note("a pointer to its elements was kept: declare the array where it is still needed")
        }
        Owner::Runtime => Findings::new("of device memory that was given back"),
    }
}

/// A read of what nobody has written.
pub fn unwritten(at: usize) -> Findings {
    let block = blocks::near(at).filter(|block| block.holds(at));
    let Some(block) = block else {
        return Findings::new("of device memory that nobody has written");
    };
    let named = Named::of(&block, at);
    let and = match block.owner {
        Owner::Target | Owner::Heap => " and",
        _ => "",
    };
    let findings = Findings::new(format!("of {}{and} that nobody has written", named.noun));
    let findings = named.how.into_iter().fold(findings, Findings::note);
    findings.note(match block.owner {
        Owner::Mapped | Owner::Private(_) => {
            "map(alloc:) and map(from:) bring no values to the device: map(to:) and map(tofrom:) do, or a region writes \
             it first"
        }
        _ => "it begins without values: write them first",
    })
}

/// What was given back that its allocator did not give: the block that the address belongs to.
pub fn wrong_free(at: usize, block: Option<Block>, allocator: &Owner) -> (String, Vec<String>) {
    let (gives, takes) = match allocator {
        Owner::Target => ("omp_target_alloc", "omp_target_free"),
        _ => ("malloc", "free"),
    };
    let Some(block) = block else {
        return (
            format!("frees an address that {gives} did not give"),
            vec![],
        );
    };
    let named = Named::of(&block, at);
    match &block.gone {
        Some(origin) if block.owner == *allocator => (
            format!("frees {} once more", named.noun),
            vec![format!("{takes} was called for them{} before", origin.at())],
        ),
        None if block.owner == *allocator => (
            format!(
                "frees an address {} bytes behind the begin of {}",
                at - block.at,
                named.noun
            ),
            vec![format!("{takes} takes what {gives} returned")],
        ),
        _ => (
            format!("frees {}, which {gives} did not give", named.noun),
            named.how.into_iter().collect(),
        ),
    }
}

/// A block as messages call it.
struct Named {
    noun: String,
    at: usize,
    bytes: usize,
    how: Option<String>,
}

impl Named {
    /// `at` is the address that the message is about, since constructs may map several list items into one block.
    fn of(block: &Block, at: usize) -> Named {
        let given = block.given.at();
        let bytes = block.bytes;
        let (noun, how) = match &block.owner {
            Owner::Mapped => return Named::of_mapped(block, at),
            Owner::Private(text) => (
                format!("the region's own copy of {text}"),
                Some(format!("it has {bytes} bytes")),
            ),
            Owner::Target => (
                format!("the {bytes} bytes that omp_target_alloc gave{given}"),
                None,
            ),
            Owner::Heap => (format!("the {bytes} bytes that malloc gave{given}"), None),
            Owner::Array(name) => (
                format!("the array {name}"),
                Some(match given.is_empty() {
                    true => format!("{name} has {bytes} bytes"),
                    false => format!("{name} has {bytes} bytes, declared{given}"),
                }),
            ),
            Owner::Runtime => ("memory that the runtime keeps for launches".into(), None),
        };
        Named {
            noun,
            at: block.at,
            bytes,
            how,
        }
    }

    fn of_mapped(block: &Block, at: usize) -> Named {
        let inside = |entry: &Mapped| block.holds(entry.device);
        let nearest = with_table(|table| {
            let entries = table.entries().map(Mapped::of).filter(inside);
            entries.min_by_key(|entry| away(at, entry.device, entry.bytes))
        });
        match nearest.flatten() {
            Some(entry) => Named {
                how: Some(entry.line()),
                noun: entry.text,
                at: entry.device,
                bytes: entry.bytes,
            },
            None => Named {
                noun: "what a construct mapped".into(),
                at: block.at,
                bytes: block.bytes,
                how: None,
            },
        }
    }

    fn last(&self) -> u64 {
        (self.at + self.bytes - 1) as u64
    }
}
