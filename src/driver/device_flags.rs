//! What the host compiler's flags mean for device code: words for nvcc, and for the C++ compiler that
//! makes the emulated image.
//!
//! `-D`, `-U`, `-I`, `-include` and `-std` have had their effect when the CUDA file is made: it comes from
//! preprocessed text and needs none of them. A repeated `-DN=8` would even change names in CUDA's own headers. Must
//! not know files.

/// `romp/complex.cuh` reads it.
const LIMITED_RANGE: &str = "-DROMP_LIMITED_RANGE";
/// Kernels are to run under compute-sanitizer: `romp/cuda_barriers.cuh` then waits at barriers that synccheck takes for
/// what they are. The one macro of the command line that concerns device code.
pub const SANITIZER: &str = "-DROMP_SANITIZER";

/// Flags that give types another layout or sign than they have in device code, with those that take them back. Of each
/// line the last word counts.
const OTHER_TYPES: &[(&[&str], &[&str])] = &[
    (
        &["-funsigned-char", "-fno-signed-char"],
        &["-fsigned-char", "-fno-unsigned-char"],
    ),
    (
        &["-funsigned-bitfields", "-fno-signed-bitfields"],
        &["-fsigned-bitfields", "-fno-unsigned-bitfields"],
    ),
    (&["-fshort-enums"], &["-fno-short-enums"]),
    (&["-fshort-wchar"], &["-fno-short-wchar"]),
    (&["-fpack-struct"], &["-fno-pack-struct"]),
    (&["-m16", "-m32", "-mx32"], &["-m64"]),
];

/// The flag by which types of the host's code are other ones than those of device code, if there is one.
pub fn of_other_types(words: &[String]) -> Option<&str> {
    // `-fpack-struct=N`
    let is = |word: &String, flag: &&str| {
        let rest = word.strip_prefix(flag);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let says = |word: &String, flags: &[&str]| flags.iter().any(|flag| is(word, flag));
    OTHER_TYPES.iter().find_map(|(change, keep)| {
        let mut words = words.iter().rev();
        let last = words.find(|word| says(word, change) || says(word, keep))?;
        says(last, change).then_some(last.as_str())
    })
}

/// The flags of the command line that concern device code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeviceFlags {
    /// `-O0` and `-Og` ask for code as it was written.
    pub level: Option<String>,
    pub debug: bool,
    /// `-g0`: images have no line tables, which they have otherwise: they cost no code.
    pub no_lines: bool,
    pub fast_math: bool,
    /// `-fcx-limited-range`: complex products and quotients by the plain formulas. `-ffast-math` implies it.
    pub limited_range: bool,
    /// `-ffp-contract=`, or what `-ffast-math` says of it.
    pub contract: Option<String>,
    pub silent: bool,
    pub sanitizer: bool,
    /// `-m...`, sysroot and target: for everything that becomes host code.
    pub machine: Vec<String>,
    pub position: Option<String>,
}

impl DeviceFlags {
    pub fn from_words(words: &[String]) -> DeviceFlags {
        let mut flags = DeviceFlags::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-O" => flags.level = Some("-O1".into()),
                "-Ofast" => {
                    flags.level = Some("-O3".into());
                    flags.fast_math = true;
                    flags.limited_range = true;
                }
                "-Og" | "-O0" | "-O1" | "-O2" | "-O3" | "-Os" | "-Oz" => {
                    flags.level = Some(word.clone())
                }
                "-g0" => (flags.debug, flags.no_lines) = (false, true),
                "-ffast-math" | "-fno-fast-math" => {
                    flags.fast_math = word == "-ffast-math";
                    flags.limited_range = flags.fast_math;
                }
                "-fcx-limited-range" => flags.limited_range = true,
                "-fno-cx-limited-range" => flags.limited_range = false,
                "-w" => flags.silent = true,
                SANITIZER => flags.sanitizer = true,
                "-target" | "--sysroot" => {
                    flags.machine.push(word.clone());
                    flags.machine.extend(words.next().cloned());
                }
                "-fPIC" | "-fpic" | "-fPIE" | "-fpie" | "-fno-pic" | "-fno-PIC" | "-fno-pie"
                | "-fno-PIE" => {
                    flags.position = Some(word.clone());
                }
                _ if word.starts_with("-g") => (flags.debug, flags.no_lines) = (true, false),
                _ if word.starts_with("-ffp-contract=") => {
                    flags.contract = Some(word["-ffp-contract=".len()..].to_string());
                }
                _ if word.starts_with("-m") && word != "-mllvm" => flags.machine.push(word.clone()),
                _ if word.starts_with("--sysroot=") => flags.machine.push(word.clone()),
                _ => {}
            }
        }
        flags
    }

    /// Words for nvcc. ptxas optimises fully unless `-O0` or `-Og` asks otherwise.
    pub fn nvcc(&self) -> Vec<String> {
        let mut out = vec![];
        if matches!(self.level.as_deref(), Some("-O0" | "-Og")) {
            out.push("-Xptxas=-O1".to_string());
        }
        if !self.no_lines {
            out.push("-lineinfo".into());
        }
        if self.fast_math {
            out.push("--use_fast_math".into());
        }
        if self.limited_range {
            out.push(LIMITED_RANGE.into());
        }
        match self.contract.as_deref() {
            Some("off") => out.push("-fmad=false".into()),
            Some(_) => out.push("-fmad=true".into()),
            None => {}
        }
        if self.silent {
            out.push("-w".into());
        }
        if self.sanitizer {
            out.push(SANITIZER.into());
        }
        out
    }

    /// Words for the host's C++ compiler. Without a level the emulated device is optimised, as nvcc optimises.
    pub fn cxx(&self) -> Vec<String> {
        let mut out = self.machine.clone();
        out.push(self.level.clone().unwrap_or("-O2".into()));
        if self.debug {
            out.push("-g".into());
        }
        if self.fast_math {
            out.push("-ffast-math".into());
        }
        if self.limited_range {
            out.push(LIMITED_RANGE.into());
        }
        out.extend(
            self.contract
                .iter()
                .map(|how| format!("-ffp-contract={how}")),
        );
        out.push(self.position.clone().unwrap_or("-fPIC".into()));
        out
    }

    /// Words for the small C files that carry images.
    pub fn carrier(&self) -> Vec<String> {
        let mut out = self.machine.clone();
        out.push(self.position.clone().unwrap_or("-fPIC".into()));
        out.extend(["-O1".into(), "-fno-lto".into(), "-w".into()]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> DeviceFlags {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        DeviceFlags::from_words(&words)
    }

    #[test]
    fn nvcc_words() {
        for (text, expected) in [
            ("", "-lineinfo"),
            ("-O2 -DN=8 -U M -Iinc -std=c11 -Wall -fopenmp", "-lineinfo"),
            ("-O0", "-Xptxas=-O1 -lineinfo"),
            ("-O0 -O3", "-lineinfo"),
            ("-g", "-lineinfo"),
            ("-g3 -O2", "-lineinfo"),
            ("-g -g0", ""),
            ("-ggdb", "-lineinfo"),
            (
                "-ffast-math",
                "-lineinfo --use_fast_math -DROMP_LIMITED_RANGE",
            ),
            (
                "-ffast-math -fno-cx-limited-range",
                "-lineinfo --use_fast_math",
            ),
            ("-fcx-limited-range", "-lineinfo -DROMP_LIMITED_RANGE"),
            ("-ffast-math -fno-fast-math", "-lineinfo"),
            ("-Ofast", "-lineinfo --use_fast_math -DROMP_LIMITED_RANGE"),
            ("-ffp-contract=off", "-lineinfo -fmad=false"),
            (
                "-ffp-contract=off -ffp-contract=fast",
                "-lineinfo -fmad=true",
            ),
            ("-w", "-lineinfo -w"),
            ("-march=native -m64", "-lineinfo"),
        ] {
            assert_eq!(flags(text).nvcc().join(" "), expected, "{text}");
        }
    }

    #[test]
    fn flags_of_other_types() {
        for (text, expected) in [
            ("-O2 -fshort-enumsx -fPIC -m64", None),
            ("-funsigned-char", Some("-funsigned-char")),
            ("-funsigned-char -fsigned-char", None),
            ("-fsigned-char -fno-signed-char", Some("-fno-signed-char")),
            ("-fpack-struct=4", Some("-fpack-struct=4")),
            ("-m32 -m64", None),
            ("-fshort-wchar -fno-short-enums", Some("-fshort-wchar")),
        ] {
            let words: Vec<String> = text.split_whitespace().map(String::from).collect();
            assert_eq!(of_other_types(&words), expected, "{text}");
        }
    }

    #[test]
    fn cxx_words() {
        for (text, expected) in [
            ("", "-O2 -fPIC"),
            ("-O0 -g", "-O0 -g -fPIC"),
            ("-O3 -march=native -fpie", "-march=native -O3 -fpie"),
            (
                "-ffast-math -ffp-contract=off",
                "-O2 -ffast-math -DROMP_LIMITED_RANGE -ffp-contract=off -fPIC",
            ),
            (
                "--sysroot=/x -target arm",
                "--sysroot=/x -target arm -O2 -fPIC",
            ),
        ] {
            assert_eq!(flags(text).cxx().join(" "), expected, "{text}");
        }
    }
}
