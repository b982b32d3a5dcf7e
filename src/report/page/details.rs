//! What the page says of one kernel or function: rows of tables, with the lines that places lead to.

use super::OnArchitecture;
use super::panes::{Places, escaped};
use crate::plan::architectures;
use crate::report::launch::{Launch, Occupancy};
use crate::report::{Function, Kernel, Location, Region, Task};
use std::collections::BTreeSet;

pub(super) struct KernelView<'a> {
    pub data: &'a Kernel,
    pub id: String,
    /// The lines at which it begins.
    pub source: String,
    pub cuda: String,
    /// As HTML.
    pub launch: String,
    pub findings: Vec<Remark>,
    pub warnings: Vec<Remark>,
    pub decisions: Vec<Remark>,
    pub occupancy: Vec<Row>,
    pub regions: Vec<Row>,
    pub tasks: Vec<Row>,
    pub variables: Vec<Row>,
    pub shared: Vec<Row>,
}

pub(super) struct FunctionView<'a> {
    pub data: &'a Function,
    pub id: String,
    pub source: String,
    pub cuda: String,
    pub callers: Vec<Caller>,
    pub regions: Vec<Row>,
    pub tasks: Vec<Row>,
}

pub(super) struct Caller {
    pub id: String,
    pub name: String,
}

/// A sentence about a place.
pub(super) struct Remark {
    pub place: String,
    pub to: String,
    /// The sentence, and what is said to do about it, as HTML.
    pub html: String,
    pub help: Option<String>,
    /// It is about one architecture.
    pub architecture: Option<String>,
    pub hidden: bool,
}

pub(super) struct Row {
    pub cells: Vec<Cell>,
    pub architecture: Option<String>,
    pub hidden: bool,
}

#[derive(Default)]
pub(super) struct Cell {
    /// What stands in it, as HTML.
    pub html: String,
    /// The line that it leads to; empty where it is none.
    pub to: String,
}

impl Cell {
    fn link(text: &str, to: String) -> Cell {
        Cell {
            html: marked(text),
            to,
        }
    }
}

fn row(cells: impl IntoIterator<Item = Cell>) -> Row {
    Row {
        cells: cells.into_iter().collect(),
        architecture: None,
        hidden: false,
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::link(text, String::new())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::link(&text, String::new())
    }
}

impl<'a> KernelView<'a> {
    pub fn of(data: &'a Kernel, id: String, places: &Places, chosen: &str) -> KernelView<'a> {
        let remark = |place: &str, at: &Location, text: &str, help: &Option<String>| Remark {
            place: place.into(),
            to: places.source(at),
            html: marked(text),
            help: help.as_deref().map(marked),
            architecture: None,
            hidden: false,
        };
        let findings = data.expensive().map(|one| {
            let about = one.architecture.clone();
            Remark {
                hidden: about.as_ref().is_some_and(|name| name != chosen),
                architecture: about,
                ..remark(&one.place, &one.at, &one.text, &one.help)
            }
        });
        let warnings = data.warnings.iter().map(|one| {
            let text = format!("{} [{}]", one.text, one.code);
            remark(&one.place, &one.at, &text, &None)
        });
        let decisions = data.why.iter().map(|one| {
            let at = one.at.clone().unwrap_or_default();
            let place = one.place.clone().unwrap_or_default();
            remark(&place, &at, &one.text, &one.help)
        });
        let occupancy = data.occupancy.iter().chain(&data.elsewhere);
        KernelView {
            source: places.source(&data.at),
            cuda: places.item(&data.name),
            launch: marked(&data.launch.words()),
            findings: findings.collect(),
            warnings: warnings.collect(),
            decisions: decisions.collect(),
            occupancy: { occupancy }
                .map(|one| occupancy_row(&data.launch, one, chosen))
                .collect(),
            regions: regions(&data.regions, places),
            tasks: tasks(&data.tasks, places),
            variables: variables(data, places),
            shared: shared(data),
            data,
            id,
        }
    }
}

impl<'a> FunctionView<'a> {
    pub fn of(
        data: &'a Function,
        id: String,
        places: &Places,
        kernels: &[KernelView],
    ) -> FunctionView<'a> {
        let callers = kernels
            .iter()
            .filter(|kernel| data.kernels.contains(&kernel.data.name));
        FunctionView {
            source: places.source(&data.at),
            cuda: places.item(&data.name),
            callers: callers
                .map(|kernel| Caller {
                    id: kernel.id.clone(),
                    name: kernel.data.name.clone(),
                })
                .collect(),
            regions: regions(&data.regions, places),
            tasks: tasks(&data.tasks, places),
            data,
            id,
        }
    }
}

/// Why a file is not translated.
pub(super) fn said(one: &super::Said) -> Remark {
    Remark {
        place: one.place.clone(),
        to: String::new(),
        html: marked(&one.text),
        help: one.help.as_deref().map(marked),
        architecture: None,
        hidden: false,
    }
}

/// The kernel in one line, without what depends on the architecture.
pub(super) fn summary(kernel: &Kernel) -> String {
    format!(
        "{}, {}, {} shared",
        kernel.mode,
        kernel.launch.short(),
        kernel.shared.words()
    )
}

/// What the summary says of each architecture.
pub(super) fn on_architectures(kernel: &Kernel, chosen: &str) -> Vec<OnArchitecture> {
    let all = kernel.occupancy.iter().chain(&kernel.elsewhere);
    let all = all.filter(|one| kernel.launch.is_first(one));
    all.map(|one| {
        let registers = one.resources.map_or(String::new(), |known| {
            format!("{} registers, ", known.registers)
        });
        OnArchitecture {
            architecture: one.architecture.clone(),
            text: format!(
                ", {registers}{} occupancy, limited by {}",
                one.percent,
                one.limits()
            ),
            hidden: one.architecture != chosen,
        }
    })
    .collect()
}

/// How many things cost time on each architecture; those that code is not made for have only what all have.
pub(super) fn costs(kernel: &Kernel, chosen: &str) -> Vec<OnArchitecture> {
    let names = architectures::ALL.iter().map(|one| one.name());
    let counted = names.filter_map(|name| {
        let is_told = |on: &Option<String>| on.as_ref().is_none_or(|on| *on == name);
        let told = kernel.expensive().filter(|one| is_told(&one.architecture));
        let text = match told.count() {
            0 => return None,
            1 => "1 thing costs time".to_owned(),
            many => format!("{many} things cost time"),
        };
        Some(OnArchitecture {
            hidden: name != chosen,
            architecture: name,
            text,
        })
    });
    counted.collect()
}

/// The severity of what costs most time; empty where nothing does.
pub(super) fn severity(kernel: &Kernel) -> &'static str {
    let most = kernel.expensive().map(|one| one.severity).max();
    most.map_or("", |most| most.name())
}

/// From what a kernel's costs come, each once.
pub(super) fn kinds(kernel: &Kernel) -> String {
    let names: BTreeSet<&str> = kernel.expensive().map(|one| one.kind.name()).collect();
    names.into_iter().collect::<Vec<_>>().join(" ")
}

/// Words as HTML, with what stands between two backticks as code.
fn marked(text: &str) -> String {
    let mut parts = text.split('`');
    let mut out = escaped(parts.next().unwrap_or_default());
    while let Some(code) = parts.next() {
        match parts.next() {
            Some(behind) => {
                out += &format!("<code>{}</code>{}", escaped(code), escaped(behind));
            }
            None => out += &format!("`{}", escaped(code)),
        }
    }
    out
}

fn occupancy_row(launch: &Launch, one: &Occupancy, chosen: &str) -> Row {
    let known = |value: fn(&crate::report::launch::Resources) -> String| -> Cell {
        one.resources
            .as_ref()
            .map_or("unknown".into(), value)
            .into()
    };
    Row {
        architecture: Some(one.architecture.clone()),
        hidden: one.architecture != chosen,
        ..row([
            one.architecture.as_str().into(),
            format!("{}{}", one.threads, one.sharing(launch)).into(),
            one.teams.to_string().into(),
            one.percent.to_string().into(),
            one.limits().into(),
            known(|r| r.registers.to_string()),
            known(|r| format!("{} bytes", r.stack)),
            known(|r| format!("{} bytes stored, {} loaded", r.spill_stores, r.spill_loads)),
        ])
    }
}

fn regions(all: &[Region], places: &Places) -> Vec<Row> {
    let each = |one: &Region| {
        row([
            Cell::link(&one.place, places.source(&one.at)),
            one.directive.as_str().into(),
            one.threads.as_str().into(),
        ])
    };
    all.iter().map(each).collect()
}

fn tasks(all: &[Task], places: &Places) -> Vec<Row> {
    let each = |one: &Task| {
        row([
            Cell::link(&one.place, places.source(&one.at)),
            one.directive.as_str().into(),
            one.runs.as_str().into(),
        ])
    };
    all.iter().map(each).collect()
}

fn variables(kernel: &Kernel, places: &Places) -> Vec<Row> {
    let each = |one: &crate::report::Variable| {
        row([
            one.name.as_str().into(),
            Cell::link(&one.declared, places.source(&one.at)),
            one.attribute.as_str().into(),
            format!("{}: {}", one.kind, one.rule).into(),
            one.lives.as_str().into(),
            one.bytes.map_or("?".into(), |n| n.to_string()).into(),
        ])
    };
    kernel.variables.iter().map(each).collect()
}

fn shared(kernel: &Kernel) -> Vec<Row> {
    let members = kernel.shared.members.iter().map(|one| {
        row([
            one.offset.to_string().into(),
            one.name.as_str().into(),
            one.what.into(),
            one.bytes.to_string().into(),
        ])
    });
    let own = kernel.shared.own.iter().map(|one| {
        row([
            "".into(),
            "romp's own".into(),
            one.what.as_str().into(),
            match one.open {
                true => format!("at most {}", one.bytes),
                false => one.bytes.to_string(),
            }
            .into(),
        ])
    });
    members.chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn words_between_backticks_are_code() {
        assert_eq!(marked("`a<b>` & c"), "<code>a&lt;b&gt;</code> &amp; c");
        assert_eq!(marked("one ` alone"), "one ` alone");
        assert_eq!(marked("plain"), "plain");
    }
}
