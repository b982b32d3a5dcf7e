//! Flags of other compilers that make device code, and what they mean here: clang, nvc, icx, gcc with offloading.
//!
//! One table in code, word by word. Must not know how the driver reads gcc's own flags, nor start anything.

/// What a word of another compiler's asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// OpenMP is on: `-fopenmp`.
    OpenMp,
    NoOpenMp,
    /// Device code for these: words of `--offload-arch`.
    Archs(Vec<String>),
    /// Device code for GPUs, whichever others are named, too.
    Gpus,
    /// The folder of a CUDA toolkit.
    CudaPath(String),
    /// Words of gcc or of ours for the same.
    Words(Vec<&'static str>),
    /// The host compiler alone: target regions run on the host because the user says so.
    HostOnly,
    /// How that compiler makes device code, which is no question here.
    Nothing,
    /// There is nothing like it: what to do instead.
    Refused(String),
}

use Meaning::*;

/// What a word means, with the word behind it where it takes one; None for words of gcc, ours and unknown ones.
pub fn meaning(word: &str, next: &mut dyn FnMut() -> Option<String>) -> Option<Vec<Meaning>> {
    let one = |meaning| Some(vec![meaning]);
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    match name {
        // clang
        "-fopenmp-targets" => Some(value.split(',').map(triple).collect()),
        "-fopenmp-version" => one(version(value)),
        "-Xopenmp-target" => {
            let argument = next().unwrap_or_default();
            let arch = argument
                .strip_prefix("-march=")
                .or(argument.strip_prefix("--offload-arch="));
            one(arch.map_or(Nothing, |arch| Archs(vec![arch.into()])))
        }
        "--cuda-path" => one(CudaPath(value.into())),
        "--cuda-gpu-arch" => one(Archs(vec![value.into()])),
        "--offload-host-only" | "--cuda-host-only" => one(HostOnly),
        "--offload-device-only" | "--cuda-device-only" => one(Refused(
            "`romp2cuda translate` writes the device code of a file".into(),
        )),
        "-fopenmp" if matches!(value, "libomp" | "libgomp" | "libiomp5") => one(OpenMp),
        "-Xcuda-ptxas" | "-Xcuda-fatbinary" => {
            next();
            one(Nothing)
        }
        "-fopenmp-offload-mandatory" => one(Refused(
            "OMP_TARGET_OFFLOAD=MANDATORY, when the program runs, makes it an error that there is no device".into(),
        )),
        _ if CLANG_DEVICE_CODE.iter().any(|start| name.starts_with(start)) => one(Nothing),
        // nvc
        "-mp" => Some(match value.split(',').any(|part| part == "gpu") {
            true => vec![OpenMp],
            false => vec![OpenMp, HostOnly],
        }),
        "-gpu" => Some(value.split(',').map(nvc_gpu).collect()),
        "-target" if value == "gpu" => one(Nothing),
        "-target" if value == "multicore" => one(HostOnly),
        "-acc" | "-cuda" | "-stdpar" => one(Refused(
            "OpenMP is what is translated: OpenACC, CUDA and standard parallelism of other files need their compiler".into(),
        )),
        "-Minfo" | "-Mneginfo" => one(Words(vec!["-Rromp"])),
        "-fast" => one(Words(vec!["-O3"])),
        "-tp" if matches!(value, "host" | "native") => one(Words(vec!["-march=native"])),
        // icx
        "-fiopenmp" | "-qopenmp" => one(OpenMp),
        "-qno-openmp" | "-fno-iopenmp" => one(NoOpenMp),
        "-qopenmp-simd" => one(Words(vec!["-fopenmp-simd"])),
        "-xHost" => one(Words(vec!["-march=native"])),
        _ if is_icx_cpu(name) => one(icx_cpu(&name[2..])),
        // gcc with offloading
        "-foffload" if value == "disable" => one(HostOnly),
        "-foffload" | "-foffload-options" => one(gcc_offload(value)),
        _ => None,
    }
}

/// Flags about how clang makes device code, by their beginnings.
const CLANG_DEVICE_CODE: &[&str] = &[
    "-fopenmp-cuda-",
    "-fno-openmp-cuda-",
    "-fopenmp-target-",
    "-fno-openmp-target-",
    "-fopenmp-assume-",
    "-fno-openmp-assume-",
    "-fopenmp-optimistic-collapse",
    "-fopenmp-new-driver",
    "-fno-openmp-new-driver",
    "--offload-new-driver",
    "--no-offload-new-driver",
    "--offload-compress",
    "-foffload-lto",
    "-fno-offload-lto",
    "-fgpu-rdc",
    "-fno-gpu-rdc",
    "--no-cuda-version-check",
    "--cuda-include-ptx",
    "--no-cuda-include-ptx",
    "--libomptarget-",
    "-Rpass",
    "-nogpulib",
    "-nogpuinc",
];

/// A target triple of `-fopenmp-targets=`.
fn triple(text: &str) -> Meaning {
    match text.split('-').next().unwrap_or_default() {
        "nvptx64" => Gpus,
        // clang runs regions on the CPU as a device there.
        "x86_64" | "aarch64" | "powerpc64le" => Archs(vec!["emulated".into()]),
        other => Refused(format!(
            "device code is made for NVIDIA's GPUs (nvptx64) and for the emulated device, not for {other}"
        )),
    }
}

fn version(text: &str) -> Meaning {
    match text {
        "31" | "40" | "45" | "50" | "51" | "52" => Nothing,
        _ => Refused("the translator follows OpenMP 5.2: leave the flag out, or give 52".into()),
    }
}

/// `-xCORE-AVX2`: no language of gcc's `-x` begins with such a letter.
fn is_icx_cpu(name: &str) -> bool {
    name.strip_prefix("-x")
        .is_some_and(|cpu| cpu.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// A processor of icx's `-x`.
fn icx_cpu(name: &str) -> Meaning {
    match name {
        "CORE-AVX2" => Words(vec!["-march=haswell"]),
        "CORE-AVX512" | "SKYLAKE-AVX512" => Words(vec!["-march=skylake-avx512"]),
        _ => Refused("-march= names the processor for gcc; -xHost stands for -march=native".into()),
    }
}

/// A part of nvc's `-gpu=`.
fn nvc_gpu(part: &str) -> Meaning {
    let capability = part.strip_prefix("cc").unwrap_or_default();
    let arch = |text: &str| Archs(vec![text.to_string()]);
    match part {
        "ccnative" | "native" => arch("native"),
        "ccall" | "ccall-major" => Nothing,
        "nofma" => Words(vec!["-ffp-contract=off"]),
        "fma" | "lineinfo" | "nolineinfo" | "debug" | "nodebug" | "rdc" | "nordc" | "ptxinfo"
        | "unroll" | "nounroll" | "mem:separate" | "nomanaged" | "nounified" => Nothing,
        "managed" | "unified" | "mem:managed" | "mem:unified" => Refused(
            "memory is mapped; a program that counts on shared memory says \
             `#pragma omp requires unified_shared_memory`"
                .into(),
        ),
        "fastmath" => Refused("-ffast-math does it for host and device".into()),
        _ if part.starts_with("cuda") || part.starts_with("maxregcount:") => Nothing,
        _ if !capability.is_empty() && capability.bytes().all(|byte| byte.is_ascii_digit()) => {
            arch(&format!("sm_{capability}"))
        }
        _ => Refused(format!(
            "`{part}` of -gpu= is not known here: -gpu=cc90 and --offload-arch=sm_90 name a device"
        )),
    }
}

/// The value of gcc's `-foffload=` and `-foffload-options=`: targets, or options for them.
fn gcc_offload(value: &str) -> Meaning {
    let arch = ["-march=", "-misa="]
        .iter()
        .find_map(|option| value.split_once(option))
        .map(|(_, arch)| arch.split([' ', ',']).next().unwrap_or_default());
    match arch {
        Some(arch) if arch.starts_with("sm_") => Archs(vec![arch.into()]),
        _ if value
            .split([',', '='])
            .any(|target| target.starts_with("amdgcn")) =>
        {
            Refused("device code is made for NVIDIA's GPUs (nvptx-none), not for amdgcn".into())
        }
        _ => Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Vec<Meaning>> {
        let mut words = text.split(' ').map(String::from);
        let word = words.next().unwrap();
        let meaning = meaning(&word, &mut || words.next());
        assert!(meaning.is_none() || words.next().is_none(), "{text}");
        meaning
    }

    fn archs(text: &str) -> Meaning {
        Archs(vec![text.into()])
    }

    #[test]
    fn devices_have_a_name_in_each_compiler() {
        for text in [
            "-Xopenmp-target -march=sm_90",
            "-Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90",
            "--cuda-gpu-arch=sm_90",
            "-gpu=cc90",
            "-foffload=-march=sm_90",
            "-foffload-options=nvptx-none=-misa=sm_90",
        ] {
            assert_eq!(of(text), Some(vec![archs("sm_90")]), "{text}");
        }
        assert_eq!(
            of("-gpu=cc80,cc90,cuda12.3"),
            Some(vec![archs("sm_80"), archs("sm_90"), Nothing])
        );
        assert_eq!(
            of("-fopenmp-targets=nvptx64,x86_64-pc-linux-gnu"),
            Some(vec![Gpus, archs("emulated")])
        );
    }

    #[test]
    fn openmp_has_a_name_in_each_compiler() {
        for text in [
            "-mp=gpu",
            "-fiopenmp",
            "-qopenmp",
            "-fopenmp=libomp",
            "-mp=gpu,bind",
        ] {
            assert_eq!(of(text), Some(vec![OpenMp]), "{text}");
        }
        // nvc's regions run on the host there.
        for text in ["-mp", "-mp=multicore"] {
            assert_eq!(of(text), Some(vec![OpenMp, HostOnly]), "{text}");
        }
    }

    #[test]
    fn what_has_no_like_is_refused() {
        for text in [
            "-fopenmp-targets=amdgcn-amd-amdhsa",
            "-fopenmp-targets=spir64",
            "-fopenmp-version=60",
            "-gpu=managed",
            "-gpu=gfx90a",
            "-foffload=amdgcn-amdhsa",
            "-acc",
            "-stdpar=gpu",
            "-xSSE4.2",
            "-fopenmp-offload-mandatory",
        ] {
            let found = of(text).unwrap();
            assert!(matches!(found[..], [Refused(_)]), "{text}: {found:?}");
        }
    }

    #[test]
    fn processors_of_icx_are_no_languages() {
        assert_eq!(of("-xHost"), Some(vec![Words(vec!["-march=native"])]));
        assert_eq!(of("-xCORE-AVX2"), Some(vec![Words(vec!["-march=haswell"])]));
    }

    #[test]
    fn flags_of_gcc_and_ours_are_none_of_these() {
        for text in [
            "-fopenmp",
            "-O2",
            "-march=native",
            "-mtune=x",
            "-g",
            "-target",
            "-xc",
            "-fopenmp-simd",
            "--offload-arch=sm_90",
            "-Minline",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
