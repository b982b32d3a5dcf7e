//! The runtime's own tests: `runtime-cuda` is a package of its own, so that `cargo test` here would not run them.

use std::path::Path;
use std::process::Command;

#[test]
fn the_tests_of_the_runtime() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("runtime-cuda/Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--quiet", "--manifest-path"]);
    cargo.arg(manifest);
    // Variables that cargo set for this build must not reach that one.
    for name in [
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_BUILD_TARGET",
        "CARGO_BUILD_TARGET_DIR",
    ] {
        cargo.env_remove(name);
    }
    cargo.env(
        "CARGO_TARGET_DIR",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/runtime"),
    );
    let status = cargo.status().expect("cargo starts");
    assert!(status.success(), "{status}");
}
