//! Decisions as remarks, one located line each, for those who compile: `cc -Rromp`.
//!
//! From the data of the report, of which each remark is one row: both say the same. As text in the form of a compiler's
//! remarks, as JSON, and as a YAML stream in the form of LLVM's optimization records.

use super::findings::Finding;
use super::{Function, Kernel, Location, Reason, Variable};
use serde::Serialize;
use serde_yaml_ng::value::{Tag, TaggedValue};
use serde_yaml_ng::{Mapping, Value};
use std::str::FromStr;

/// What a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// How a kernel, a function, a parallel region or a task runs.
    Mode,
    /// The data-sharing attribute of a variable, and where it lives.
    Sharing,
    /// What is mapped, and by which rule.
    Mapping,
    /// What the program does not get, or what costs time.
    Missed,
}

/// The kinds in the order in which remarks about one place stand.
const KINDS: &[(&str, Kind)] = &[
    ("mode", Kind::Mode),
    ("mapping", Kind::Mapping),
    ("sharing", Kind::Sharing),
    ("missed", Kind::Missed),
];

impl Kind {
    /// The word of `-Rromp=`.
    pub fn word(self) -> &'static str {
        let found = KINDS.iter().find(|(_, kind)| *kind == self);
        found.map_or("", |(word, _)| word)
    }
}

/// The kinds that are asked for; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    kinds: u8,
}

impl Wanted {
    /// All kinds.
    pub const ALL: Wanted = Wanted { kinds: u8::MAX };

    fn of(kind: Kind) -> Wanted {
        Wanted {
            kinds: 1 << kind as u8,
        }
    }

    /// Whether what costs time is among them.
    pub fn tells_costs(self) -> bool {
        self.kinds & Wanted::of(Kind::Missed).kinds != 0
    }

    /// Both.
    pub fn and(self, other: Wanted) -> Wanted {
        Wanted {
            kinds: self.kinds | other.kinds,
        }
    }

    /// Whether none are.
    pub fn is_empty(self) -> bool {
        self.kinds == 0
    }

    fn has(self, kind: Kind) -> bool {
        self.kinds & Wanted::of(kind).kinds != 0
    }
}

impl FromStr for Wanted {
    type Err = String;

    /// `mode,missed`
    fn from_str(list: &str) -> Result<Wanted, String> {
        let mut all = Wanted::default();
        for word in list.split(',') {
            let known = KINDS.iter().find(|(name, _)| *name == word);
            all = match known {
                Some((_, kind)) => all.and(Wanted::of(*kind)),
                None if word == "all" => Wanted::ALL,
                None => {
                    let expected = "all, mode, sharing, mapping or missed";
                    return Err(format!("-Rromp={word}: expected {expected}"));
                }
            };
        }
        Ok(all)
    }
}

/// A decision at a place.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    pub kind: Kind,
    #[serde(flatten)]
    pub at: Location,
    /// The kernel or device function.
    pub of: String,
    /// The function of the program.
    pub function: String,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// The remarks about a unit, in the order of the text.
pub fn of(kernels: &[Kernel], functions: &[Function], wanted: Wanted) -> Vec<Remark> {
    let mut all: Vec<Remark> = kernels.iter().flat_map(of_kernel).collect();
    all.extend(functions.iter().flat_map(of_function));
    all.retain(|one| wanted.has(one.kind));
    let order = |kind: Kind| KINDS.iter().position(|(_, one)| *one == kind);
    all.sort_by(|a, b| (&a.at, order(a.kind)).cmp(&(&b.at, order(b.kind))));
    all
}

fn of_kernel(kernel: &Kernel) -> Vec<Remark> {
    let remark = |kind: Kind, at: &Location, text: String| Remark {
        kind,
        at: at.clone(),
        of: kernel.name.clone(),
        function: kernel.function.clone(),
        text,
        help: None,
    };
    let first = format!(
        "kernel `{}`: {}, {}, {} of shared memory a {}",
        kernel.name,
        kernel.mode,
        kernel.launch.words(),
        kernel.shared.words(),
        kernel.launch.owner()
    );
    let mut all = vec![remark(Kind::Mode, &kernel.at, first)];
    all.extend(kernel.why.iter().map(|reason: &Reason| {
        let kind = if reason.missed {
            Kind::Missed
        } else {
            Kind::Mode
        };
        Remark {
            help: reason.help.clone(),
            ..remark(
                kind,
                reason.at.as_ref().unwrap_or(&kernel.at),
                reason.text.clone(),
            )
        }
    }));
    all.extend(kernel.regions.iter().map(|region| {
        let text = format!("`{}`: threads: {}", region.directive, region.threads);
        remark(Kind::Mode, &region.at, text)
    }));
    all.extend(kernel.tasks.iter().map(|task| {
        let text = format!("`{}`: executed by {}", task.directive, task.runs);
        let kind = if task.deferred {
            Kind::Mode
        } else {
            Kind::Missed
        };
        remark(kind, &task.at, text)
    }));
    all.extend(kernel.variables.iter().map(|variable: &Variable| {
        let text = format!(
            "`{}`: {} ({}: {}); lives in: {}",
            variable.name, variable.attribute, variable.kind, variable.rule, variable.lives
        );
        let kind = if variable.mapped {
            Kind::Mapping
        } else {
            Kind::Sharing
        };
        remark(kind, &variable.construct_at, text)
    }));
    all.extend(kernel.expensive().map(|one: &Finding| Remark {
        help: one.help.clone(),
        ..remark(Kind::Missed, &one.at, one.text.clone())
    }));
    all
}

fn of_function(function: &Function) -> Vec<Remark> {
    let remark = |at: &Location, text: String| Remark {
        kind: Kind::Mode,
        at: at.clone(),
        of: function.name.clone(),
        function: function.name.clone(),
        text,
        help: None,
    };
    let first = format!("device function `{}`: {}", function.name, function.mode);
    let regions = function.regions.iter().map(|region| {
        let text = format!("`{}`: threads: {}", region.directive, region.threads);
        remark(&region.at, text)
    });
    let tasks = function.tasks.iter().map(|task| {
        let text = format!("`{}`: executed by {}", task.directive, task.runs);
        remark(&task.at, text)
    });
    std::iter::once(remark(&function.at, first))
        .chain(regions)
        .chain(tasks)
        .collect()
}

impl Remark {
    /// `a.c:12:5: remark: ... [-Rromp=mode]`
    pub fn line(&self) -> String {
        let Location { file, line, column } = &self.at;
        let help = self.help.iter().map(|help| format!("; instead: {help}"));
        let help: String = help.collect();
        let (text, kind) = (&self.text, self.kind.word());
        format!("{file}:{line}:{column}: remark: {text}{help} [-Rromp={kind}]")
    }

    /// One JSON object, with `"severity": "remark"` where diagnostics have theirs.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            severity: &'static str,
            #[serde(flatten)]
            remark: &'a Remark,
        }
        let severity = "remark";
        let line = Line {
            severity,
            remark: self,
        };
        serde_json::to_string(&line).expect("plain data")
    }

    /// A document of a YAML stream, as LLVM's tools read them.
    fn yaml(&self) -> String {
        let text = |text: &str| Value::String(text.into());
        let mapping = |entries: Vec<(&str, Value)>| {
            let entries = entries.into_iter().map(|(name, value)| (text(name), value));
            Value::Mapping(entries.collect::<Mapping>())
        };
        let number = |n: u32| Value::Number(n.into());
        let place = mapping(vec![
            ("File", text(&self.at.file)),
            ("Line", number(self.at.line)),
            ("Column", number(self.at.column)),
        ]);
        let mut arguments = vec![
            mapping(vec![("Kernel", text(&self.of))]),
            mapping(vec![("String", text(&self.text))]),
        ];
        arguments.extend(
            self.help
                .iter()
                .map(|help| mapping(vec![("Help", text(help))])),
        );
        let record = mapping(vec![
            ("Pass", text("romp")),
            ("Name", text(self.kind.word())),
            ("DebugLoc", place),
            ("Function", text(&self.function)),
            ("Args", Value::Sequence(arguments)),
        ]);
        let tag = match self.kind {
            Kind::Missed => "Missed",
            Kind::Mode => "Passed",
            Kind::Sharing | Kind::Mapping => "Analysis",
        };
        let tagged = Value::Tagged(Box::new(TaggedValue {
            tag: Tag::new(tag),
            value: record,
        }));
        let text = serde_yaml_ng::to_string(&tagged).expect("plain data");
        format!("--- {text}...\n")
    }
}

/// All remarks as a YAML stream.
pub fn yaml(remarks: &[Remark]) -> String {
    remarks.iter().map(Remark::yaml).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_chosen_by_name() {
        let wanted = |list: &str| list.parse::<Wanted>();
        assert!(wanted("mode,missed").is_ok_and(|w| w.has(Kind::Missed) && !w.has(Kind::Sharing)));
        assert!(wanted("all").is_ok_and(|w| KINDS.iter().all(|(_, kind)| w.has(*kind))));
        assert!(wanted("modes").is_err() && wanted("").is_err());
        assert!(Wanted::default().is_empty());
    }

    #[test]
    fn a_record_is_yaml() {
        let remark = Remark {
            kind: Kind::Missed,
            at: Location {
                file: "a \"b\".c".into(),
                line: 3,
                column: 7,
            },
            of: "f_1".into(),
            function: "f".into(),
            text: "one team: a 'single' SM".into(),
            help: Some("`teams`".into()),
        };
        let line =
            "a \"b\".c:3:7: remark: one team: a 'single' SM; instead: `teams` [-Rromp=missed]";
        assert_eq!(remark.line(), line);
        let text = yaml(&[remark.clone(), remark]);
        assert!(text.starts_with("--- !Missed\nPass: romp\n"), "{text}");
        let documents = serde_yaml_ng::Deserializer::from_str(&text);
        let read = |one| <Value as serde::Deserialize>::deserialize(one);
        let all: Vec<Value> = documents.map(|one| read(one).expect("YAML")).collect();
        let Value::Tagged(first) = &all[0] else {
            panic!("no tag: {text}");
        };
        assert_eq!(all.len(), 2);
        assert_eq!(first.value["DebugLoc"]["File"], "a \"b\".c");
        assert_eq!(first.value["Args"][1]["String"], "one team: a 'single' SM");
    }
}
