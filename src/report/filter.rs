//! Which part of a report is shown: files and kernels by their names, findings by how much they may cost.
//!
//! From words of the user's. Must not know how it is printed.

use super::findings::Severity;
use super::{Function, Kernel};

/// What is asked for; by default all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Files whose names have this in them.
    pub file: Option<String>,
    /// Kernels, and device functions, whose names have this in them.
    pub kernel: Option<String>,
    /// Findings of this severity at least, and kernels that have one.
    pub severity: Option<Severity>,
}

impl Filter {
    /// Whether a file is shown.
    pub fn has_file(&self, name: &str) -> bool {
        self.file
            .as_ref()
            .is_none_or(|part| name.contains(part.as_str()))
    }

    fn has_name(&self, name: &str) -> bool {
        let part = self.kernel.as_ref();
        part.is_none_or(|part| name.contains(part.as_str()))
    }

    /// Leaves the kernels that are shown, with the findings that are.
    pub fn kernels(&self, all: &mut Vec<Kernel>) {
        all.retain(|kernel| self.has_name(&kernel.name));
        let Some(least) = self.severity else {
            return;
        };
        for kernel in all.iter_mut() {
            kernel.findings.retain(|one| one.severity >= least);
            kernel.costs.retain(|one| one.severity >= least);
        }
        all.retain(|kernel| kernel.expensive().next().is_some());
    }

    /// Leaves the device functions that are shown: of those that kernels call, with the kernels that are left.
    pub fn functions(&self, all: &mut Vec<Function>, kernels: &[Kernel]) {
        let is_left = |name: &String| kernels.iter().any(|kernel| kernel.name == *name);
        match (&self.kernel, self.severity) {
            (None, None) => {}
            _ => all.retain(|one| {
                self.kernel.is_some() && self.has_name(&one.name) || one.kernels.iter().any(is_left)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_parts_of_them() {
        let filter = Filter {
            file: Some("lu/".into()),
            kernel: Some("solve".into()),
            severity: None,
        };
        assert!(filter.has_file("examples/lu/lu.c") && !filter.has_file("examples/heat/heat.c"));
        assert!(filter.has_name("solve_12") && !filter.has_name("start_1"));
        let all = Filter::default();
        assert!(all.has_file("") && all.has_name("any"));
        assert!(Severity::High > Severity::Medium && Severity::Medium > Severity::Low);
    }
}
