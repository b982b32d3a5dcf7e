//! The argument of `uses_allocators` (OpenMP 5.2, 6.8), by its parts.
//!
//! From the clause's text. Must not know what the names mean.

/// An allocator of the clause: `name`, `name(traits)`, or `memspace(..), traits(..): name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocator<'a> {
    /// The allocator: a predefined one, or a variable.
    pub name: &'a str,
    /// The memory space, as written.
    pub space: Option<&'a str>,
    /// The array of traits.
    pub traits: Option<&'a str>,
}

impl<'a> Allocator<'a> {
    /// The allocators of a clause.
    pub fn list(text: &'a str) -> Vec<Allocator<'a>> {
        let mut found = vec![];
        let (mut depth, mut from) = (0, 0);
        // Modifiers end with a colon, so that a comma before it separates them.
        let has_modifiers = text.contains(':');
        for (at, c) in text.char_indices().chain([(text.len(), ';')]) {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 && !has_modifiers => {
                    found.push(Allocator::read(&text[from..at]));
                    from = at + 1;
                }
                ';' if depth == 0 => {
                    found.push(Allocator::read(&text[from..at]));
                    from = at + 1;
                }
                _ => {}
            }
        }
        found
    }

    /// Whether it is one of those that OpenMP defines (5.2, table 6.3), and no variable.
    pub fn is_predefined(&self) -> bool {
        self.name == "omp_null_allocator"
            || self.name.starts_with("omp_") && self.name.ends_with("_mem_alloc")
    }

    fn read(text: &'a str) -> Allocator<'a> {
        match text.split_once(':') {
            Some((modifiers, name)) => {
                let argument = |word: &str| {
                    let behind = &modifiers[modifiers.find(word)? + word.len()..];
                    let inside = behind.trim_start().strip_prefix('(')?;
                    inside.split(')').next().map(str::trim)
                };
                Allocator {
                    name: name.trim(),
                    space: argument("memspace"),
                    traits: argument("traits"),
                }
            }
            None => {
                let traits = text
                    .split_once('(')
                    .and_then(|(_, rest)| rest.rsplit_once(')'));
                Allocator {
                    name: text.split('(').next().unwrap_or(text).trim(),
                    space: None,
                    traits: traits.map(|(traits, _)| traits.trim()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Allocator;

    fn one<'a>(name: &'a str, space: Option<&'a str>, traits: Option<&'a str>) -> Allocator<'a> {
        Allocator {
            name,
            space,
            traits,
        }
    }

    #[test]
    fn both_forms_of_the_clause_are_read() {
        assert_eq!(
            Allocator::list("own(t), omp_default_mem_alloc"),
            [
                one("own", None, Some("t")),
                one("omp_default_mem_alloc", None, None)
            ]
        );
        assert_eq!(
            Allocator::list("memspace(omp_low_lat_mem_space), traits( t ): own ; traits(u): b"),
            [
                one("own", Some("omp_low_lat_mem_space"), Some("t")),
                one("b", None, Some("u"))
            ]
        );
        assert!(Allocator::list("omp_cgroup_mem_alloc")[0].is_predefined());
        assert!(!Allocator::list("own")[0].is_predefined());
    }
}
