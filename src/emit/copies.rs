//! How variables are spelled where a construct has copies of them, and the copies' declarations.
//!
//! From what the plan says of a construct's private variables. Decides nothing.

use super::cuda::{Hooks, Printer, Written};
use super::fork_join::constant;
use super::kernel::{Kernel, unqualified};
use super::shared;
use crate::device::Block;
use crate::device::tree::Braces;
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::shared::Member;
use crate::plan::decisions::steps::Parallel;

impl Kernel<'_> {
    /// Gives the variables these spellings in what `f` builds.
    pub fn renaming_all<R>(
        &self,
        p: &mut Printer,
        names: &[(VarId, String)],
        f: impl FnOnce(&Kernel, &mut Printer) -> R,
    ) -> R {
        if names.is_empty() {
            return f(self, p);
        }
        self.within(p, |context| context.names.extend(names.iter().cloned()), f)
    }

    /// The spelling that an enclosing construct has given the variable; none where none has.
    pub fn renamed(&self, var: VarId) -> Option<String> {
        self.context.names.get(&var).cloned()
    }

    /// The current spelling of a variable, beside which any operator may stand.
    pub fn spelling(&self, p: &Printer, var: VarId) -> String {
        debug_assert!(
            self.prints(p),
            "a variable is spelled in the context that it stands in"
        );
        self.var(var).unwrap_or_else(|| match p.is_link(var) {
            true => format!("(*{})", p.names.var(var)),
            false => p.names.var(var).to_string(),
        })
    }

    /// Declares what a construct privatises, in braces of its own where there is any, and builds the rest inside with
    /// `f`.
    pub fn with_private(
        &self,
        p: &mut Printer,
        out: &mut Block,
        body: Option<StmtId>,
        private: &[(VarId, Private)],
        f: impl FnOnce(&Kernel, &mut Printer, &mut Block),
    ) {
        let needed: Vec<(VarId, Private)> = private
            .iter()
            .copied()
            .filter(|(var, how)| self.needs_copy(body, *var, *how))
            .collect();
        if needed.is_empty() {
            f(self, p, out);
            return;
        }
        // Copies in shared memory are declared elsewhere.
        let declared =
            self.is_parallel() || !needed.iter().all(|(var, _)| self.plan.is_shared(*var));
        let braces = if declared { Braces::Own } else { Braces::None };
        self.in_scope_where(braces, out, |out| {
            let mut names = vec![];
            for (var, how) in &needed {
                names.push((*var, self.declare_private(p, out, *var, *how)));
            }
            self.renaming_all(p, &names, |k, p| f(k, p, out));
        });
    }

    /// Whether a region's threads read values once. Text for checks reads the variables themselves.
    pub fn latches(&self, parallel: &Parallel) -> bool {
        !parallel.latched.is_empty() && !self.text.is_checked()
    }

    /// Declares the values that a region's threads read once, where it begins, under the variables' own names, in the
    /// scope of `out`, and builds the rest with `f`.
    pub fn with_latched(
        &self,
        p: &mut Printer,
        out: &mut Block,
        parallel: &Parallel,
        f: impl FnOnce(&Kernel, &mut Printer, &mut Block),
    ) {
        let mut names = vec![];
        for &var in parallel.latched.iter().filter(|_| self.latches(parallel)) {
            let name = p.names.var(var).to_string();
            let value = self.spelling(p, var);
            let ty = constant(self.program.vars[var].ty);
            out.declare_as(p.declarator(ty, &name), value);
            names.push((var, name));
        }
        self.renaming_all(p, &names, |k, p| f(k, p, out));
    }

    /// Whether the code needs a copy of its own of a variable that a construct privatises.
    pub fn needs_copy(&self, body: Option<StmtId>, var: VarId, how: Private) -> bool {
        self.plan.copies.has(body, var, how)
    }

    /// Declares a private copy and returns its name; the original keeps its spelling until renamed.
    pub fn declare_private(
        &self,
        p: &mut Printer,
        out: &mut Block,
        var: VarId,
        how: Private,
    ) -> String {
        let v = &self.program.vars[var];
        let original = self.spelling(p, var);
        if !self.is_parallel() && self.plan.is_shared(var) {
            let member = self
                .shared
                .of(Member::Copy(self.construct_now(), var))
                .expect("a shared copy has a place");
            if is_vla(&self.program.types, v.ty.id) {
                let class = match self.plan.mode {
                    Mode::Function => "romp::frame_array",
                    _ => "romp::team_array",
                };
                let name = self.name_beside(p.names.var(var), "private");
                let elements = p.elements(out, var, class, &name);
                out.assign(member, elements);
            }
            if how.is_first() {
                let mut copy = |out: &mut Block| self.initialise(p, out, var, member, &original);
                match self.plan.mode {
                    Mode::ForkJoin | Mode::Function => copy(out),
                    _ => shared::by_thread_0(out, copy),
                }
            }
            return member.to_string();
        }
        let clash = self.plan.storage_of(var).is_some() || self.renamed(var).is_some();
        let own = p.names.var(var).to_string();
        let needs_original = matches!(
            how,
            Private::Firstprivate | Private::FirstLastprivate | Private::Lastprivate
        );
        let name = if clash || needs_original {
            self.name_beside(&own, "private")
        } else {
            own
        };
        if let Some(team) = self.task_variable(var) {
            p.task_variable(out, var, &name, team);
            if how.is_first() {
                self.initialise(p, out, var, &name, &original);
            }
            return name;
        }
        if is_vla(&self.program.types, v.ty.id) {
            let elements = p.elements(out, var, "romp::thread_array", &name);
            let declared = p.declarator(unqualified(v.ty), &name);
            out.declare_as(declared, elements);
            if how.is_first() {
                self.initialise(p, out, var, &name, &original);
            }
            return name;
        }
        let types = &self.program.types;
        let declared = p.declaring(v.span, v.ty, |p| writable(p, types, v.ty, &name));
        if how.is_first() {
            if self.program.types.is_array(v.ty.id) {
                out.declare(declared);
                self.initialise(p, out, var, &name, &original);
            } else {
                out.declare_as(declared, p.value_in(v.ty, &original));
            }
        } else {
            out.declare(declared);
        }
        name
    }

    /// Whether other code reads the value that the iteration variable of the current construct's loop ends with.
    pub fn keeps_last_value(&self, var: VarId) -> bool {
        let construct = &self.program.constructs[self.construct_now()];
        let seen = match self.plan.storage_of(var) {
            Some(storage) => matches!(storage, Storage::Reference | Storage::Symbol),
            None => self.shared.of(Member::Var(var)).is_some(),
        };
        construct.last_values.contains(&var) || seen && construct.directive.has(Leaf::Simd)
    }

    /// Prints the initialisation of a private copy, whose original may be the pointer to an array that the kernel
    /// receives.
    fn initialise(&self, p: &mut Printer, out: &mut Block, var: VarId, copy: &str, original: &str) {
        let ty = self.program.vars[var].ty;
        if !is_vla(&self.program.types, ty.id) && self.program.types.is_array(ty.id) {
            return out.effect(p.copy_array(ty, copy, original, &format!("sizeof({copy})")));
        }
        self.assign(p, out, var, copy, original)
    }

    /// Prints `original = copy` for variables of `var`'s type.
    pub fn assign(&self, p: &mut Printer, out: &mut Block, var: VarId, original: &str, copy: &str) {
        let whole = self.program.vars[var].ty;
        let ty = whole.id;
        if p.is_volatile_record(whole) {
            let copy = p.value_in(whole, copy);
            out.effect(format!("romp::assign({original}, {copy})"));
        } else if is_vla(&self.program.types, ty) {
            let bytes = p.bytes(var);
            out.effect(p.copy_array(whole, original, copy, &bytes));
        } else if self.program.types.is_array(ty) {
            out.effect(p.copy_array(whole, original, copy, &format!("sizeof({copy})")));
        } else {
            out.assign(original, copy);
        }
    }
}

/// The declarator of a copy that is assigned after its declaration: elements are not `const`.
pub fn writable(p: &mut Printer, types: &Types, ty: QualType, name: &str) -> String {
    let (of, extents) = elements(types, ty);
    match of.quals.is_const && !extents.is_empty() {
        true => p.declarator(unqualified(of), &format!("{name}{extents}")),
        false => p.declarator(unqualified(ty), name),
    }
}

/// The declarator of a copy that a function object captures: no qualifiers at all.
pub fn capturable(p: &mut Printer, types: &Types, ty: QualType, name: &str) -> String {
    let (of, extents) = elements(types, ty);
    let plain = types.resolve_qual(of).id;
    p.declarator(plain.into(), &format!("{name}{extents}"))
}

/// The innermost element of an array, and the extents as a declarator has them; a type without, if it is no array.
fn elements(types: &Types, ty: QualType) -> (QualType, String) {
    let (mut of, mut extents) = (ty, String::new());
    while let Type::Array {
        elem,
        len: ArrayLen::Known(n),
    } = types.resolve(of.id)
    {
        extents.push_str(&format!("[{n}]"));
        of = *elem;
    }
    (of, extents)
}
