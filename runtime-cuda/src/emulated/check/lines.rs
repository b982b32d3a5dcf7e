//! From addresses of code to the user's files and lines: what checked images' line tables say.
//!
//! Images are compiled with the user's own `#line`s, so that everything that a table names is the user's, but for
//! the device header and the generated file, which are left out; those of folders that somebody carries on by hand are
//! compiled without, and the CUDA file is the user's. Knows nothing of accesses.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether lines of CUDA files are the user's.
static OF_CUDA: AtomicBool = AtomicBool::new(false);

/// From now on lines of CUDA files are the user's: an image has no others.
pub fn are_of_cuda() {
    OF_CUDA.store(true, Ordering::Relaxed);
}

/// The folder in which the program was started.
static STARTED_IN: OnceLock<PathBuf> = OnceLock::new();

/// Records the working directory before the program's own code may change it.
pub fn start() {
    if let Ok(folder) = std::env::current_dir() {
        let _ = STARTED_IN.set(folder);
    }
}

/// A place in the user's text where device code was, innermost first in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub function: Function,
    pub file: String,
    pub line: u32,
}

/// Whose code it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// As the user wrote it; a kernel's is the kernel's.
    pub name: String,
    /// The body of a construct in it, which is a function of its own.
    pub inner: bool,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The frames of the instruction before an address to which a call returns: several where functions are inlined
/// into each other.
pub fn frames_of(return_address: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    let pc = return_address.wrapping_sub(1) as *mut _;
    backtrace::resolve(pc, |symbol| frames.extend(frame(symbol)));
    tidy(frames)
}

/// `file.c:12` of such an address.
pub fn place_of(return_address: usize) -> Option<String> {
    frames_of(return_address).first().map(Frame::to_string)
}

/// Where the program's own code called the runtime, as far as it has line tables.
pub fn place_of_caller() -> Option<String> {
    let mut place = None;
    backtrace::trace(|at| {
        backtrace::resolve_frame(at, |symbol| {
            place = place.take().or_else(|| frame(symbol));
        });
        place.is_none()
    });
    place.map(|frame| frame.to_string())
}

/// The return addresses of the calling thread's calls, innermost first, as far as a place is sought.
pub fn callers() -> Vec<usize> {
    const MOST: usize = 24;
    let mut out = Vec::with_capacity(MOST);
    backtrace::trace(|at| {
        out.push(at.ip() as usize);
        out.len() < MOST
    });
    out
}

/// The calling thread's device code, outwards from the instruction before an address to which it will return.
pub fn calls(return_address: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut inside = false;
    backtrace::trace(|at| {
        inside |= at.ip() as usize == return_address;
        if !inside {
            return true; // the runtime's own, which was called from there
        }
        // The kernel was called by the runtime, which has no line tables, or is Rust.
        let mut device_code = false;
        backtrace::resolve_frame(at, |symbol| {
            let file = symbol.filename();
            device_code |= file.is_some_and(|file| file.extension().is_none_or(|e| e != "rs"));
            frames.extend(frame(symbol));
        });
        device_code
    });
    match frames.is_empty() {
        true => frames_of(return_address),
        false => tidy(frames),
    }
}

fn frame(symbol: &backtrace::Symbol) -> Option<Frame> {
    let file = symbol.filename()?;
    if !is_users(file) {
        return None;
    }
    let mangled = symbol.name();
    let name = mangled
        .as_ref()
        .and_then(|name| name.as_str())
        .unwrap_or_default();
    Some(Frame {
        function: function(name),
        file: as_given(file, STARTED_IN.get().map(PathBuf::as_path)),
        line: symbol.lineno()?,
    })
}

/// Whether a file is the user's: device headers and generated files have suffixes that C files do not have.
fn is_users(file: &Path) -> bool {
    let ending = file.extension().and_then(|e| e.to_str());
    match ending {
        Some("cuh" | "cpp" | "rs") => false,
        Some("cu") => OF_CUDA.load(Ordering::Relaxed),
        _ => !file.starts_with("/usr/include/c++"),
    }
}

/// The file as the compiler was given it: line tables put the folder before it where it was compiled, which images
/// call `.`, and the host's code by its path: mostly that where the program was started, too.
fn as_given(file: &Path, started_in: Option<&Path>) -> String {
    let within = |folder: &Path| file.strip_prefix(folder).ok();
    let found = within(Path::new(".")).or_else(|| within(started_in?));
    found.unwrap_or(file).display().to_string()
}

/// One frame a function: that of a construct's body stands for the function around it, too.
fn tidy(frames: Vec<Frame>) -> Vec<Frame> {
    let mut out: Vec<Frame> = Vec::new();
    for frame in frames {
        match out.last_mut() {
            Some(last) if last.function.inner && last.function.name == frame.function.name => {
                last.function.inner = frame.function.inner;
            }
            _ => out.push(frame),
        }
    }
    out
}

/// What a symbol of the image is in the user's text: the first name in it that is not the image's namespace.
fn function(symbol: &str) -> Function {
    let mut rest = symbol.strip_prefix("_Z").unwrap_or(symbol);
    if rest.len() == symbol.len() {
        let name = without_suffix(symbol);
        return Function { name, inner: false };
    }
    let inner = rest.starts_with('Z');
    let mut found = "";
    loop {
        rest = rest.trim_start_matches(['Z', 'N', 'L', 'K', 'V', 'r']);
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (count, tail) = rest.split_at(digits);
        let Some((name, tail)) = count.parse().ok().and_then(|n| tail.split_at_checked(n)) else {
            break;
        };
        found = name;
        rest = tail;
        let namespace = name.starts_with("romp_unit_")
            || matches!(name, "romp_device" | "romp_library")
            || name.starts_with("_GLOBAL__N");
        if !namespace {
            break;
        }
    }
    let name = without_suffix(found);
    Function { name, inner }
}

/// The name of a variable with static storage, and the function that it is declared in, by its symbol: the last name
/// in it.
pub fn variable(symbol: &str) -> (String, Option<String>) {
    let of = symbol
        .starts_with("_ZZ")
        .then(|| function(symbol).name)
        .filter(|name| !name.is_empty());
    let begins = |at: usize| {
        let bytes = symbol.as_bytes();
        bytes[at].is_ascii_digit() && (at == 0 || !bytes[at - 1].is_ascii_digit())
    };
    // A name behind its length, and what follows it.
    let name_at = |at: usize| {
        let digits = symbol[at..].bytes().take_while(u8::is_ascii_digit).count();
        let length = symbol[at..at + digits].parse().ok()?;
        symbol[at + digits..].split_at_checked(length)
    };
    let is_last = |&(_, rest): &(&str, &str)| {
        rest == "E" || rest.bytes().all(|b| b.is_ascii_digit() || b == b'_')
    };
    // Digits in a name are no length: names are skipped as a whole. A number that is no length (an array's, in a parameter's
    // type) may lead behind the last name; then all numbers are tried.
    let in_order = || {
        let mut at = 0;
        loop {
            at += symbol[at..].find(|c: char| c.is_ascii_digit())?;
            match name_at(at) {
                Some(found) if is_last(&found) => return Some(found),
                Some((_, rest)) => at = symbol.len() - rest.len(),
                None => at += symbol[at..].bytes().take_while(u8::is_ascii_digit).count(),
            }
        }
    };
    let anywhere = || {
        (0..symbol.len())
            .filter(|&at| begins(at))
            .filter_map(name_at)
            .find(is_last)
    };
    match symbol.strip_prefix("_Z") {
        Some(_) => {
            let found = in_order().or_else(anywhere);
            (without_suffix(found.map_or("", |found| found.0)), of)
        }
        None => (without_suffix(symbol), None),
    }
}

/// A name of an image without what keeps those of units apart, or copies from originals, as the user wrote it.
pub fn without_suffix(name: &str) -> String {
    let known = |end: &str| end.starts_with("romp_") || is_key(end);
    match name.rsplit_once("__") {
        Some((own, end)) if known(end) => own.to_string(),
        _ => name.to_string(),
    }
}

/// Whether a name's suffix is a unit's key: `u` and hexadecimal digits.
fn is_key(text: &str) -> bool {
    let digits = text.strip_prefix('u').unwrap_or_default();
    digits.len() == 12 && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_become_the_users_names() {
        for (symbol, name, inner) in [
            ("_ZN13romp_unit_u12L3getEPKdi", "get", false),
            ("_ZN11romp_device16lap__romp_deviceEPKdi", "lap", false),
            ("main_1__u0123456789ab", "main_1", false),
            ("_ZZN13romp_unit_u126main_1EPdENKUliE_clEi", "main_1", true),
            ("_ZL3getPKdi", "get", false),
            ("plain", "plain", false),
            ("a__romp_private2", "a", false),
            ("_Z", "", false),
            ("_ZN99short", "", false),
        ] {
            let expected = Function {
                name: name.into(),
                inner,
            };
            assert_eq!(function(symbol), expected, "{symbol}");
        }
    }

    #[test]
    fn variables_become_the_users_names() {
        for (symbol, name, function) in [
            ("_ZZN13romp_unit_u12L1fEiE5count", "count", Some("f")),
            ("_ZZN13romp_unit_u12L1fEiE7a5count_0", "a5count", Some("f")),
            ("_ZZN13romp_unit_u12L1fEPA5_iE5count", "count", Some("f")),
            ("_ZN13romp_unit_u12L5totalE", "total", None),
            ("_ZN13romp_unit_u125totalE", "total", None),
            ("total__romp_device", "total", None),
            ("romp_critical_one", "romp_critical_one", None),
            ("_ZZ", "", None),
        ] {
            let expected = (name.to_string(), function.map(str::to_string));
            assert_eq!(variable(symbol), expected, "{symbol}");
        }
    }

    #[test]
    fn a_constructs_body_is_its_function() {
        let frame = |name: &str, inner, line| Frame {
            function: Function {
                name: name.into(),
                inner,
            },
            file: "a.c".into(),
            line,
        };
        let frames = vec![
            frame("f", true, 3),
            frame("f", false, 2),
            frame("f", false, 9),
            frame("main_1", false, 20),
        ];
        let lines: Vec<u32> = tidy(frames).iter().map(|f| f.line).collect();
        assert_eq!(lines, [3, 9, 20]);
    }

    #[test]
    fn files_are_called_what_the_compiler_was_given() {
        for (table, given) in [
            ("./a.c", "a.c"),
            ("./../d/a.c", "../d/a.c"),
            ("/home/u/a.c", "/home/u/a.c"),
            ("/home/v/d/a.c", "d/a.c"),
            ("a.c", "a.c"),
        ] {
            let started_in = Path::new("/home/v");
            assert_eq!(as_given(Path::new(table), Some(started_in)), given);
        }
    }

    #[test]
    fn generated_files_are_nobodys() {
        for (file, users) in [
            ("a.c", true),
            ("./d/a.h", true),
            ("a.cu", false),
            ("/x/romp/teams.cuh", false),
        ] {
            assert_eq!(is_users(Path::new(file)), users, "{file}");
        }
    }
}
