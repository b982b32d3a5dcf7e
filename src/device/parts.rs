//! A CUDA file as parts that are compiled by themselves: each has some of the kernels, and of the other declarations
//! those that these kernels need.
//!
//! Which kernels are in one part depends on their names, on how many there are behind each other, on which are large and
//! on what they share; nothing else in the file changes the text of a part. A part that was compiled before thus need not be
//! compiled again when another kernel has changed.

use std::collections::{BTreeMap, BTreeSet};

/// A declaration of a CUDA file, as text.
#[derive(Clone, Debug)]
pub struct Item {
    /// The names that it declares.
    pub names: Vec<String>,
    /// What kind of entity these name.
    pub what: What,
    /// The declaration, in whole lines.
    pub text: String,
}

/// What an item declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Something of which each part may have its own: a macro, a type, a constant, the declaration of something.
    Copied,
    /// A function: each part may have its own, unless its address is taken.
    Function,
    /// A variable: all kernels that use it must be in one part.
    Variable,
    /// A kernel, which is in one part.
    Kernel,
}

/// Some kernels, and what they need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The kernels' names, in the order of the file.
    pub kernels: Vec<String>,
    /// The items' text, in the order of the file, without lines that are comments.
    pub text: String,
}

/// The most kernels of a part that share nothing: what a change of one of them costs, beside what a compiler needs for
/// the device header.
const MOST: usize = 12;

/// One in so many kernels is the last of its part, by its name: parts in front of a new kernel and behind it stay as
/// they are.
const ENDS: u64 = 8;

/// Kernels with so many lines, those of what they need among them, are a part of their own.
const LARGE: usize = 100;

/// Splits a file's items, which stand in an order in which they can be compiled.
pub fn split(items: &[Item]) -> Vec<Part> {
    let needs = needs(items);
    let is_kernel = |&at: &usize| items[at].what == What::Kernel;
    let kernels: Vec<usize> = (0..items.len()).filter(is_kernel).collect();
    let reached: Vec<BTreeSet<usize>> = kernels
        .iter()
        .map(|&kernel| closure(kernel, &needs))
        .collect();
    let shared = shared(items, &needs);
    let mut parts = vec![];
    for members in together(&kernels, &reached, &shared, items) {
        let mut wanted: BTreeSet<usize> = BTreeSet::new();
        members
            .iter()
            .for_each(|&member| wanted.extend(&reached[member]));
        let named = members.iter().flat_map(|&at| &items[kernels[at]].names);
        let mut part = Part {
            kernels: named.cloned().collect(),
            text: String::new(),
        };
        for at in wanted {
            part.text.push('\n');
            let code = items[at].text.lines();
            for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                part.text.push_str(line);
                part.text.push('\n');
            }
        }
        parts.push(part);
    }
    parts
}

/// The identifiers of a text, each with whether a call or a parameter list follows. Words of comments and of literals
/// are among them: one more need is no fault.
fn identifiers(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = &rest[rest.find(is_part)?..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some((word, behind.trim_start().starts_with('(')))
    })
}

/// For each item the items that it names.
fn needs(items: &[Item]) -> Vec<BTreeSet<usize>> {
    let mut declared: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        for name in &item.names {
            declared.entry(name).or_default().push(at);
        }
    }
    let of = |(at, item): (usize, &Item)| {
        let named = identifiers(&item.text).filter_map(|(word, _)| declared.get(word));
        let named = named.flatten().copied();
        // Nothing but the host names a kernel.
        let named = named.filter(|&other| other != at && items[other].what != What::Kernel);
        named.collect()
    };
    items.iter().enumerate().map(of).collect()
}

/// An item and all that it needs.
fn closure(start: usize, needs: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        open.extend(needs[at].iter().filter(|&&other| reached.insert(other)));
    }
    reached
}

/// The items that there must be once: variables, and functions whose address an item takes. Kernels could leave an
/// address in memory for each other.
fn shared(items: &[Item], needs: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let is = |what: What| move |at: &usize| items[*at].what == what;
    let mut shared: BTreeSet<usize> = (0..items.len()).filter(is(What::Variable)).collect();
    for (at, item) in items.iter().enumerate() {
        let pointed: BTreeSet<&str> = identifiers(&item.text)
            .filter_map(|(word, called)| (!called).then_some(word))
            .collect();
        let takes = |other: &&usize| {
            let names = &items[**other].names;
            // A function hands its own parallel regions to its own team.
            let names = match **other == at {
                true => &names[..names.len().min(1)],
                false => names,
            };
            names.iter().any(|name| pointed.contains(name.as_str()))
        };
        let functions = needs[at].iter().chain([&at]);
        shared.extend(
            functions
                .filter(|one| is(What::Function)(one))
                .filter(takes),
        );
    }
    shared
}

/// The kernels of each part, by their positions in `kernels`.
fn together(
    kernels: &[usize],
    reached: &[BTreeSet<usize>],
    shared: &BTreeSet<usize>,
    items: &[Item],
) -> Vec<Vec<usize>> {
    // Kernels that need something that there is once have the same number: the first such kernel's.
    let mut leader: Vec<usize> = (0..kernels.len()).collect();
    fn find(leader: &mut [usize], mut at: usize) -> usize {
        while leader[at] != at {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        at
    }
    let mut user: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, reached) in reached.iter().enumerate() {
        for item in reached.intersection(shared) {
            let other = *user.entry(*item).or_insert(at);
            let (one, other) = (find(&mut leader, at), find(&mut leader, other));
            leader[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in 0..kernels.len() {
        groups.entry(find(&mut leader, at)).or_default().push(at);
    }
    let lines: Vec<usize> = items.iter().map(|item| item.text.lines().count()).collect();
    let size = |at: &usize| reached[*at].iter().map(|&item| lines[item]).sum::<usize>();
    let mut parts = vec![];
    let mut open: Vec<usize> = vec![];
    for group in groups.into_values() {
        if group.iter().map(size).sum::<usize>() >= LARGE {
            parts.push(group);
            continue;
        }
        let last = group.last().map(|&at| &items[kernels[at]].names);
        let ends =
            last.is_some_and(|names| names.iter().any(|name| mark(name).is_multiple_of(ENDS)));
        open.extend(group);
        if ends || open.len() >= MOST {
            parts.push(std::mem::take(&mut open));
        }
    }
    if !open.is_empty() {
        parts.push(open);
    }
    for part in &mut parts {
        part.sort_unstable();
    }
    parts
}

/// A number that a name always has: FNV-1a, whose bits are then mixed, for its last letter changes few of them.
fn mark(name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mixed = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ mixed >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(what: What, name: &str, text: &str) -> Item {
        Item {
            names: name.split(' ').map(String::from).collect(),
            what,
            text: format!("{text}\n"),
        }
    }

    fn kernel(name: &str, body: &str) -> Item {
        item(
            What::Kernel,
            name,
            &format!("// comment\nvoid {name}() {{ {body} }}"),
        )
    }

    /// The kernels of each part.
    fn grouped(items: &[Item]) -> Vec<String> {
        let parts = split(items);
        parts.iter().map(|part| part.kernels.join(" ")).collect()
    }

    #[test]
    fn a_part_has_what_its_kernels_need_and_no_comments() {
        let items = [
            item(What::Copied, "N", "#define N 3"),
            item(What::Copied, "M", "#define M 4"),
            item(What::Copied, "A B", "enum { A, B };"),
            item(What::Function, "f", "// of f\nint f() { return B; }"),
            item(What::Function, "g", "int g() { return M; }"),
            kernel("k_1", "f(); int x = N;"),
        ];
        let parts = split(&items);
        assert_eq!(
            parts[0].text,
            "\n#define N 3\n\nenum { A, B };\n\nint f() { return B; }\n\nvoid k_1() { f(); int x = N; }\n"
        );
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].kernels, ["k_1"]);
    }

    #[test]
    fn another_kernel_changes_no_part_but_its_own() {
        let all: Vec<Item> = (0..64).map(|n| kernel(&format!("k_{n}"), "")).collect();
        let before = split(&all);
        assert!((6..=32).contains(&before.len()), "{}", before.len());
        for changed in 0..64 {
            let mut items = all.clone();
            items[changed].text = "void changed() {}\n".into();
            let mut after = split(&items);
            after.retain(|part| !before.contains(part));
            assert_eq!(after.len(), 1, "k_{changed} changed");
            items.remove(changed);
            let mut after = split(&items);
            after.retain(|part| !before.contains(part));
            assert!(after.len() <= 2, "without k_{changed}: {after:?}");
        }
    }

    #[test]
    fn a_large_kernel_is_a_part_of_its_own() {
        let mut all: Vec<Item> = (0..4).map(|n| kernel(&format!("k_{n}"), "")).collect();
        let before = grouped(&all);
        all.insert(2, kernel("large", &"\n;".repeat(LARGE)));
        let mut after = grouped(&all);
        after.retain(|part| part != "large");
        assert_eq!(after, before);
    }

    #[test]
    fn kernels_that_share_a_variable_are_together() {
        let mut items = vec![
            item(What::Variable, "count", "static int count;"),
            item(What::Function, "next", "int next() { return count++; }"),
        ];
        items.extend((0..40).map(|n| kernel(&format!("k_{n}"), "")));
        items[5] = kernel("k_3", "next();");
        items[30] = kernel("k_28", "next();");
        let groups = grouped(&items);
        let of = |name: &str| {
            let mut groups = groups.iter();
            groups.position(|group| group.split(' ').any(|one| one == name))
        };
        assert_eq!(of("k_3"), of("k_28"));
        assert_ne!(of("k_3"), of("k_39"));
        let holders = split(&items);
        let holders = holders.iter().filter(|part| part.text.contains("count"));
        assert_eq!(holders.count(), 1);
    }

    #[test]
    fn kernels_that_call_a_function_are_not_but_those_that_reach_one_by_address_are() {
        let with = |use_of_f: &str| {
            let mut items = vec![
                item(
                    What::Function,
                    "f f_parallel_1",
                    "void f() { fork(f_parallel_1); }",
                ),
                item(What::Function, "h", "void h() { f (); }"),
            ];
            items.extend((0..40).map(|n| kernel(&format!("k_{n}"), "h();")));
            items.push(kernel("k_40", use_of_f));
            grouped(&items).len()
        };
        assert!(with("f();") > 3);
        assert_eq!(with("p = f;"), 1);
        assert_eq!(with("p = &f_parallel_1;"), 1);
    }
}
