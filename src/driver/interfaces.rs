//! The interfaces of units, kept in objects until it is known which of them a program consists of; and what is wrong
//! among those of a program.
//!
//! Must not know how the linker chose the objects, nor what device code looks like.

use super::taken::{self, Taken};
use super::unit::Unit;
use super::{Failure, Reporter, Result, cache, section};
use crate::diag::{Code, Diagnostic, Levels, Place, Places, Severity};
use crate::source::Span;
use crate::translate::interface::{Entity, Interface, Need, agree};
use object::{Object, ObjectSection, ObjectSymbol};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The section of objects with the interface of a unit. The linker leaves it out of programs.
const SECTION: &str = ".romp.interface";

/// What device code is compiled for, as far as it matters to what it can be linked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum For {
    #[default]
    Gpus,
    Emulated,
}

impl For {
    /// The file that [`carried`] includes. Images of one unit are compiled in one folder, side by side.
    pub fn file(self) -> &'static str {
        match self {
            For::Gpus => "interface.gpus.json",
            For::Emulated => "interface.emulated.json",
        }
    }

    fn text(self) -> &'static str {
        match self {
            For::Gpus => "GPUs",
            For::Emulated => "the emulated device",
        }
    }
}

/// The interface of one unit's device code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub unit: String,
    pub device: For,
    pub interface: Interface,
}

/// Writes the interface into `dir`, and returns C that puts it into the object that is compiled there.
pub fn carried(dir: &Path, row: &Row) -> Result<String> {
    let mut text = serde_json::to_string(row).expect("an interface is plain data");
    text.push('\n');
    let file = row.device.file();
    cache::write(dir, file, text)?;
    Ok(section::holding(SECTION, file))
}

/// The interfaces in the objects of a program, those of a unit's code for a device once.
#[derive(Default)]
pub struct Interfaces(BTreeMap<(For, String), Known>);

/// An interface, and the object that has it: none of what is not compiled yet.
struct Known {
    interface: Interface,
    object: String,
}

impl Interfaces {
    /// Takes note of an object; rows of another version of the translator are left out.
    pub fn add(&mut self, name: &str, object: &[u8]) {
        let Ok(file) = object::File::parse(object) else {
            return;
        };
        let Some(section) = file.section_by_name(SECTION) else {
            return;
        };
        let data = section.data().unwrap_or_default();
        let rows = data.split(|&byte| byte == b'\n' || byte == 0);
        for row in rows.filter_map(|row| serde_json::from_slice::<Row>(row).ok()) {
            self.insert(row, name);
        }
    }

    /// Those of units that have just been translated.
    pub fn of(units: &[Unit]) -> Interfaces {
        let mut all = Interfaces::default();
        let rows = units.iter().filter_map(|unit| unit.interface(For::Gpus));
        rows.for_each(|row| all.insert(row, ""));
        all
    }

    /// Takes note of a unit's interface, which `object` has.
    pub fn insert(&mut self, row: Row, object: &str) {
        let known = Known {
            interface: row.interface,
            object: object.to_string(),
        };
        self.0.insert((row.device, row.unit), known);
    }

    /// The definition for a device, and the object that has it.
    fn defined(&self, entity: &Entity, device: For) -> Option<(&Entity, &str)> {
        let mut all = self.0.iter().filter(|((of, _), _)| *of == device);
        all.find_map(|(_, known)| {
            let mut defines = known.interface.defines.iter();
            let same = |one: &&Entity| one.name == entity.name && one.function == entity.function;
            Some((defines.find(same)?, known.object.as_str()))
        })
    }

    fn needs(&self) -> impl Iterator<Item = (For, &Need)> {
        let rows = self.0.iter();
        rows.flat_map(|((device, _), known)| {
            known.interface.needs.iter().map(|need| (*device, need))
        })
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
        let missing = self.missing(failed);
        let hosts = match missing.is_empty() {
            true => BTreeMap::new(),
            false => host_definitions(&missing, all, named)?,
        };
        for (device, need) in missing {
            let other = match device {
                For::Gpus => For::Emulated,
                For::Emulated => For::Gpus,
            };
            let there = self.defined(&need.entity, other);
            let looked = match (there, hosts.get(&need.entity.name)) {
                (Some((_, object)), _) => Looked::ForOther {
                    object: named(object),
                    has: other,
                    needed: device,
                },
                (None, Some(file)) => Looked::HostOnly(file),
                (None, None) => Looked::InLinked,
            };
            faults.missing(need, looked);
        }
        self.disagreements(&mut faults);
        faults.result()
    }

    /// What is wrong among units that somebody else links, perhaps with others: it is an error where they disagree, and
    /// a warning, which `levels` judge, where none of them defines a variable.
    pub fn faults_of_translated(&self, levels: Levels, reporter: &dyn Reporter) -> Result<()> {
        let mut doubts = Faults::default();
        for (_, need) in self.missing(false) {
            doubts.missing(need, Looked::InTranslated);
        }
        let Faults { found, places, .. } = doubts;
        let warnings = found.into_iter().filter_map(|mut one| {
            one.severity = Severity::Warning;
            levels.judge(one)
        });
        let warnings: Vec<_> = warnings.collect();
        if !warnings.is_empty() {
            reporter.diagnostics(&warnings, &places);
        }
        let mut faults = Faults::default();
        self.disagreements(&mut faults);
        faults.result()
    }

    /// Whether the units meet each other's needs.
    pub fn is_complete(&self) -> bool {
        self.missing(true).is_empty()
    }

    /// Whether another unit defines what units here need, and none of them defines.
    pub fn lacks_what_is_in(&self, other: &Interfaces) -> bool {
        let missing = self.missing(true);
        let mut meets = missing
            .iter()
            .map(|(device, need)| other.defined(&need.entity, *device));
        meets.any(|defined| defined.is_some())
    }

    /// The needs that no unit meets.
    fn missing(&self, functions: bool) -> Vec<(For, &Need)> {
        let missing = |(device, need): &(For, &Need)| {
            self.defined(&need.entity, *device).is_none() && (functions || !need.entity.function)
        };
        self.needs().filter(missing).collect()
    }

    /// The needs that a unit meets with something else.
    fn disagreements(&self, faults: &mut Faults) {
        for (device, need) in self.needs() {
            let defined = self.defined(&need.entity, device);
            let wrong = defined.filter(|(one, _)| !agree(&one.layout, &need.entity.layout));
            if let Some((defined, _)) = wrong {
                faults.differs(need, defined);
            }
        }
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
        let rows = self.0.iter().filter(|(_, known)| {
            reached(&calls, &known.interface.kernels_call)
                .iter()
                .any(recursive)
        });
        rows.map(|((_, unit), _)| unit.clone()).collect()
    }

    /// What each function calls of other units, and whether it is recursive within its own.
    fn calls(&self) -> BTreeMap<&str, (&[String], bool)> {
        let callers = self.0.values().flat_map(|known| &known.interface.calls);
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
    missing: &[(For, &Need)],
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
            let wanted = missing.iter().any(|(_, need)| need.entity.name == name);
            if wanted && symbol.is_definition() && !symbol.is_local() {
                found.entry(name.to_string()).or_insert_with(|| named(file));
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// Where a definition was looked for in vain.
enum Looked<'a> {
    /// Among all files that are linked.
    InLinked,
    /// Among all files that are linked, of which this one has a definition for the host.
    HostOnly(&'a str),
    /// Among the device code of one kind; an object has it for the other.
    ForOther {
        object: String,
        has: For,
        needed: For,
    },
    /// Among files that are translated, and may be linked with others.
    InTranslated,
}

/// Diagnostics about places in several units, one for each name.
#[derive(Default)]
struct Faults {
    found: Vec<Diagnostic>,
    told: BTreeSet<String>,
    places: UnitPlaces,
}

impl Faults {
    fn missing(&mut self, need: &Need, looked: Looked) {
        let Entity {
            name, declaration, ..
        } = &need.entity;
        if !self.told.insert(name.clone()) {
            return;
        }
        let where_not = match &looked {
            Looked::HostOnly(file) => format!("which {file} defines for the host only"),
            Looked::ForOther {
                object,
                has,
                needed,
            } => format!(
                "which {object} defines for {}, and not for {}",
                has.text(),
                needed.text()
            ),
            Looked::InLinked => "which no linked file defines for the device".to_string(),
            Looked::InTranslated => {
                "which none of the translated files defines for the device".to_string()
            }
        };
        let message = format!("device code uses `{name}`, {where_not}");
        let what = match need.entity.function {
            true => "called",
            false => "used",
        };
        let found = self.at(
            need.used.as_ref(),
            message,
            format!("{what} here, in {}", need.user),
        );
        let help = match looked {
            Looked::HostOnly(file) if file.contains(".so") => format!(
                "device code cannot come from a shared library: link the object that defines `{declaration}`"
            ),
            Looked::HostOnly(_) => format!(
                "write `#pragma omp begin declare target` and `#pragma omp end declare target` around the definition \
                 of `{declaration}`, too, and compile that file with romp2cuda and the same --offload-arch="
            ),
            Looked::ForOther { .. } => {
                "compile both files with the same --offload-arch=".to_string()
            }
            Looked::InLinked => format!(
                "link the file that defines `{declaration}` between `#pragma omp begin declare target` and \
                 `#pragma omp end declare target`"
            ),
            Looked::InTranslated => format!(
                "translate it together with the file that defines `{declaration}` between `#pragma omp begin declare \
                 target` and `#pragma omp end declare target`: the Makefile links the device code of the files that it \
                 is made for"
            ),
        };
        self.found.push(found.help(help));
    }

    fn differs(&mut self, need: &Need, defined: &Entity) {
        let Entity {
            name, declaration, ..
        } = &need.entity;
        if !self.told.insert(name.clone()) {
            return;
        }
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
mod tests;
