//! Objects with checks of the emulated device, and objects without, that need each other's device code.
//!
//! Device code with checks stands in a namespace of its own, for its calls of the C library go to functions that
//! check; so the linker does not find in one kind what the other kind needs. Must not know what the checks are.

use crate::diag::{Code, Diagnostic, Severity};
use object::{Object, ObjectSymbol};
use std::collections::BTreeMap;

/// How names of functions and variables begin that other units may use.
const CHECKED: &str = "_ZN12romp_library11romp_device";
const UNCHECKED: &str = "_ZN11romp_device";

/// What files have and need of device code, by the end of its symbol.
#[derive(Default)]
pub struct MixedChecks {
    checked: Kind,
    unchecked: Kind,
}

#[derive(Default)]
struct Kind {
    /// The file that defines it.
    defined: BTreeMap<String, String>,
    /// A file that uses it.
    used: BTreeMap<String, String>,
}

impl Kind {
    /// A name that only the other kind defines, the file that uses it, and the file that defines it.
    fn needs_of<'a>(&'a self, other: &'a Kind) -> Option<(&'a str, &'a str, &'a str)> {
        let missing = |(rest, _): &(&String, &String)| !self.defined.contains_key(*rest);
        self.used.iter().filter(missing).find_map(|(rest, user)| {
            let definer = other.defined.get(rest)?;
            Some((source_name(rest), user.as_str(), definer.as_str()))
        })
    }
}

impl MixedChecks {
    /// Takes note of an object; `name` is its name for people.
    pub fn add(&mut self, name: &str, data: &[u8]) {
        let Ok(file) = object::File::parse(data) else {
            return;
        };
        for symbol in file.symbols().filter(|symbol| !symbol.is_local()) {
            let Ok(full) = symbol.name() else { continue };
            let (kind, rest) = match (full.strip_prefix(CHECKED), full.strip_prefix(UNCHECKED)) {
                (Some(rest), _) => (&mut self.checked, rest),
                (_, Some(rest)) => (&mut self.unchecked, rest),
                _ => continue,
            };
            let files = match symbol.is_undefined() {
                true => &mut kind.used,
                false => &mut kind.defined,
            };
            files.insert(rest.to_string(), name.to_string());
        }
    }

    /// The error that the linker would not explain, if there is one.
    pub fn error(&self) -> Option<Diagnostic> {
        let found = self.checked.needs_of(&self.unchecked);
        let found = found.map(|found| (found, true));
        let found = found.or_else(|| Some((self.unchecked.needs_of(&self.checked)?, false)));
        let ((name, user, definer), user_checks) = found?;
        let (checked, unchecked) = match user_checks {
            true => (user, definer),
            false => (definer, user),
        };
        let message = format!(
            "{user} uses `{name}` of {definer}, and only one of them is compiled with checks of the emulated device"
        );
        let help = format!(
            "compile both with the same --check=: {checked} has checks (-g alone gives it --check=memory), {unchecked} has none"
        );
        Some(Diagnostic::bare(Code::MixedChecks, Severity::Error, message).help(help))
    }
}

/// The name in the source of `14f__romp_deviceEPi`, `1gE`.
fn source_name(rest: &str) -> &str {
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = rest[..digits].parse().unwrap_or(0);
    let name = rest[digits..].get(..length).unwrap_or(rest);
    name.strip_suffix("__romp_device").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(symbols: &[(&str, &str, bool)]) -> Option<String> {
        let mut mixed = MixedChecks::default();
        for (file, symbol, defined) in symbols {
            let (kind, rest) = match symbol.strip_prefix(CHECKED) {
                Some(rest) => (&mut mixed.checked, rest),
                None => (&mut mixed.unchecked, &symbol[UNCHECKED.len()..]),
            };
            let files = match defined {
                true => &mut kind.defined,
                false => &mut kind.used,
            };
            files.insert(rest.to_string(), file.to_string());
        }
        Some(mixed.error()?.message)
    }

    #[test]
    fn what_only_the_other_kind_has_is_an_error() {
        let checked = "_ZN12romp_library11romp_device14f__romp_deviceEPi";
        let unchecked = "_ZN11romp_device14f__romp_deviceEPi";
        let found = mixed(&[("a.o", checked, false), ("b.o", unchecked, true)]).unwrap();
        assert!(found.starts_with("a.o uses `f` of b.o"), "{found}");
        let found = mixed(&[("a.o", unchecked, false), ("b.o", checked, true)]).unwrap();
        assert!(found.starts_with("a.o uses `f` of b.o"), "{found}");
        let both = [
            ("a.o", checked, false),
            ("b.o", unchecked, true),
            ("c.o", checked, true),
        ];
        assert_eq!(mixed(&both), None);
        assert_eq!(mixed(&both[1..]), None);
        assert_eq!(mixed(&both[..1]), None);
    }

    #[test]
    fn names_are_those_of_the_source() {
        assert_eq!(source_name("14f__romp_deviceEPi"), "f");
        assert_eq!(source_name("5countE"), "count");
        assert_eq!(source_name("9"), "9");
    }
}
