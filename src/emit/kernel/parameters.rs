//! The parameters of a kernel, and what gives captured variables their names.
//!
//! From the arguments of the plan, whose order is that of the parameters, and the storage of captured variables.

use super::{Kernel, scratch_slots, unqualified};
use crate::device::Block;
use crate::device::skeletons::Apart;
use crate::emit::cuda::{Names, Printer};
use crate::emit::{fork_join, loops, reductions, shared, tasks};
use crate::ir::*;
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::{ArgWhat, Behind, Storage};
use crate::source::Span;

/// Of a parameter that no thread changes: code that takes its address reads it where it is, and not a copy on the
/// thread's stack.
const CONSTANT: &str = "__grid_constant__";

/// Whether a parameter is a structure that the region does not change.
fn is_constant_record(p: &Printer, plan: &KernelPlan, var: VarId) -> bool {
    let ty = p.program.vars[var].ty;
    let captured = plan.data.get(var);
    p.program.types.is_record(ty.id)
        && !p.has_volatile_records(ty)
        && captured.is_some_and(|captured| !captured.usage.maybe_written())
}

/// A parameter of a kernel, as it is declared.
pub(super) struct Parameter {
    /// Its name.
    name: String,
    /// Its declaration in the kernel.
    declaration: String,
    /// In the kernel for launches whose list items are separate.
    apart: String,
    /// In the function with the code of both.
    of_code: String,
}

impl Parameter {
    /// One that is declared alike everywhere.
    fn plain(name: String, declaration: String) -> Parameter {
        Parameter {
            name,
            apart: declaration.clone(),
            of_code: declaration.clone(),
            declaration,
        }
    }

    /// An object that no thread changes, which the function with the code gets by reference.
    fn constant(name: String, declaration: String, of_code: String) -> Parameter {
        let declaration = format!("{CONSTANT} {declaration}");
        Parameter {
            name,
            apart: declaration.clone(),
            of_code,
            declaration,
        }
    }
}

/// What stands in a kernel's parentheses, and what another one for launches with separate list items needs.
pub(super) fn headed(
    plan: &KernelPlan,
    names: &Names,
    of: Vec<Parameter>,
) -> (Vec<String>, Option<Apart>) {
    let declared = |which: fn(&Parameter) -> &String| of.iter().map(which).cloned().collect();
    let apart = plan.apart.then(|| Apart {
        kernel: plan.name_apart(),
        code: names.fresh(&format!("{}_code", plan.name)),
        parameters: declared(|one| &one.apart),
        of_code: declared(|one| &one.of_code),
        arguments: declared(|one| &one.name),
    });
    (declared(|one| &one.declaration), apart)
}

impl Kernel<'_> {
    /// Whether the variable is an array that the kernel receives by value: a member of its parameter.
    pub(super) fn is_array_by_value(&self, var: VarId) -> bool {
        self.plan.storage_of(var) == Some(&Storage::Value)
            && self.program.types.is_array(self.program.vars[var].ty.id)
    }

    /// The parameters; references that give mapped variables their names are added to `body`.
    pub(super) fn parameters(
        &self,
        p: &mut Printer,
        plan: &KernelPlan,
        body: &mut Block,
    ) -> Vec<Parameter> {
        let program = self.program;
        let mut params = vec![];
        if plan.mode() == Mode::ForkJoin {
            let size = fork_join::team_size(self);
            params.push(Parameter::plain(
                size.to_string(),
                format!("unsigned {size}"),
            ));
        }
        for arg in &plan.args {
            if scratch_slots(&arg.what).is_some() {
                let name = self.names.fresh(reductions::SCRATCH);
                params.push(Parameter::plain(name.clone(), format!("void *{name}")));
            }
            let slices = match arg.what {
                ArgWhat::TeamMemory(_) => Some(shared::slices(self.names)),
                ArgWhat::TeamStack(_) => Some(shared::team_stack(self.names)),
                ArgWhat::ThreadStacks(_) => Some(shared::thread_stacks(self.names)),
                _ => None,
            };
            params.extend(slices.map(|name| {
                Parameter::plain(name.to_string(), format!("romp::team_slices {name}"))
            }));
            if let ArgWhat::GridPart(_) = arg.what {
                let name = self.names.fresh(loops::GRID_PART);
                params.push(Parameter::plain(
                    name.clone(),
                    format!("romp::grid_part {name}"),
                ));
            }
            if let ArgWhat::TaskMemory = arg.what {
                let name = tasks::memory(self.names);
                let declaration = format!("romp::team_slices {name}");
                params.push(Parameter::plain(name.to_string(), declaration));
            }
            let Some(var) = arg.param else { continue };
            let v = &program.vars[var];
            let name = p.names.var(var).to_string();
            match self.plan.storage_of(var).expect("a parameter has storage") {
                Storage::Value if self.is_array_by_value(var) => {
                    let of = p.declaring(v.span, v.ty, |p| p.declarator(unqualified(v.ty), ""));
                    let declared = |name: &str| format!("const romp::by_value<{of}> {name}");
                    let of_code = declared(&format!("&{name}"));
                    params.push(Parameter::constant(name.clone(), declared(&name), of_code));
                }
                Storage::Value if is_constant_record(p, plan, var) => {
                    let ty = QualType {
                        quals: Quals {
                            is_const: true,
                            ..v.ty.quals
                        },
                        ..v.ty
                    };
                    let of_code = p.declarator(ty, &format!("&{name}"));
                    let declaration = p.declarator(ty, &name);
                    params.push(Parameter::constant(name, declaration, of_code));
                }
                Storage::Value
                    if let Type::Pointer(to) = *program.types.resolve(v.ty.id)
                        && behind(plan, var) != Behind::default() =>
                {
                    let own = program.types.resolve_qual(v.ty).quals;
                    let behind = behind(plan, var);
                    params.push(self.pointing(p, v.span, behind, (to, own), name));
                }
                Storage::Value => {
                    // A device pointer, or a value, with its top-level qualifiers.
                    let declaration = p.declaring(v.span, v.ty, |p| p.declarator(v.ty, &name));
                    params.push(Parameter::plain(name, declaration));
                }
                Storage::Array => {
                    let elem = program
                        .types
                        .element(v.ty.id)
                        .expect("an array has elements");
                    let behind = behind(plan, var);
                    let to = (elem, Quals::default());
                    params.push(self.pointing(p, v.span, behind, to, name));
                }
                Storage::Reference => {
                    let at = self.names.fresh(&format!("{name}_dev"));
                    let declaration = p.declaring(v.span, v.ty, |p| pointer(p, v.ty, &at));
                    params.push(Parameter::plain(at.clone(), declaration));
                    let marked = marked(program, v.ty, '&', &name);
                    let reference = p.declaring(v.span, v.ty, |p| p.declarator(v.ty, &marked));
                    body.declare_as(reference, format!("*{at}"));
                }
                Storage::Symbol | Storage::Local => {}
            }
        }
        params
    }

    /// A parameter that points to what `to` says: the type, and the qualifiers of the pointer.
    fn pointing(
        &self,
        p: &mut Printer,
        place: Span,
        behind: Behind,
        (to, own): (QualType, Quals),
        name: String,
    ) -> Parameter {
        let apart = Behind {
            promised: behind.promised || behind.apart,
            ..behind
        };
        let mut declared =
            |behind| p.declaring(place, to, |p| qualified(p, behind, to, own, &name));
        let declaration = declared(behind);
        Parameter {
            apart: declared(apart),
            of_code: declaration.clone(),
            declaration,
            name,
        }
    }
}

/// The declaration of a pointer to `to`, without its semicolon; a pointer to a variable-length array
/// is one to its scalar element.
fn pointer(p: &mut Printer, to: QualType, name: &str) -> String {
    let to = if p.program.types.is_variably_modified(to.id) && p.program.types.is_array(to.id) {
        vla_element(&p.program.types, to).0
    } else {
        to
    };
    p.declarator(to, &marked(p.program, to, '*', name))
}

/// What is known of the memory behind a parameter.
fn behind(plan: &KernelPlan, var: VarId) -> Behind {
    plan.behind.get(&var).copied().unwrap_or_default()
}

/// The declaration of a parameter that points to `to`, with the qualifiers that hold for the kernel; `own` are those
/// that the program gives the pointer.
fn qualified(p: &mut Printer, behind: Behind, to: QualType, own: Quals, name: &str) -> String {
    let quals = Quals {
        is_const: to.quals.is_const || behind.only_read,
        ..to.quals
    };
    let words = [
        (own.is_const, "const "),
        (own.is_volatile, "volatile "),
        (behind.is_restricted(), "__restrict__ "),
    ];
    let words = words.iter().filter(|(has, _)| *has);
    let words: String = words.map(|(_, word)| *word).collect();
    pointer(p, QualType { quals, ..to }, &format!("{words}{name}"))
}

/// `*name` or `&name` for a declarator, in parentheses where the type needs them.
fn marked(program: &Program, ty: QualType, mark: char, name: &str) -> String {
    if program.types.is_array(ty.id) {
        format!("({mark}{name})")
    } else {
        format!("{mark}{name}")
    }
}
