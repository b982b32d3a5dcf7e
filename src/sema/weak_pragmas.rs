//! `#pragma weak name` and `#pragma weak alias = name`: the attributes `weak` and `alias` under another spelling.
//!
//! From the lines of the preprocessed text. They hold for the whole unit wherever they stand, as directives of the
//! assembler do; a name that the unit does not declare is ignored.

use super::Lower;
use super::scope::Entity;

impl Lower<'_> {
    pub(super) fn weak_pragmas(&mut self) {
        for (name, target) in pragmas(self.pre.text()) {
            let alias = target.map(|target| format!("#pragma weak {name} = {target}"));
            match self.scopes.linked(name) {
                Some(Entity::Func(func)) => {
                    let func = &mut self.program.funcs[func];
                    func.weak = true;
                    func.odd_attribute = func.odd_attribute.take().or(alias);
                }
                Some(Entity::Var(var)) => {
                    let var = &mut self.program.vars[var];
                    var.weak = true;
                    var.odd_attribute = var.odd_attribute.take().or(alias);
                }
                _ => {}
            }
        }
    }
}

/// The names, each with the one that it is an alias of.
fn pragmas(text: &str) -> Vec<(&str, Option<&str>)> {
    let lines = text.lines().filter(|line| line.contains("weak"));
    lines.filter_map(pragma).collect()
}

fn pragma(line: &str) -> Option<(&str, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("pragma")?.trim_start();
    let rest = rest.strip_prefix("weak")?;
    let names = rest.strip_prefix([' ', '\t'])?.trim();
    Some(match names.split_once('=') {
        Some((name, target)) => (name.trim(), Some(target.trim())),
        None => (names, None),
    })
}

#[cfg(test)]
mod tests {
    use super::pragmas;

    #[test]
    fn spellings() {
        let text = "int weak;\n#pragma weak a\n # pragma\tweak b=c\n#pragma weakness d\n#pragma omp weak\n\
                    #pragma weak e = f \r\n";
        let found = [("a", None), ("b", Some("c")), ("e", Some("f"))];
        assert_eq!(pragmas(text), found);
    }
}
