//! Facts of small programs, each with similar programs that a rule must treat otherwise.

mod calls;
mod constructs;
mod memory;

use super::facts::Facts;
use crate::ir::*;
use crate::source::Preprocessed;
use crate::{front, sema, transform};
use std::path::PathBuf;

/// The facts of a program, and its entities by the names that the text has for them.
pub(crate) struct Known<'a> {
    pub facts: Facts<'a>,
    pub program: &'a Program,
}

impl Known<'_> {
    pub fn func(&self, name: &str) -> FuncId {
        let mut all = self.program.funcs.iter();
        let found = all.find(|(_, func)| func.name == name);
        found.unwrap_or_else(|| panic!("no function `{name}`")).0
    }

    pub fn var(&self, name: &str) -> VarId {
        let mut all = self.program.vars.iter();
        let found = all.find(|(_, var)| var.name == name);
        found.unwrap_or_else(|| panic!("no variable `{name}`")).0
    }

    /// The constructs of a directive, in the order of the text.
    pub fn all(&self, directive: &str) -> Vec<ConstructId> {
        let all = self.program.constructs.iter();
        let named = all.filter(|(_, construct)| construct.directive.name() == directive);
        named.map(|(id, _)| id).collect()
    }

    /// The only construct of a directive.
    pub fn construct(&self, directive: &str) -> &Construct {
        match self.all(directive).as_slice() {
            [one] => &self.program.constructs[*one],
            found => panic!("{} constructs `{directive}`", found.len()),
        }
    }

    pub fn body(&self, directive: &str) -> StmtId {
        self.construct(directive).body.expect("it has a block")
    }
}

/// Calls `look` with the facts of a program, which needs no preprocessor.
pub(crate) fn known(text: &str, look: impl FnOnce(&Known) + Send) {
    let pre = Preprocessed::new(text.to_owned(), PathBuf::from("t.c"));
    front::on_big_stack(|| {
        let unit = front::parse(&pre).unwrap_or_else(|found| panic!("{found:#?}"));
        let (mut program, _) =
            sema::lower(&unit, &pre).unwrap_or_else(|found| panic!("{found:#?}"));
        transform::apply(&mut program, pre.text());
        look(&Known {
            facts: Facts::of(&program),
            program: &program,
        });
    });
}

/// Calls `look` with the facts of a function `f(int n, int *x)` of these statements, which runs on devices.
pub(super) fn known_in_f(statements: &str, look: impl FnOnce(&Known) + Send) {
    let text = format!(
        "#pragma omp begin declare target\nvoid f(int n, int *x)\n{{\n{statements}\n}}\n#pragma omp end declare target\n"
    );
    known(&text, look);
}
