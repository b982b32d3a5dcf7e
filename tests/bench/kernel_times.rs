//! The library that measures kernels, loaded as CUDA's driver loads it, against a CUPTI that hands out known records.
//!
//! The records have the layout of CUpti_ActivityKernel10, CUpti_ActivityMemcpy6 and CUpti_ActivityMemset4 of CUDA 13.

use crate::machine::{Machine, json, text};

const CUPTI: &str = r#"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef void (*Requested)(uint8_t **, size_t *, size_t *);
typedef void (*Completed)(void *, uint32_t, uint8_t *, size_t, size_t);
static Requested requested;
static Completed completed;
static int enabled[16];
static const size_t sizes[] = {0, 96, 88, [10] = 216};    /* by kind */
int cuptiActivityRegisterCallbacks(Requested r, Completed c) { requested = r, completed = c; return 0; }
int cuptiActivityEnable(int kind) { enabled[kind] = 1; return 0; }
int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *dropped) { *dropped = DROPPED; return 0; }
int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, void **record)
{
    uint8_t *at = *record ? (uint8_t *)*record + sizes[*(uint32_t *)*record] : buffer;
    if (at >= buffer + valid)
        return 12;
    *record = at;
    return 0;
}
static void put64(uint8_t *at, uint64_t value) { memcpy(at, &value, 8); }
static void put32(uint8_t *at, uint32_t value) { memcpy(at, &value, 4); }
static uint8_t *kernel(uint8_t *at, const char *name, uint64_t start, uint64_t nanoseconds, uint32_t teams)
{
    memset(at, 0xEE, sizes[10]);
    put32(at, 10);
    at[6] = 40, at[7] = 0;
    put64(at + 16, start), put64(at + 24, start + nanoseconds);
    for (int i = 0; i < 3; i++)
        put32(at + 52 + 4 * i, i ? 1 : teams), put32(at + 64 + 4 * i, i ? 1 : 128);
    put32(at + 76, 256), put32(at + 80, 16), put32(at + 84, 8);
    put64(at + 104, (uint64_t)(uintptr_t)name);
    return at + sizes[10];
}
static uint8_t *memory(uint8_t *at, uint32_t kind, uint8_t copy, uint64_t bytes, uint64_t nanoseconds)
{
    memset(at, 0xEE, sizes[kind]);
    put32(at, kind), at[4] = copy;
    put64(at + 8, bytes), put64(at + 16, 5000), put64(at + 24, 5000 + nanoseconds);
    return at + sizes[kind];
}
int cuptiActivityFlushAll(uint32_t flag)
{
    uint8_t *buffer;
    size_t size, most;
    requested(&buffer, &size, &most);
    uint8_t *at = buffer;
    char name[] = "void step<float>(int, float*)";     /* not there any more when the file is written */
    if (enabled[10]) {
        at = kernel(at, name, 1000, 300000, 7);
        at = kernel(at, name, 400000, 500000, 9);
        for (int i = 0; i < 500; i++)                   /* more shapes than the table begins with */
            at = kernel(at, "tail", 1000000, 400, 100 + i);
    }
    if (enabled[1]) {
        at = memory(at, 1, 1, 4096, 7000);              /* to the device */
        at = memory(at, 1, 8, 4096, 60000);             /* within it */
    }
    if (enabled[2])
        at = memory(at, 2, 0, 4096, 40000);
    completed(NULL, 0, buffer, size, at - buffer);
    memset(name, 'x', sizeof name - 1);
    return 0;
}
"#;

/// The driver of `machine.rs`, which loads what measures kernels when it is initialised.
const DRIVER: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
int cuInit(unsigned flags)
{
    const char *name = getenv("CUDA_INJECTION64_PATH");
    void *library = name ? dlopen(name, RTLD_NOW) : NULL;
    int (*start)(void) = library ? (int (*)(void))dlsym(library, "InitializeInjection") : NULL;
    return start && start() != 1;
}
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = 1; return 0; }
int cuDeviceGetName(char *name, int size, int device) { strncpy(name, "Test GPU", size); return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { *value = attribute == 75 ? 9 : 0; return 0; }
"#;

const PROGRAM: &str = r#"
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    int (*init)(unsigned) = library ? (int (*)(unsigned))dlsym(library, "cuInit") : 0;
    if (!init || init(0))
        return 1;
    double result = 42;
    FILE *file = fopen("result.f64", "wb");
    fwrite(&result, sizeof result, 1, file);
    fclose(file);
    printf("@ seconds 0.002\n@ solves 2\n");
    return 0;
}
"#;

fn machine(dropped: u32) -> Machine {
    let machine = Machine::new();
    machine.library("libcuda.so.1", DRIVER, "-ldl");
    machine.library("libcupti.so.13", CUPTI, &format!("-DDROPPED={dropped}"));
    machine.write("p/main.c", PROGRAM);
    machine
}

const WORDS: &[&str] = &[
    "bench",
    "p",
    "--runs=1",
    "--cupti=libcupti.so.13",
    "--save=r.json",
];

#[test]
fn records_of_kernels_copies_and_memsets_are_summed() {
    let machine = machine(0);
    let output = machine.run(WORDS);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let report = json(&machine.path("r.json"));
    let row = &report["programs"][0]["rows"][0];
    assert_eq!(row["id"], "cuda");
    // 300 + 500 + 500 * 0.4 us of kernels, 60 within the device, 40 of memsets; two solves.
    let seconds = row["kernel"]["median"].as_f64().unwrap();
    assert!((seconds - 550e-6).abs() < 1e-12, "{seconds}");
    assert!((row["transfers"].as_f64().unwrap() - 3.5e-6).abs() < 1e-12);
    assert_eq!(row["launches"], 502);
    let kernel = &row["kernels"][0];
    assert_eq!(kernel["name"], "void step<float>(int, float*)");
    assert_eq!(kernel["launches"], 2);
    assert_eq!(kernel["grid"], serde_json::json!([9, 1, 1]));
    assert_eq!(kernel["block"], serde_json::json!([128, 1, 1]));
    let resources = ["registers", "static_shared", "dynamic_shared", "local"]
        .map(|name| kernel[name].as_u64().unwrap());
    assert_eq!(resources, [40, 256, 16, 8]);
    assert_eq!(row["kernels"][1]["launches"], 500);
}

#[test]
fn lost_records_and_a_missing_cupti_are_told() {
    let machine = machine(3);
    let said = text(&machine.run(WORDS));
    assert!(
        said.contains("cuda           no kernel times: CUPTI lost 3 records"),
        "{said}"
    );
    let mut words = WORDS.to_vec();
    words[3] = "--cupti=/nowhere/libcupti.so";
    let said = text(&machine.run(&words));
    assert!(
        said.contains("no kernel times: libcupti.so cannot be opened"),
        "{said}"
    );
    // The whole time is measured all the same.
    assert!(said.contains("2.000 ms"), "{said}");
}
