//! The command line: one file a command. Only this module and `diag` print.

use std::process::ExitCode;

/// Entry point of the `romp2cuda` binary.
pub fn main() -> ExitCode {
    ExitCode::from(2)
}

/// Entry point of the `rompcc` binary: everything is an argument of `cc`.
pub fn rompcc_main() -> ExitCode {
    ExitCode::from(2)
}
