//! What is written for the emulated device, and its words for objcopy.

use super::*;
use crate::translate::interface::Need;

#[test]
fn the_generated_file() {
    let kernels = [
        KernelInfo {
            name: "saxpy_1".into(),
            region: crate::source::Span::new(0, 0),
            place: "a.c:3".into(),
            barriers: false,
            for_checks: String::new(),
            apart: None,
        },
        KernelInfo {
            name: "sum_1".into(),
            region: crate::source::Span::new(0, 0),
            place: "a.c:9".into(),
            barriers: true,
            for_checks: String::new(),
            apart: None,
        },
    ];
    let interface = Interface::default();
    let mut job = Job {
        dir: Path::new("/tmp"),
        cuda: "a.cu",
        output: "a.o",
        include: Path::new("/inc"),
        flags: &DeviceFlags::default(),
        unit: "u12",
        by_file: false,
        part: false,
        kernels: &kernels,
        globals: &["table".into()],
        interface: &interface,
        local_addresses: false,
        relocatable: false,
        check: Check::None,
        renaming: &[],
    };
    assert_eq!(
        source(&job),
        "// a.cu, compiled for the emulated device. ROMP_KERNEL_ENTRY has 1 for a kernel in which threads wait for each\n\
         // other (barriers, reductions, forks), else 0.\n\
         #include \"romp/device.cuh\"\n\
         #include \"romp/emulated.cuh\"\n\
         #if ROMP_CHECK\n\
         #include \"romp/checked_library.cuh\"\n\
         namespace romp_library {\n\
         ROMP_CHECKED_LIBRARY_NAMES\n\
         #endif\n\
         namespace romp_unit_u12 {\nusing romp::malloc;\nusing romp::free;\n\
         #include \"a.cu\"\n\
         }\n\
         #if ROMP_CHECK\n\
         }\n\
         namespace romp_unit = romp_library::romp_unit_u12;\n\
         #else\n\
         namespace romp_unit = romp_unit_u12;\n\
         #endif\n\
         ROMP_EMULATED_IMAGE(\"u12\", ROMP_KERNELS(\n    ROMP_KERNEL_ENTRY(saxpy_1, 0),\n    ROMP_KERNEL_ENTRY(sum_1, 1),\n), \
         ROMP_GLOBALS(ROMP_GLOBAL_ENTRY(table)))\n"
    );
    job.relocatable = true;
    assert!(source(&job).contains("namespace romp_device {"));
    assert_eq!(source_name("d/a.cu"), "d/a.emulated.cpp");
    let entity = Entity {
        name: "table".into(),
        symbol: "table".into(),
        function: false,
        declaration: "int table[4]".into(),
        layout: "[4] of int".into(),
        place: None,
    };
    let interface = Interface {
        needs: vec![Need {
            entity,
            used: None,
            user: "the target region at d\\\"a\".c:7".into(),
        }],
        ..Interface::default()
    };
    job.interface = &interface;
    let text = source(&job);
    let end = ",\n    {\"table\", \"int table[4]\", \"[] of int\", 4, \"the target region at d\\\\\\\"a\\\".c:7\", 0, 0})\n";
    assert!(text.ends_with(end), "{text}");
}
