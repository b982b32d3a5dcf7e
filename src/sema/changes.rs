//! Which variables of file scope the file may change, in code that is not read too: a device that got such a variable by
//! `declare target` alone would go on with its first value.
//!
//! From the text around the mentions of a name: what is not known to be a mere reading counts as a change. Must not know
//! scopes.

use super::Lower;
use crate::ir::*;
use std::collections::{BTreeSet, HashMap};

impl Lower<'_> {
    /// For the end of the unit, when it is known what is `declare target`.
    pub(super) fn find_changes(&mut self) {
        let program = &self.program;
        let candidates = program.vars.iter().filter(|(_, var)| {
            var.func.is_none()
                && !var.system
                && var.declare_target.is_none()
                && !program.is_constant(var.ty)
        });
        let by_name: HashMap<&str, VarId> = candidates.map(|(id, var)| (&*var.name, id)).collect();
        if by_name.is_empty() {
            return;
        }
        let text = self.pre.text();
        let mut changed = BTreeSet::new();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = 0;
        while let Some(start) = text[rest..].find(is_word).map(|at| rest + at) {
            let length = text[start..].find(|c| !is_word(c));
            rest = length.map_or(text.len(), |length| start + length);
            let Some(&id) = by_name.get(&text[start..rest]) else {
                continue;
            };
            let var = &program.vars[id];
            let mentions = Mentions {
                text: text.as_bytes(),
                dimensions: dimensions(program, var.ty),
            };
            if !var.span.range().contains(&start) && mentions.may_change(start, rest) {
                changed.insert(id);
            }
        }
        for var in changed {
            self.program.vars[var].may_change = true;
        }
    }
}

fn dimensions(program: &Program, ty: QualType) -> usize {
    let mut ty = ty.id;
    let mut count = 0;
    while let Some(elem) = program.types.element(ty) {
        ty = elem.id;
        count += 1;
    }
    count
}

struct Mentions<'a> {
    text: &'a [u8],
    /// Of the variable, where it is an array.
    dimensions: usize,
}

impl Mentions<'_> {
    /// Whether the name at `lo..hi` may be changed there. Part of a longer name, and a member's name, are no mention.
    fn may_change(&self, lo: usize, hi: usize) -> bool {
        let word =
            |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        if word(self.text.get(hi)) || lo.checked_sub(1).is_some_and(|at| word(self.text.get(at))) {
            return false;
        }
        let before = self.text[..lo].trim_ascii_end();
        if before.ends_with(b".") || before.ends_with(b"->") {
            return false;
        }
        let taken = before.ends_with(b"&") && !before.ends_with(b"&&");
        if taken || before.ends_with(b"++") || before.ends_with(b"--") || self.in_directive(lo) {
            return true;
        }
        let (rest, subscripts) = behind_parts(&self.text[hi..]);
        let passed = subscripts < self.dimensions && !rest.starts_with(b";");
        passed || is_assignment(rest)
    }

    fn in_directive(&self, at: usize) -> bool {
        let line = self.text[..at].rsplit(|&b| b == b'\n').next();
        line.is_some_and(|line| line.trim_ascii_start().starts_with(b"#"))
    }
}

/// What stands behind the subscripts and members that follow a name, and how many subscripts it has itself.
fn behind_parts(text: &[u8]) -> (&[u8], usize) {
    let mut rest = text.trim_ascii_start();
    let (mut subscripts, mut member) = (0, false);
    loop {
        let name = rest.strip_prefix(b"->").or_else(|| rest.strip_prefix(b"."));
        if let Some(name) = name {
            let name = name.trim_ascii_start();
            let length = name
                .iter()
                .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
                .count();
            rest = name[length..].trim_ascii_start();
            member = true;
        } else if rest.starts_with(b"[") {
            let mut depth = 0;
            let close = rest.iter().position(|b| {
                depth += i32::from(*b == b'[') - i32::from(*b == b']');
                depth == 0
            });
            rest = close.map_or(&[][..], |close| rest[close + 1..].trim_ascii_start());
            subscripts += usize::from(!member);
        } else {
            return (rest, subscripts);
        }
    }
}

fn is_assignment(text: &[u8]) -> bool {
    const OPERATORS: [&[u8]; 12] = [
        b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>=",
    ];
    OPERATORS.iter().any(|operator| text.starts_with(operator))
        || text.starts_with(b"=") && !text.starts_with(b"==")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_that_may_change_a_variable() {
        for (text, dimensions, expected) in [
            ("v = 1;", 0, true),
            ("v == 1", 0, false),
            ("v += 1;", 0, true),
            ("v <<= 1;", 0, true),
            ("v << 1", 0, false),
            ("x = v;", 0, false),
            ("--v", 0, true),
            ("v ++", 0, true),
            ("x && v", 0, false),
            ("f(&v)", 0, true),
            ("f(v)", 0, false),
            ("vv = v1 = _v = s.v = p->v = 1", 0, false),
            ("v.x = 1", 0, true),
            ("v->x[i[0]].y = 1", 0, true),
            ("v[i] = 1", 1, true),
            ("x + v[i]", 1, false),
            ("f(v)", 1, true),
            ("f(v[i])", 2, true),
            ("extern int v;", 1, false),
            ("#pragma omp target map(v)", 0, true),
        ] {
            let mentions = Mentions {
                text: text.as_bytes(),
                dimensions,
            };
            let mut places = text.match_indices('v');
            let found = places.any(|(at, _)| mentions.may_change(at, at + 1));
            assert_eq!(found, expected, "{text}");
        }
    }
}
