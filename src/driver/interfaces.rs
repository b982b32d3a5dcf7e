//! The interfaces of units, kept in objects until it is known which of them a program consists of; and what is wrong
//! among those of a program.
//!
//! Must not know how the linker chose the objects, nor what device code looks like.

use super::taken::{self, Taken};
use super::{Failure, Result, cache};
use crate::diag::{Code, Diagnostic, Place, Places, Severity};
use crate::source::Span;
use crate::translate::interface::{Entity, Interface, Need, agree};
use object::{Object, ObjectSection, ObjectSymbol};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The section of objects with the interface of a unit. The linker leaves it out of programs.
const SECTION: &str = ".romp.interface";
/// The file that [`carried`] includes.
const FILE: &str = "interface.json";

/// The interface of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub unit: String,
    pub interface: Interface,
}

/// Writes the interface into `dir`, and returns C that puts it into the object that is compiled there.
pub fn carried(dir: &Path, row: &Row) -> Result<String> {
    let mut text = serde_json::to_string(row).expect("an interface is plain data");
    text.push('\n');
    cache::write(dir, FILE, text)?;
    Ok(format!(
        "__asm__(\".pushsection {SECTION},\\\"e\\\",@progbits\\n.incbin \\\"{FILE}\\\"\\n.popsection\");\n"
    ))
}

/// The interfaces in the objects of a program, those of a unit once.
#[derive(Default)]
pub struct Interfaces(BTreeMap<String, Interface>);

impl Interfaces {
    /// Takes note of an object; rows of another version of the translator are left out.
    pub fn add(&mut self, object: &[u8]) {
        let Ok(file) = object::File::parse(object) else {
            return;
        };
        let Some(section) = file.section_by_name(SECTION) else {
            return;
        };
        let data = section.data().unwrap_or_default();
        let rows = data.split(|&byte| byte == b'\n' || byte == 0);
        for row in rows.filter_map(|row| serde_json::from_slice::<Row>(row).ok()) {
            self.insert(row);
        }
    }

    pub fn insert(&mut self, row: Row) {
        self.0.insert(row.unit, row.interface);
    }

    fn defined(&self, entity: &Entity) -> Option<&Entity> {
        let all = self.0.values().flat_map(|interface| &interface.defines);
        let mut same = all.filter(|one| one.name == entity.name);
        same.find(|one| one.function == entity.function)
    }

    fn needs(&self) -> impl Iterator<Item = &Need> {
        self.0.values().flat_map(|interface| &interface.needs)
    }

    /// What is wrong among the units. Functions that are missing are of interest where the linker `failed` only: a
    /// call that cannot be reached needs none.
    pub fn faults(
        &self,
        failed: bool,
        all: &BTreeSet<Taken>,
        named: &dyn Fn(&str) -> String,
    ) -> Result<()> {
        let mut faults = Faults::default();
        let mut told = BTreeSet::new();
        let missing = |need: &&Need| {
            self.defined(&need.entity).is_none() && (failed || !need.entity.function)
        };
        let missing: Vec<&Need> = self.needs().filter(missing).collect();
        let hosts = match missing.is_empty() {
            true => BTreeMap::new(),
            false => host_definitions(&missing, all, named)?,
        };
        for need in missing
            .iter()
            .filter(|need| told.insert(need.entity.name.clone()))
        {
            faults.missing(need, hosts.get(&need.entity.name));
        }
        for need in self.needs() {
            let Some(defined) = self.defined(&need.entity) else {
                continue;
            };
            let wrong = !agree(&defined.layout, &need.entity.layout);
            if wrong && told.insert(need.entity.name.clone()) {
                faults.differs(need, defined);
            }
        }
        faults.result()
    }

    /// Whether a function calls itself by way of another unit.
    pub fn circle(&self) -> bool {
        let calls = self.calls();
        calls
            .keys()
            .any(|name| reached(&calls, calls[name].0).contains(name))
    }

    /// The units whose kernels call functions of other units that may call themselves.
    pub fn recursive(&self) -> BTreeSet<String> {
        let calls = self.calls();
        let recursive = |name: &&str| {
            calls
                .get(name)
                .is_some_and(|&(callees, own)| own || reached(&calls, callees).contains(name))
        };
        let rows = self.0.iter().filter(|(_, interface)| {
            reached(&calls, &interface.kernels_call)
                .iter()
                .any(recursive)
        });
        rows.map(|(unit, _)| unit.clone()).collect()
    }

    /// What each function calls of other units, and whether it is recursive within its own.
    fn calls(&self) -> BTreeMap<&str, (&[String], bool)> {
        let callers = self.0.values().flat_map(|interface| &interface.calls);
        callers
            .map(|caller| {
                (
                    caller.name.as_str(),
                    (caller.calls.as_slice(), caller.recursive),
                )
            })
            .collect()
    }
}

/// The functions that some functions reach across units, themselves included.
fn reached<'a>(
    calls: &BTreeMap<&'a str, (&'a [String], bool)>,
    from: &'a [String],
) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = from.iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        if found.insert(name)
            && let Some((callees, _)) = calls.get(name)
        {
            open.extend(callees.iter().map(String::as_str));
        }
    }
    found
}

/// The files that define missing entities for the host.
fn host_definitions(
    missing: &[&Need],
    all: &BTreeSet<Taken>,
    named: &dyn Fn(&str) -> String,
) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    taken::visit(all, &mut |file, data| {
        let Ok(object) = object::File::parse(data) else {
            return Ok(());
        };
        for symbol in object.symbols().chain(object.dynamic_symbols()) {
            let Ok(name) = symbol.name() else { continue };
            let wanted = missing.iter().any(|need| need.entity.name == name);
            if wanted && symbol.is_definition() && !symbol.is_local() {
                found.entry(name.to_string()).or_insert_with(|| named(file));
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// Diagnostics about places in several units.
#[derive(Default)]
struct Faults {
    found: Vec<Diagnostic>,
    places: UnitPlaces,
}

impl Faults {
    fn missing(&mut self, need: &Need, host: Option<&String>) {
        let Entity {
            name, declaration, ..
        } = &need.entity;
        let message = match host {
            Some(file) => {
                format!("device code uses `{name}`, which {file} defines for the host only")
            }
            None => {
                format!("device code uses `{name}`, which no linked file defines for the device")
            }
        };
        let what = match need.entity.function {
            true => "called",
            false => "used",
        };
        let found = self.at(
            need.used.as_ref(),
            message,
            format!("{what} here, in {}", need.user),
        );
        let help = match host {
            Some(file) if file.contains(".so") => format!(
                "device code cannot come from a shared library: link the object that defines `{declaration}`"
            ),
            Some(_) => format!(
                "write `#pragma omp begin declare target` and `#pragma omp end declare target` around the definition \
                 of `{declaration}`, too, and compile that file with romp2cuda and the same --offload-arch="
            ),
            None => format!(
                "link the file that defines `{declaration}` between `#pragma omp begin declare target` and \
                 `#pragma omp end declare target`"
            ),
        };
        self.found.push(found.help(help));
    }

    fn differs(&mut self, need: &Need, defined: &Entity) {
        let Entity {
            name, declaration, ..
        } = &need.entity;
        let message = format!(
            "device code uses `{name}` as `{declaration}`, and another file defines it as `{}`",
            defined.declaration
        );
        let mut found = self.at(
            need.used.as_ref(),
            message,
            format!("used here, in {}", need.user),
        );
        match defined
            .place
            .as_ref()
            .and_then(|place| self.places.span(place))
        {
            Some(span) => found = found.also(span, "defined here"),
            None => found.notes.extend(
                defined
                    .place
                    .as_ref()
                    .map(|place| format!("defined at {}:{}", place.file, place.line)),
            ),
        }
        self.found
            .push(found.help("declare it in a header that both files include"));
    }

    /// An error at a place whose file is still there, or one that says in words where it is.
    fn at(&mut self, place: Option<&Place>, message: String, label: String) -> Diagnostic {
        if let Some(span) = place.and_then(|place| self.places.span(place)) {
            return Diagnostic::error(Code::DeviceLink, span, message).says(label);
        }
        let mut found = Diagnostic::bare(Code::DeviceLink, Severity::Error, message);
        let at = place.map(|place| format!("{}:{}: {label}", place.file, place.line));
        found.notes.extend(at);
        found
    }

    fn result(self) -> Result<()> {
        match self.found.is_empty() {
            true => Ok(()),
            false => Err(Failure::Refused(self.found, Box::new(self.places))),
        }
    }
}

/// Places of several units: a span is the index of a place.
#[derive(Default)]
struct UnitPlaces(Vec<Place>);

impl UnitPlaces {
    /// The span of a place whose line can be read.
    fn span(&mut self, place: &Place) -> Option<Span> {
        let text = std::fs::read(&place.file).ok()?;
        let text = String::from_utf8_lossy(&text);
        let line_text = text.lines().nth(place.line.checked_sub(1)?)?.to_string();
        let at = self.0.len();
        self.0.push(Place {
            line_text,
            ..place.clone()
        });
        Some(Span::new(at, at + 1))
    }
}

impl Places for UnitPlaces {
    fn place(&self, span: Span) -> Option<Place> {
        self.0.get(span.range().start).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate::interface::Caller;

    fn row(unit: &str, kernels_call: &[&str], calls: &[(&str, &[&str], bool)]) -> Row {
        let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect();
        let callers = calls.iter().map(|&(name, calls, recursive)| Caller {
            name: name.into(),
            calls: words(calls),
            recursive,
        });
        let interface = Interface {
            kernels_call: words(kernels_call),
            calls: callers.collect(),
            ..Interface::default()
        };
        Row {
            unit: unit.into(),
            interface,
        }
    }

    fn program(rows: Vec<Row>) -> Interfaces {
        let mut all = Interfaces::default();
        rows.into_iter().for_each(|row| all.insert(row));
        all
    }

    #[test]
    fn circles_across_units_are_found() {
        let odd = row("u2", &[], &[("odd", &["even"], false)]);
        let all = program(vec![
            row("u1", &["odd"], &[("even", &["odd"], false)]),
            odd.clone(),
            row("u3", &["leaf"], &[("leaf", &[], false)]),
        ]);
        assert!(all.circle());
        assert_eq!(all.recursive(), BTreeSet::from(["u1".to_string()]));
        let all = program(vec![row("u1", &["odd"], &[("even", &[], false)]), odd]);
        assert!(!all.circle());
        assert!(all.recursive().is_empty());
    }

    #[test]
    fn a_function_that_calls_itself_makes_kernels_of_other_units_recursive() {
        let all = program(vec![
            row("u1", &["middle"], &[]),
            row("u2", &[], &[("middle", &["deep"], false)]),
            row("u3", &["deep"], &[("deep", &[], true)]),
        ]);
        // The kernels of u3 know it themselves, too.
        assert_eq!(all.recursive().len(), 2);
        assert!(!all.circle());
    }
}
