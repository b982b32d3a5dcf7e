//! Variables with static storage: `__device__` variables with constant initialisers, or `__constant__` ones.

use super::Printer;
use crate::device::{Block, tree};
use crate::ir::{DeclareTargetKind, Storage, VarId};
use crate::source::Span;

/// Why the check of a number fails that was computed from macros.
pub(super) const COMPUTED: &str =
    "a number here was computed from this: translate again, or change it, too";

/// The definition of a variable with static storage, or its declaration where another unit defines it.
pub(super) struct Global {
    /// The comments above it.
    comments: Vec<String>,
    /// The one at the end of its line.
    behind: Option<String>,
    /// `alignas`, which the linkage follows, with a blank; empty where the program asks for none.
    align: String,
    linkage: Linkage,
    /// What follows the linkage, without the semicolon.
    rest: String,
    /// Of numbers in the initialiser that were computed from macros.
    checks: Vec<String>,
}

/// Where a variable's name means this variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Linkage {
    /// In this unit only.
    Static,
    /// In all units, by default.
    External,
    /// In all units, as the word says.
    Extern,
    /// In all units, unless another one defines it, too.
    Weak,
}

impl Linkage {
    fn word(self) -> &'static str {
        match self {
            Linkage::Static => "static ",
            Linkage::External => "",
            Linkage::Extern => "extern ",
            Linkage::Weak => "ROMP_WEAK_VARIABLE ",
        }
    }
}

impl Global {
    pub fn print(&self, out: &mut Block) {
        self.print_with(self.linkage, out);
    }

    /// Prints the definition of a variable that is declared ahead, which no static variable can be.
    pub fn print_declared_ahead(&self, out: &mut Block) {
        let linkage = match self.linkage {
            Linkage::Static => Linkage::External,
            linkage => linkage,
        };
        self.print_with(linkage, out);
    }

    fn print_with(&self, linkage: Linkage, out: &mut Block) {
        self.comments.iter().for_each(|comment| out.user(comment));
        let (align, linkage) = (&self.align, linkage.word());
        out.user(format!("{align}{linkage}{};", self.rest));
        if let Some(comment) = &self.behind {
            out.push(tree::Stmt::Behind(comment.clone()));
        }
        self.checks.iter().for_each(|check| out.user(check));
    }
}

impl Printer<'_> {
    /// The definition of a variable with static storage, or its declaration where another unit
    /// defines it. File-static variables keep external linkage where the runtime must find them.
    pub(super) fn global(&mut self, var: VarId) -> Global {
        let data = &self.program.vars[var];
        let (written, printed) = (self.hooks.written(), &mut self.uses.comments);
        let (comments, behind) = match data.storage {
            Storage::StaticLocal => {
                let kept = printed.kept_about(data.span.lo).cloned();
                let kept = kept.unwrap_or_default();
                (kept.above, kept.behind)
            }
            _ => {
                let whole = self.program.declaration_of(data.span).unwrap_or(data.span);
                let above = written.comments_above(printed, data.span);
                (above, written.comment_behind_declaration(printed, whole))
            }
        };
        let (linkage, rest) = self.linkage_and_rest(var);
        let align = data.align.filter(|_| !self.is_link(var));
        Global {
            comments,
            behind,
            align: align.map_or_else(String::new, |n| format!("alignas({n}) ")),
            linkage,
            rest,
            checks: self.checks_of_designators(var),
        }
    }

    /// Checks of the indices of designators in a declaration at file scope. Those of a function's static variables stand
    /// in the function.
    fn checks_of_designators(&mut self, var: VarId) -> Vec<String> {
        let data = &self.program.vars[var];
        let holds = |outer: &Span, inner: Span| outer.lo <= inner.lo && inner.hi <= outer.hi;
        let mut declarations = self.program.declarations.iter();
        let declaration = declarations.find(|declaration| holds(declaration, data.span));
        let Some(declaration) = declaration.filter(|_| data.init.is_some()) else {
            return vec![];
        };
        let within = self.program.designators.iter();
        let within = within.filter(|(at, _)| holds(declaration, *at));
        let mut checks: Vec<String> = within
            .filter_map(|(at, value)| {
                let text = self.constant(*at, i128::from(*value))?;
                Some(format!("static_assert({text} == {value}, \"{COMPUTED}\");"))
            })
            .collect();
        checks.dedup();
        checks
    }

    fn linkage_and_rest(&mut self, var: VarId) -> (Linkage, String) {
        let data = &self.program.vars[var];
        let name = self.names.var(var);
        let weak = match data.weak && data.declare_target.is_some() {
            true => Linkage::Weak,
            false => Linkage::External,
        };
        if self.is_link(var) {
            let linkage = match data.storage {
                Storage::Extern => Linkage::Extern,
                _ => weak,
            };
            let pointer = match self.program.types.is_array(data.ty.id) {
                true => format!("(*{name})"),
                false => format!("*{name}"),
            };
            let declarator = self.declarator(data.ty, &pointer);
            return (linkage, format!("__device__ {declarator}"));
        }
        if data.storage == Storage::Extern {
            let declarator = self.declaring(data.span, data.ty, |p| p.declarator(data.ty, name));
            return (Linkage::Extern, format!("__device__ {declarator}"));
        }
        let is_const = self.program.is_constant(data.ty);
        let declarator = match is_const && weak == Linkage::Weak {
            // The compiler would use the value of a constant here, though another file's may replace it.
            true => format!(
                "std::remove_const_t<{}> {name}",
                self.declarator(data.ty, "")
            ),
            false => self.declaring(data.span, data.ty, |p| p.declarator(data.ty, name)),
        };
        let init = match &data.init {
            Some(init) => {
                self.take_list(init, data.span);
                let value = self.with_comments_behind(data.span, |p| {
                    p.as_constant(|p| p.initialiser(init, data.ty))
                });
                self.state.list = None;
                format!(" = {value}")
            }
            // C++ requires constants to be initialised; C makes them zero.
            None if is_const => " = {}".into(),
            None => String::new(),
        };
        // Also for `local` (6.0, 7.9): other files may name them, and the driver finds no local symbol.
        let declared = data.declare_target.is_some();
        let linkage = match (declared, data.storage) {
            (_, Storage::StaticLocal) | (false, _) => Linkage::Static,
            // In C++ a constant is static unless it is declared otherwise.
            (true, _) if is_const && weak == Linkage::External => Linkage::Extern,
            (true, _) => weak,
        };
        let memory = match self.hooks.is_in_constant_memory(var) {
            true => "__constant__",
            false => "__device__",
        };
        let rest = format!("{memory} {declarator}{init}");
        (linkage, rest)
    }

    /// Whether device functions access the variable through a pointer, which is set while it is mapped.
    pub fn is_link(&self, var: VarId) -> bool {
        let target = self.program.vars[var].declare_target;
        target.is_some_and(|target| target.kind == DeclareTargetKind::Link)
    }
}
