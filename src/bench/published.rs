//! Tables that somebody published of the resources of kernels, with what is measured here beside them.
//!
//! Must not know how tables are shown.

use super::functions;
use super::manifest::{Published, Quantity};
use super::records::Kernel;
use super::report::{ProgramReport, Report, Row};
use crate::plan::architectures::{self, Team};
use serde::Serialize;

/// A published table, the rows of this report as its first columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    pub title: String,
    /// Who published it.
    pub source: String,
    pub columns: Vec<String>,
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    pub kernel: String,
    /// A cell for each column; none where there is no figure.
    pub cells: Vec<Option<f64>>,
}

/// The tables of a program, where kernels were measured.
pub fn tables(report: &Report, program: &ProgramReport) -> Vec<Table> {
    let has_kernels = |row: &&Row| row.times().is_some_and(|times| !times.kernels.is_empty());
    let rows: Vec<&Row> = program.rows.iter().filter(has_kernels).collect();
    let table = |published: &Published| {
        let names = rows.iter().map(|row| row.id.clone());
        let lines = published.lines.iter().map(|line| Line {
            kernel: line.kernel.clone(),
            cells: rows
                .iter()
                .map(|row| figure(report, row, &line.kernel, published.quantity))
                .chain(line.figures.iter().map(|&figure| Some(figure)))
                .collect(),
        });
        Table {
            title: published.title.clone(),
            source: published.source.clone(),
            columns: names.chain(published.columns.iter().cloned()).collect(),
            lines: lines.collect(),
        }
    };
    match rows.is_empty() {
        true => vec![],
        false => program.published.iter().map(table).collect(),
    }
}

fn figure(report: &Report, row: &Row, function: &str, quantity: Quantity) -> Option<f64> {
    let mut kernels = row.times()?.kernels.iter();
    let kernel = kernels.find(|kernel| functions::is_of(&kernel.name, function))?;
    match quantity {
        Quantity::Shared => Some((kernel.static_shared + kernel.dynamic_shared) as f64),
        Quantity::Registers => Some(f64::from(kernel.registers)),
        Quantity::Teams => teams(report.machine.architecture.as_deref()?, kernel).map(|n| n as f64),
    }
}

/// How many teams of this kernel an SM holds at once.
pub fn teams(architecture: &str, kernel: &Kernel) -> Option<u64> {
    let team = Team {
        threads: kernel.threads(),
        registers: Some(kernel.registers),
        shared: kernel.static_shared + kernel.dynamic_shared,
    };
    Some(architectures::find(architecture)?.occupancy(team).teams)
}
