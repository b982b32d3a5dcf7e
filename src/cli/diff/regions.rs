//! Each region beside its kernel: on the left the directive and the statement, on the right what runs on the device.

use super::super::reading::Translated;
use super::places::Places;
use crate::compare::{File, Made, Side};
use crate::driver::unit::Unit;
use crate::outline::{Item, Kind};
use crate::source::{FileId, Span};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

/// A comparison for each file that holds regions; `kernels` leaves out device functions and variables.
pub(super) fn of(translated: &Translated, kernels: bool) -> Vec<File> {
    let units = translated.units.iter().filter(|unit| unit.has_image());
    let mut files: Vec<File> = units.flat_map(|unit| of_unit(unit, kernels)).collect();
    let places = Places::of(&translated.units);
    for file in &mut files {
        let made = PathBuf::from(file.new.as_deref().unwrap_or_default());
        places.locate(file, &made);
    }
    files
}

fn of_unit(unit: &Unit, kernels: bool) -> Vec<File> {
    let Some(cuda) = &unit.translation.cuda else {
        return vec![];
    };
    let new = Side::of(unit.source.with_extension("cu").display().to_string(), cuda);
    let files: Vec<FileId> = unit.text.files().collect();
    let users = files
        .into_iter()
        .filter(|&file| unit.text.is_user_file(file));
    let mut sides: BTreeMap<FileId, Side> = BTreeMap::new();
    for file in users {
        if let Some(original) = unit.text.original(file) {
            let name = unit.text.path(file).display().to_string();
            sides.insert(file, Side::of(name, original.text()));
        }
    }
    let mut made: BTreeMap<FileId, Vec<Made>> = BTreeMap::new();
    for (at, item) in new.outline.items.iter().enumerate() {
        let (file, of) = match item.kind {
            Kind::Rest | Kind::Prototype => continue,
            Kind::Kernel => match region(unit, item) {
                Some((file, lines)) => (file, Some(bytes(sides.get(&file), &lines))),
                None => (unit.text.main_id(), None),
            },
            _ if kernels && !belongs_to_kernel(unit, item) => continue,
            _ => declared(&sides, item).unwrap_or((unit.text.main_id(), None)),
        };
        made.entry(file).or_default().push(Made {
            of: of.filter(|span| !span.is_empty()),
            item: at,
        });
    }
    let files = made.into_iter().filter_map(|(file, made)| {
        let old = sides.get(&file)?;
        Some(File::beside(old, &new, &made))
    });
    files.collect()
}

/// The lines of a kernel's directive and region, from 0.
fn region(unit: &Unit, item: &Item) -> Option<(FileId, Range<usize>)> {
    let mut kernels = unit.translation.kernels.iter();
    let kernel = kernels.find(|kernel| kernel.name == item.name)?;
    let whole = unit.text.place(kernel.region)?;
    let (first, last) = (whole.line as usize, whole.end_line as usize);
    // A region that begins and ends in different files, or in a macro, is where it begins.
    let end = Span {
        lo: kernel.region.hi.saturating_sub(1),
        hi: kernel.region.hi,
    };
    let end = unit.text.place(end).filter(|end| end.file == whole.file);
    let last = end.map_or(last, |end| last.max(end.end_line as usize));
    Some((whole.file, first - 1..last.max(first)))
}

/// The bytes of lines.
fn bytes(side: Option<&Side>, lines: &Range<usize>) -> Range<usize> {
    let text = side.map_or("", |side| side.text);
    let starts = crate::outline::line_starts(text);
    let at = |line: usize| starts.get(line).copied().unwrap_or(text.len());
    at(lines.start)..at(lines.end)
}

/// Whether an item is named after a kernel: the variables that its threads share.
fn belongs_to_kernel(unit: &Unit, item: &Item) -> bool {
    let mut kernels = unit.translation.kernels.iter();
    kernels.any(|kernel| {
        let rest = item.name.strip_prefix(&kernel.name);
        rest.is_some_and(|rest| rest.starts_with('_'))
    })
}

/// Where the user declares what an item has the name of.
fn declared(sides: &BTreeMap<FileId, Side>, item: &Item) -> Option<(FileId, Option<Range<usize>>)> {
    let same = |kind: Kind| match item.kind {
        Kind::DeviceFunction => kind == Kind::Function,
        own => kind == own,
    };
    sides.iter().find_map(|(file, side)| {
        let mut items = side.outline.items.iter();
        let found =
            items.find(|it| same(it.kind) && !it.name.is_empty() && it.name == item.name)?;
        Some((*file, Some(found.span.clone())))
    })
}
