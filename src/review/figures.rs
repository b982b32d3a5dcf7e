//! The figures of a kernel that are kept, and which of them changed.
//!
//! From what the report says of the kernel. Must not know texts.

use super::lock::Kernel;
use crate::report;
use crate::report::findings::Finding;
use serde::Serialize;
use std::collections::BTreeMap;

/// The figure that is what the report finds to cost time.
pub const COSTS: &str = "costs time";

/// A decision or figure before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    pub what: String,
    pub before: String,
    pub after: String,
}

/// What is kept of a kernel with this text, on these architectures.
pub fn of(kernel: &report::Kernel, architectures: &[String], barriers: bool, text: &str) -> Kernel {
    let mut variables = BTreeMap::new();
    for variable in &kernel.variables {
        let lives = variable.lives.clone();
        let known = variables
            .entry(variable.name.clone())
            .or_insert(lives.clone());
        if *known != lives {
            // Several variables of one name, or private copies of one.
            *known = format!("{known}; {lives}");
        }
    }
    let costs: Vec<&Finding> = kernel
        .expensive()
        .filter(|one| {
            let on = one.architecture.as_ref();
            on.is_none_or(|on| architectures.contains(on))
        })
        .collect();
    Kernel {
        directive: kernel.directive.clone(),
        text: super::lock::digest_of_code(text, &kernel.name),
        mode: kernel.mode.to_owned(),
        teams: kernel.launch.teams.clone(),
        threads: kernel.launch.threads.clone(),
        max_threads: kernel.launch.max_threads,
        shared: kernel.shared.bytes,
        parameters: kernel.parameters,
        barriers,
        why: kernel
            .why
            .iter()
            .map(|why| without_lines(&why.text))
            .collect(),
        costs: Some(costs.iter().map(|one| without_lines(&one.text)).collect()),
        remarks: costs.iter().map(|one| remark(one)).collect(),
        variables,
        resident: kernel
            .occupancy
            .iter()
            .filter(|one| architectures.contains(&one.architecture))
            .map(|one| {
                let shared = match (kernel.launch.shares_blocks(), one.teams_a_block) {
                    (false, _) => String::new(),
                    (true, 1) => "1 team a block of ".to_owned(),
                    (true, teams) => format!("{teams} teams a block of "),
                };
                let which = format!("{} with {shared}{} threads", one.architecture, one.threads);
                (which, one.teams)
            })
            .collect(),
        options: None,
        translator: None,
        place: kernel.place.clone(),
    }
}

/// A finding as the report says it, with its place and what helps.
fn remark(one: &Finding) -> String {
    let help = one.help.iter().map(|help| format!("; instead: {help}"));
    format!("{}: {}{}", one.place, one.text, help.collect::<String>())
}

/// The figures that differ.
pub fn differences(old: &Kernel, new: &Kernel) -> Vec<Figure> {
    let mut all = vec![];
    let mut compare = |what: &str, before: String, after: String| {
        if before != after {
            all.push(Figure {
                what: what.to_owned(),
                before,
                after,
            });
        }
    };
    let most = |kernel: &Kernel| kernel.max_threads.to_string();
    compare("mode", old.mode.clone(), new.mode.clone());
    compare("threads a team", old.threads.clone(), new.threads.clone());
    compare("most threads a team", most(old), most(new));
    compare("teams", old.teams.clone(), new.teams.clone());
    compare(
        "shared bytes",
        old.shared.to_string(),
        new.shared.to_string(),
    );
    compare(
        "parameters",
        old.parameters.to_string(),
        new.parameters.to_string(),
    );
    for (what, before, after) in residents(&old.resident, &new.resident) {
        compare(&what, before, after);
    }
    let names: std::collections::BTreeSet<&String> =
        old.variables.keys().chain(new.variables.keys()).collect();
    for name in names {
        let lives = |kernel: &Kernel| {
            let lives = kernel.variables.get(name);
            lives.map_or("not in the region".to_owned(), |lives| {
                without_offset(lives)
            })
        };
        compare(&format!("`{name}` lives"), lives(old), lives(new));
    }
    for (before, after) in notes(&old.why, &new.why) {
        compare("decision", before, after);
    }
    if let (Some(was), Some(is)) = (&old.costs, &new.costs) {
        for (before, after) in notes(was, is) {
            let mut same = { is.iter().zip(&new.remarks) }.filter(|(text, _)| **text == after);
            // Of several with the same words it is not known which one is new.
            let said = match (same.next(), same.next()) {
                (Some((_, remark)), None) => remark.clone(),
                _ => after,
            };
            compare(COSTS, before, said);
        }
    }
    all
}

/// Teams on an SM, by architecture and threads where both have them; else all numbers of threads of the architecture.
fn residents(
    old: &BTreeMap<String, u64>,
    new: &BTreeMap<String, u64>,
) -> Vec<(String, String, String)> {
    let mut all = vec![];
    for (which, teams) in new {
        if let Some(before) = old.get(which) {
            let what = format!("resident teams an SM, {which} a team");
            all.push((what, before.to_string(), teams.to_string()));
        }
    }
    let architecture = |which: &str| which.split(' ').next().unwrap_or_default().to_owned();
    let only = |here: &BTreeMap<String, u64>, there: &BTreeMap<String, u64>| {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (which, teams) in here.iter().filter(|(which, _)| !there.contains_key(*which)) {
            let threads = which.split_once(' ').map_or("", |(_, rest)| rest);
            let of_one = all.entry(architecture(which)).or_default();
            of_one.push(format!("{teams} {threads} a team"));
        }
        all
    };
    let (gone, come) = (only(old, new), only(new, old));
    let names: std::collections::BTreeSet<&String> = gone.keys().chain(come.keys()).collect();
    for name in names {
        let side = |side: &BTreeMap<String, Vec<String>>| {
            side.get(name).map_or(String::new(), |all| all.join(", "))
        };
        all.push((
            format!("resident teams an SM, {name}"),
            side(&gone),
            side(&come),
        ));
    }
    all
}

/// The notes that are only on one side; those that differ in figures alone are one row.
fn notes(old: &[String], new: &[String]) -> Vec<(String, String)> {
    let shape = |note: &str| -> String { note.chars().filter(|c| !c.is_ascii_digit()).collect() };
    let mut gone: Vec<&String> = vec![];
    let mut come: Vec<&String> = new.iter().collect();
    for note in old {
        match come.iter().position(|other| *other == note) {
            Some(at) => {
                come.remove(at);
            }
            None => gone.push(note),
        }
    }
    let mut all = vec![];
    for note in gone {
        let same = come.iter().position(|other| shape(other) == shape(note));
        let after = same.map_or(String::new(), |at| come.remove(at).clone());
        all.push((note.clone(), after));
    }
    all.extend(come.into_iter().map(|note| (String::new(), note.clone())));
    all
}

/// The place in shared memory changes with each neighbour.
fn without_offset(lives: &str) -> String {
    match lives.find(", at ") {
        Some(at) => {
            let rest = lives[at + 5..].trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{}{rest}", &lives[..at])
        }
        None => lives.to_owned(),
    }
}

/// `a.c:12` and `line 12` without the line, which changes with every line above.
fn without_lines(text: &str) -> String {
    let mut words: Vec<String> = vec![];
    for word in text.split(' ') {
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match words.last_mut() {
            Some(last) if last.trim_start_matches('(') == "line" && behind.len() < word.len() => {
                last.push_str(behind);
                let at = words.len() - 1;
                if at > 0 && words[at - 1] == "in" {
                    words.insert(at, "some".to_owned());
                }
            }
            _ => words.push(without_line(word)),
        }
    }
    words.join(" ")
}

/// The same of a word.
fn without_line(word: &str) -> String {
    let Some((file, line)) = word.rsplit_once(':') else {
        return word.to_owned();
    };
    let digits = line.trim_end_matches([',', ';', ')', '.']);
    let is_line = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match is_line && file.contains('.') {
        true => format!("{file}{}", &line[digits.len()..]),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_note_are_compared() {
        let kernel = |cycles: u32, shared: &str| Kernel {
            mode: "SPMD".into(),
            why: vec![format!("guarded {cycles}"), "short".into()],
            variables: BTreeMap::from([("x".into(), shared.into())]),
            ..Kernel::default()
        };
        let same = differences(
            &kernel(12, "shared memory, at 0"),
            &kernel(12, "shared memory, at 16"),
        );
        assert_eq!(same, []);
        let found = differences(
            &kernel(12, "each thread's own"),
            &kernel(96, "shared memory, at 16"),
        );
        let found: Vec<_> = found
            .iter()
            .map(|f| (f.what.as_str(), f.after.as_str()))
            .collect();
        assert_eq!(
            found,
            [("`x` lives", "shared memory"), ("decision", "guarded 96")]
        );
    }

    #[test]
    fn what_costs_time_is_told_where_it_changed() {
        let kernel = |costs: Option<&[&str]>| {
            let all: Vec<String> = costs
                .unwrap_or_default()
                .iter()
                .map(|it| it.to_string())
                .collect();
            Kernel {
                remarks: all
                    .iter()
                    .map(|it| format!("a.c:3: {it}; instead: less"))
                    .collect(),
                costs: costs.map(|_| all),
                ..Kernel::default()
            }
        };
        let rows = |old: Option<&[&str]>, new: Option<&[&str]>| -> Vec<(String, String)> {
            let found = differences(&kernel(old), &kernel(new));
            found.into_iter().map(|it| (it.before, it.after)).collect()
        };
        let row = |before: &str, after: &str| (before.to_string(), after.to_string());
        assert_eq!(
            rows(
                Some(&["2 teams", "far", "gone"]),
                Some(&["far", "4 teams", "locks"])
            ),
            [
                row("2 teams", "a.c:3: 4 teams; instead: less"),
                row("gone", ""),
                row("", "a.c:3: locks; instead: less"),
            ]
        );
        // An earlier version kept nothing of it: that it is new is not known.
        assert_eq!(rows(None, Some(&["locks"])), []);
    }

    #[test]
    fn teams_on_an_sm_are_compared_for_each_architecture() {
        let kernel = |resident: &[(&str, u64)]| Kernel {
            resident: resident
                .iter()
                .map(|(which, teams)| (which.to_string(), *teams))
                .collect(),
            ..Kernel::default()
        };
        let rows = |old: &[(&str, u64)], new: &[(&str, u64)]| -> Vec<String> {
            let found = differences(&kernel(old), &kernel(new));
            let rows = found.iter();
            rows.map(|it| format!("{}: {} -> {}", it.what, it.before, it.after))
                .collect()
        };
        assert_eq!(
            rows(
                &[
                    ("sm_80 with 128 threads", 8),
                    ("sm_90 with 128 threads", 16)
                ],
                &[("sm_80 with 128 threads", 4), ("sm_90 with 256 threads", 8)],
            ),
            [
                "resident teams an SM, sm_80 with 128 threads a team: 8 -> 4",
                "resident teams an SM, sm_90: 16 with 128 threads a team -> 8 with 256 threads a team",
            ]
        );
        // Another list of devices.
        assert_eq!(
            rows(
                &[("sm_80 with 64 threads", 8)],
                &[("sm_90 with 64 threads", 9)]
            ),
            [
                "resident teams an SM, sm_80: 8 with 64 threads a team -> ",
                "resident teams an SM, sm_90:  -> 9 with 64 threads a team",
            ]
        );
    }

    #[test]
    fn lines_are_left_out() {
        assert_eq!(
            without_lines("as src/a.c:12, or b.h:7: no"),
            "as src/a.c, or b.h:7: no"
        );
        assert_eq!(without_lines("ratio 3:4"), "ratio 3:4");
        assert_eq!(
            without_lines("the loop in line 12, a line of 3 (line 4: `x`; line 5 in `f`: `y`)"),
            "the loop in some line, a line of 3 (line: `x`; line in `f`: `y`)"
        );
    }
}
