//! Which function of a program a kernel comes from: compilers name the kernels of a function each in its own way.
//!
//! Must not know how kernels are measured.

/// Whether a kernel of this name is `function` itself, or what a compiler made of a target region in it.
pub fn is_of(kernel: &str, function: &str) -> bool {
    let numbered = |name: &str, mark: &str| {
        let rest = name
            .strip_prefix(function)
            .and_then(|rest| rest.strip_prefix(mark));
        rest.is_some_and(|digits| {
            !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '_')
        })
    };
    // This translator's, and gcc's.
    if kernel == function || numbered(kernel, "_") || numbered(kernel, "$_omp_fn$") {
        return true;
    }
    // clang's: the file's device and number, the function, the line.
    if let Some(rest) = kernel.strip_prefix("__omp_offloading_") {
        let name = rest.splitn(3, '_').nth(2).unwrap_or_default();
        return numbered(name, "_l");
    }
    // A kernel in C++: names are behind their lengths.
    kernel.starts_with("_Z") && {
        let part = format!("{}{function}", function.len());
        let mut places = kernel.match_indices(&part);
        places.any(|(at, _)| !kernel[..at].ends_with(|c: char| c.is_ascii_digit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_compilers_names_are_known() {
        for kernel in [
            "sweep",
            "sweep_3",
            "sweep$_omp_fn$0",
            "__omp_offloading_10302_1a2b3c_sweep_l40",
            "__omp_offloading_10302_1a2b3c_sweep_l40_1",
            "_Z5sweepPfi",
            "_ZN42_GLOBAL__N__1234_4_x_cu5sweepEPfi",
            "_ZL5sweepILi3EEvPf",
        ] {
            assert!(is_of(kernel, "sweep"), "{kernel}");
        }
    }

    #[test]
    fn parts_of_names_do_not_count() {
        for kernel in [
            "sweeper_3",
            "sweep_x_3",
            "my_sweep_3",
            "sweep_",
            "__omp_offloading_10302_1a2b3c_sweep_x_l40",
            "_Z15sweeping_linesxPfi",
            "_Z7sweep_xPfi",
        ] {
            assert!(!is_of(kernel, "sweep"), "{kernel}");
        }
    }
}
