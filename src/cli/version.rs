//! What `romp2cuda --version` says: the translator, the commit that it was built of, and the tools that it would start.

use crate::driver::Silent;
use crate::driver::host_cc::HostCc;
use crate::driver::nvcc::Nvcc;
use crate::driver::process::{Mode, Runner};
use crate::driver::tools::Tools;
use crate::driver::{Result, emulated};

/// Builds for development say so: a commit would not tell what they are built of.
const COMMIT: &str = match option_env!("ROMP_COMMIT") {
    Some(commit) => commit,
    None => "development",
};

/// The text of `--version`; `-V` is the first line's number.
pub(super) fn long() -> String {
    let runner = Runner::new(&Silent, Mode::Quiet);
    let host = HostCc::find(&runner, None).and_then(|host| host.version(&runner));
    let nvcc = Nvcc::require(&Tools::default()).and_then(|nvcc| nvcc.version(&runner));
    let cxx = emulated::find_cxx(&Tools::default());
    let found = |found: Result<String>| found.unwrap_or("not found".into());
    [
        format!("{} ({COMMIT})", env!("CARGO_PKG_VERSION")),
        format!("host compiler: {}", found(host)),
        format!("nvcc: {}", found(nvcc)),
        format!(
            "C++ compiler of the emulated device: {}",
            cxx.unwrap_or("not found".into())
        ),
        "OpenMP: 5.2 in device code; _OPENMP is 201811".to_string(),
    ]
    .join("\n")
}
