//! `declare reduction` (OpenMP 5.2, section 5.5.11): for each of its types the combiner and the initialiser.

use super::Lower;
use super::scope::Entity;
use crate::diag::{Code, Diagnostic};
use crate::front;
use crate::ir::*;
use crate::omp::{self, ClauseKind, DirectiveArgs, ExprText, ReductionOp};
use crate::source::Span;

type Raw = omp::Directive;

impl Lower<'_> {
    /// An error for a combiner that names other variables than `omp_in` and `omp_out`.
    fn combiner_variables(&mut self, combiner: ExprId, own: [VarId; 2], span: Span) {
        let mut other = None;
        self.program.walk_expr(combiner, &mut |_, e| {
            if let ExprKind::Var(var) = e.kind
                && !own.contains(&var)
            {
                other = Some(self.program.vars[var].name.clone());
            }
        });
        if let Some(name) = other {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::ListItem,
                    span,
                    format!(
                        "the combiner names `{name}`, and may name `omp_in` and `omp_out` only"
                    ),
                )
                .note("OpenMP 5.2, section 5.5.11")
                .help("call a function that knows the other variable"),
            );
        }
    }

    /// `declare reduction(id : types : combiner) initializer(...)`
    pub(super) fn declare_reduction(&mut self, directive: &Raw) {
        let DirectiveArgs::Reduction {
            id,
            types,
            combiner,
        } = &directive.args
        else {
            return;
        };
        let Some(combiner) = combiner else { return };
        let initializer = directive.clauses.iter().find_map(|c| match &c.kind {
            ClauseKind::Initializer(text) => Some(text),
            _ => None,
        });
        for text in types {
            let Some(ty) = self.read_type(&text.text, text.span.lo as usize) else {
                let message = format!("`{}` is not a type", text.text.trim());
                self.error(Code::ListItem, text.span, message);
                continue;
            };
            if self.program.types.is_array(ty.id) {
                let message = format!("`{}` is an array type", text.text.trim());
                self.diagnostics.push(
                    Diagnostic::error(Code::ListItem, text.span, message)
                        .note("OpenMP 5.2, section 5.5.11")
                        .help("declare it for the elements: arrays are reduced element by element"),
                );
                continue;
            }
            if !self.may_declare_reduction(id, ty, text.span) {
                continue;
            }
            self.scopes.enter();
            let mut var = |name: &str| {
                let var = self.new_var(name, ty, Storage::Auto, directive.span);
                self.scopes.declare(name, Entity::Var(var));
                var
            };
            let (omp_in, omp_out) = (var("omp_in"), var("omp_out"));
            let (omp_priv, omp_orig) = (var("omp_priv"), var("omp_orig"));
            let combined = self.clause_expr(combiner);
            let initializer = initializer.and_then(|init| self.reduction_init(text, ty, init));
            self.scopes.leave();
            let Ok(combiner) = combined else { continue };
            self.combiner_variables(combiner, [omp_in, omp_out], directive.span);
            let reduction = self.program.reductions.alloc(UserReduction {
                op: id.clone(),
                ty,
                combiner,
                initializer,
                omp_in,
                omp_out,
                omp_priv,
                omp_orig,
                span: directive.span,
                func: self.function,
            });
            self.scopes.declare_reduction(reduction);
        }
    }

    /// Whether an identifier may be declared for a type: once in a scope. The specification declares those of
    /// operators for arithmetic types.
    fn may_declare_reduction(&mut self, op: &ReductionOp, ty: QualType, at: Span) -> bool {
        let program = &self.program;
        let is_operator = !matches!(op, ReductionOp::User(_));
        let found = if is_operator && program.types.is_arithmetic(ty.id) {
            let ty = program.describe(ty);
            Diagnostic::error(
                Code::ListItem,
                at,
                format!("the standard declares this reduction for `{ty}`"),
            )
            .help("give yours a name: `declare reduction(mine : ...)`, `reduction(mine : x)`")
        } else {
            let declared = self.scopes.reductions_of_this_scope();
            let Some(before) = declared
                .map(|one| &program.reductions[one])
                .find(|before| before.op == *op && self.identical(before.ty.id, ty.id))
            else {
                return true;
            };
            let ty = program.describe(ty);
            Diagnostic::error(
                Code::ListItem,
                at,
                format!("this reduction is declared for `{ty}` already"),
            )
            .also(before.span, "declared here")
            .help("give one of the two another name")
        };
        self.diagnostics
            .push(found.note("OpenMP 5.2, section 5.5.11"));
        false
    }

    /// `omp_priv = initializer`, or a call
    fn reduction_init(
        &mut self,
        ty_text: &ExprText,
        ty: QualType,
        text: &ExprText,
    ) -> Option<ReductionInit> {
        let is_value = text
            .text
            .trim_start()
            .strip_prefix("omp_priv")
            .is_some_and(|rest| rest.trim_start().starts_with('='));
        if !is_value {
            let call = self.clause_expr(text).ok()?;
            if !matches!(self.program.exprs[call].kind, ExprKind::Call { .. }) {
                let message = "an initializer is `omp_priv = value` or a call of a function";
                self.diagnostics.push(
                    Diagnostic::error(Code::ListItem, text.span, message)
                        .note("OpenMP 5.2, section 5.5.11"),
                );
                return None;
            }
            return Some(ReductionInit::Call(call));
        }
        let prefix = format!("__typeof__({}) ", ty_text.text.trim());
        let whole = format!("{prefix}{}", text.text);
        let at = (text.span.lo as usize).saturating_sub(prefix.len());
        let scopes = &self.scopes;
        let is_type = |name: &str| matches!(scopes.find(name), Some(Entity::Alias(_)));
        let fragment = match front::parse_declaration(&whole, &is_type, at) {
            Ok(fragment) => fragment,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                return None;
            }
        };
        let init = self.within(fragment, text.span, |lower, node| {
            let initializer = node.node.declarators.first()?.node.initializer.as_ref()?;
            Some(lower.initializer(ty, initializer).0)
        })?;
        Some(ReductionInit::Value(init))
    }
}
