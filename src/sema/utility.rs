//! The utility directives `nothing`, `assume` and `error` (OpenMP 5.2, section 8): hints are removed, and what they
//! stand before stays; `error` is a message of the translator, or code that prints one.
//!
//! From the directive and its resolved clauses. No module after this one sees such a construct.

use super::Lower;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{AtTime, ClauseKind, DirectiveKind};
use crate::source::Span;
use lang_c::ast::Statement;
use lang_c::span::Node;

impl Lower<'_> {
    /// The statement that such a directive becomes; none for other directives.
    pub(super) fn utility(
        &mut self,
        kind: &DirectiveKind,
        clauses: &[Clause],
        pragma: Span,
        inner: &Node<Statement>,
    ) -> Option<StmtId> {
        match kind {
            DirectiveKind::Nothing => Some(self.stmt_of(StmtKind::Null, pragma)),
            DirectiveKind::Assume => Some(self.statement(inner)),
            DirectiveKind::Error => Some(self.error_directive(clauses, pragma)),
            _ => None,
        }
    }

    /// `error`: a warning at compilation is left to the host compiler.
    pub(super) fn error_directive(&mut self, clauses: &[Clause], pragma: Span) -> StmtId {
        let (mut at, mut fatal, mut message) = (AtTime::Compilation, true, None);
        for clause in clauses {
            match clause.kind {
                ClauseKind::At(when) => at = when,
                ClauseKind::Severity { fatal: f } => fatal = f,
                ClauseKind::Message(text) => message = Some(text),
                _ => {}
            }
        }
        if at == AtTime::Compilation {
            if fatal {
                let text = match message.map(|e| self.program.show(e)) {
                    Some(text) => format!("the program says: {}", text.trim_matches(['{', '}'])),
                    None => "the program says that it must not be translated".into(),
                };
                let message = Diagnostic::error(Code::ErrorDirective, pragma, text)
                    .note("OpenMP 5.2, section 8.5")
                    .help("compile it in the way that the program asks for");
                self.diagnostics.push(message);
            }
            return self.stmt_of(StmtKind::Null, pragma);
        }
        let said = if fatal { "error" } else { "warning" };
        let call = |lower: &mut Self, name: &str, args| {
            let int = lower.int(IntKind::Int);
            let call = lower.plain_call(name, args, int, pragma, pragma);
            lower.stmt_of(StmtKind::Expr(call), pragma)
        };
        let newline = if message.is_some() { ": %s" } else { "" };
        let format = format!("\"{said} of the program{newline}\\n\"");
        let len = format.len() as u64 - 2;
        let elem = self.int(IntKind::Char).into();
        let array = self.intern(Type::Array {
            elem,
            len: ArrayLen::Known(len),
        });
        let format = self.expr(ExprKind::Str { text: format }, array, pragma);
        let mut args = vec![self.decay(format)];
        if let Some(text) = message {
            args.push(self.decay(text));
        }
        let mut statements = vec![call(self, "printf", args)];
        if fatal {
            statements.push(call(self, "abort", vec![]));
        }
        self.stmt_of(StmtKind::Block(statements), pragma)
    }
}
