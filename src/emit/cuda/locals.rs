//! Declarations of local variables, and their initialisers.

use super::Printer;
use super::types::join;
use crate::device::{Block, Class, Object, Team};
use crate::ir::is_vla;
use crate::ir::{Decl, Init, QualType, Storage, VarId};

impl Printer<'_> {
    pub(super) fn decl(&mut self, out: &mut Block, decls: &[Decl]) {
        let declared = self.declared(decls);
        if let Some(text) = declared.as_deref().and_then(joined)
            && text.len() + 4 * out.depth() <= 100
            && !text.contains('\n')
        {
            if !text.is_empty() {
                out.user(format!("{text};"));
            }
            return;
        }
        if let Some(declared) = declared {
            // The text that was printed for them: printing an initialiser again would double the time with each
            // nested statement expression.
            for Declared { align, base, rest } in declared {
                out.user(format!("{align}{};", join(&base, &rest)));
            }
            return;
        }
        for decl in decls {
            if let Decl::Var(var) = decl
                && self.program.vars[*var].storage.is_local()
            {
                self.local(out, *var);
            }
        }
    }

    /// The variables of a declaration; none where one of them needs lines of its own.
    pub(super) fn declared(&mut self, decls: &[Decl]) -> Option<Vec<Declared>> {
        let vars = || {
            decls.iter().filter_map(|decl| match decl {
                Decl::Var(var) if self.program.vars[*var].storage.is_local() => Some(*var),
                _ => None,
            })
        };
        let apart = |var: VarId| {
            self.hooks.var(var).is_some()
                || self.hooks.task_variable(var).is_some()
                || is_vla(&self.program.types, self.program.vars[var].ty.id)
                || self.names.split.contains(&var)
        };
        if vars().any(apart) {
            return None;
        }
        let declared = vars().map(|var| {
            let data = &self.program.vars[var];
            let ty = self.local_type(var);
            let (base, rest) =
                self.declaring(data.span, ty, |p| p.split_declarator(ty, p.names.var(var)));
            Declared {
                align: data
                    .align
                    .map_or(String::new(), |n| format!("alignas({n}) ")),
                base,
                rest: format!("{rest}{}", self.local_init(var)),
            }
        });
        Some(declared.collect())
    }

    /// The type of a local variable: C allows a `const` variable without initialiser, C++ does not.
    fn local_type(&self, var: VarId) -> QualType {
        let var_data = &self.program.vars[var];
        let mut ty = var_data.ty;
        if var_data.init.is_none() || self.names.split.contains(&var) {
            ty = self.without_const(ty);
        }
        ty
    }

    /// The type without `const`, so that it can be assigned.
    pub fn without_const(&self, ty: QualType) -> QualType {
        let whole = self.program.types.resolve_qual(ty);
        let mut ty = if whole.quals.is_const && !ty.quals.is_const {
            whole
        } else {
            ty
        };
        ty.quals.is_const = false;
        ty
    }

    fn local_init(&mut self, var: VarId) -> String {
        let data = &self.program.vars[var];
        match &data.init {
            Some(init) => {
                self.take_list(init, data.span);
                let text = format!(" = {}", self.initialiser(init, data.ty));
                self.state.list = None;
                text
            }
            None => String::new(),
        }
    }

    /// The declaration of a variable, without its initialiser and semicolon.
    pub fn var_decl(&mut self, var: VarId) -> String {
        let data = &self.program.vars[var];
        let align = match data.align {
            Some(n) => format!("alignas({n}) "),
            None => String::new(),
        };
        let ty = if data.storage == Storage::Param {
            data.ty
        } else {
            self.local_type(var)
        };
        let declarator = self.declaring(data.span, ty, |p| p.declarator(ty, p.names.var(var)));
        format!("{align}{declarator}")
    }

    /// A local variable's declaration with its initialiser.
    pub fn local(&mut self, out: &mut Block, var: VarId) {
        let data = &self.program.vars[var];
        if is_vla(&self.program.types, data.ty.id) {
            self.variable_length(out, var);
            return;
        }
        if self.hooks.var(var).is_some() {
            // The variable lives elsewhere: only the assignment stays.
            if let Some(init) = &data.init {
                let place = self.var(var).text;
                self.assign_init(out, &place, init, data.ty);
            }
            return;
        }
        if let Some(team) = self.hooks.task_variable(var) {
            let name = self.names.var(var).to_string();
            self.task_variable(out, var, &name, team);
            if let Some(init) = &data.init {
                self.assign_init(out, &name, init, data.ty);
            }
            return;
        }
        if self.names.split.contains(&var) {
            out.user(format!("{};", self.var_decl(var)));
            if let Some(init) = &data.init {
                self.assign_init(out, self.names.var(var), init, data.ty);
            }
            return;
        }
        out.user(format!("{}{};", self.var_decl(var), self.local_init(var)));
    }

    /// Declares a variable, or a copy of one, that tasks of other threads share, and a reference to it by name.
    pub fn task_variable(&mut self, out: &mut Block, var: VarId, name: &str, team: Team) {
        let plain = self.without_const(self.program.vars[var].ty);
        let holder = self.names.fresh(&format!("{name}_task"));
        let object = Object::new(Class::TaskVariable, &holder).of(self.type_name(plain));
        out.object(match team {
            Team::Block => object,
            team => object.on(team).braced([""; 0]),
        });
        let reference = match self.program.types.is_array(plain.id) {
            true => self.declarator(plain, &format!("(&{name})")),
            false => self.declarator(plain, &format!("&{name}")),
        };
        out.user(format!("{reference} = *{holder};"));
    }

    /// Prints an initialiser as assignments to a variable that is declared already.
    pub fn assign_init(&mut self, out: &mut Block, name: &str, init: &Init, ty: QualType) {
        let types = &self.program.types;
        let value = self.initialiser(init, ty);
        let braced = !matches!(init, Init::Expr(_));
        if types.is_array(ty.id) {
            let plain = self.without_const(ty);
            let made = self.names.fresh("initial");
            out.scope(|out| {
                // The elements may be const already; on a function type the word would qualify the result.
                let declared = self.declarator(plain, &made);
                let word = match declared.starts_with("const ") || declared.contains("(*") {
                    true => "",
                    false => "const ",
                };
                out.user(format!("{word}{declared} = {value};"));
                let copy = self.copy_array(ty, name, &made, &format!("sizeof({made})"));
                out.user(format!("{copy};"));
            });
        } else if braced && types.is_record(ty.id) {
            let plain = self.without_const(ty);
            let value = format!("({}){value}", self.type_name(plain));
            out.user(match self.is_volatile_record(ty) {
                true => format!("romp::assign({name}, {value});"),
                false => format!("{name} = {value};"),
            });
        } else if self.is_volatile_record(ty) {
            out.user(format!("romp::assign({name}, {value});"));
        } else {
            out.user(format!("{name} = {value};"));
        }
    }
}

/// A variable's declaration: specifiers, and the declarator with its initialiser.
pub(super) struct Declared {
    align: String,
    base: String,
    rest: String,
}

/// One declaration of several variables, where that is possible.
pub(super) fn joined(vars: &[Declared]) -> Option<String> {
    let Some((first, others)) = vars.split_first() else {
        return Some(String::new());
    };
    let alike = |var: &Declared| var.base == first.base && var.align.is_empty();
    if !first.align.is_empty() || !others.iter().all(alike) {
        return None;
    }
    let mut text = join(&first.base, &first.rest);
    others
        .iter()
        .for_each(|var| text.push_str(&format!(", {}", var.rest)));
    Some(text)
}
