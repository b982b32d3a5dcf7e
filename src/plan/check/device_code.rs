//! Refuses what has no form in device code, so that printing it cannot fail.
//!
//! From what device code reaches; a function for each rule. What the C library of devices lacks is refused by
//! `analyze::reach` with the printer's own table. Must not know plans or how text is made.

mod constructs;
mod types;

use self::types::{Lasts, innermost};
use crate::analyze::reach::{Reach, Root};
use crate::analyze::sharing::DeviceData;
use crate::diag::{Code, Diagnostic};
use crate::ir::walk::each_in_init;
use crate::ir::{
    BinOp, Construct, Conversion, Decl, Expr, ExprId, ExprKind, FuncId, Program, Stmt, StmtId,
    StmtKind, Storage, Type, VECTOR_ELEMENT, VarId, characters, constants, literals, vla_extents,
};
use crate::library::{printf, prints};
use crate::plan::check::{address_circles, foreign_types, one_symbol, weak_symbols};
use crate::source::Span;
use std::collections::BTreeSet;

/// The number of elements of the longest array in a compound literal whose address is taken.
const LONGEST_LITERAL: u64 = 64;
/// The most values of a case range.
const MOST_CASES: i128 = 1024;

/// The errors for everything in the reached code that has no form in device code.
///
/// `said` are the names of types that errors about captured variables have reported: expressions with such variables get
/// no error more.
pub fn check(program: &Program, reach: &Reach, said: BTreeSet<String>) -> Vec<Diagnostic> {
    let mut check = Check {
        program,
        seen: BTreeSet::new(),
        said,
        foreign_said: false,
        converted: BTreeSet::new(),
        unused: BTreeSet::new(),
        values: BTreeSet::new(),
        diagnostics: vec![],
    };
    reach.globals.iter().for_each(|&var| check.global(var));
    for &root in &reach.roots {
        match root {
            Root::Region(stmt) => check.stmts(stmt),
            Root::Expr(expr) => check.whole_expr(expr),
            Root::Func(_) | Root::Var(_) => {}
        }
    }
    reach.funcs.iter().for_each(|&func| check.func(func));
    reach.outside.iter().for_each(|&func| check.signature(func));
    check
        .diagnostics
        .extend(address_circles::of(program, &reach.globals));
    check.diagnostics.extend(weak_symbols::of(program, reach));
    check.diagnostics.extend(one_symbol::of(program));
    check
        .diagnostics
        .sort_by_key(|d| d.labels.first().map(|label| label.span));
    check.diagnostics
}

/// The errors for variables that a region maps, copies or receives, of types that a GPU does not have. What pointers
/// point at counts, too, since the host determines its layout. `said` gets the names of these types.
pub fn captured(
    program: &Program,
    construct: &Construct,
    data: &DeviceData,
    said: &mut BTreeSet<String>,
) -> Vec<Diagnostic> {
    let mut found = vec![];
    for captured in &data.vars {
        let var = &program.vars[captured.var];
        let Some(foreign) = foreign_types::why(program, innermost(program, var.ty)) else {
            continue;
        };
        let mut items = construct.clauses.iter().flat_map(|c| c.kind.items());
        let item = items.find(|item| item.var() == Some(captured.var));
        let at = item.map_or(construct.pragma, |item| item.span);
        let message = foreign.message(&format!("`{}` is", var.name));
        let diagnostic =
            Diagnostic::error(Code::DeviceCode, at, message).also(var.span, "declared here");
        found.push(match foreign.help {
            "" => diagnostic,
            help => diagnostic.help(help),
        });
        said.insert(foreign.name);
    }
    found
}

struct Check<'a> {
    program: &'a Program,
    /// The places and messages of errors found so far: a loop over a table of `long double` is one error.
    seen: BTreeSet<(Span, String)>,
    /// The names of types that errors about variables have reported.
    said: BTreeSet<String>,
    /// Whether an error says already that a part of the current expression has a type that a GPU does not have.
    foreign_said: bool,
    /// Literals that are converted immediately, so that their own type does not matter.
    converted: BTreeSet<ExprId>,
    /// Expressions known so far whose values are not used.
    unused: BTreeSet<ExprId>,
    /// Expression statements that give statement expressions their values.
    values: BTreeSet<ExprId>,
    diagnostics: Vec<Diagnostic>,
}

impl Check<'_> {
    fn refuse(&mut self, code: Code, at: Span, message: String, help: &str) {
        if self.seen.insert((at, message.clone())) {
            let diagnostic = Diagnostic::error(code, at, message);
            self.diagnostics.push(match help {
                "" => diagnostic,
                help => diagnostic.help(help),
            });
        }
    }

    fn func(&mut self, func: FuncId) {
        let data = &self.program.funcs[func];
        self.signature(func);
        if data.variadic {
            self.refuse(
                Code::DeviceCode,
                data.span,
                format!(
                    "`{}` takes a variable number of arguments, which a GPU cannot",
                    data.name
                ),
                "give it an array and a count, or one function for each number of arguments",
            );
            return;
        }
        for &param in &data.params {
            self.extents(param);
        }
        if let Some(body) = data.body {
            self.orphaned(body);
            self.stmts(body);
        }
    }

    fn signature(&mut self, func: FuncId) {
        let data = &self.program.funcs[func];
        self.foreign_said = false;
        self.value_type(data.ret, data.span, &format!("`{}` returns", data.name));
        for &param in &data.params {
            self.foreign_said = false;
            let var = &self.program.vars[param];
            self.value_type(var.ty, var.span, &format!("`{}` is", var.name));
            self.said
                .extend(foreign_types::why(self.program, var.ty).map(|foreign| foreign.name));
        }
    }

    fn global(&mut self, var: VarId) {
        let data = &self.program.vars[var];
        self.variable_type(var);
        let Some(init) = &data.init else { return };
        let mut exprs = vec![];
        each_in_init(init, &mut |expr| exprs.push(expr));
        for expr in exprs {
            self.whole_expr(expr);
            self.static_address(expr);
        }
    }

    /// An error for an address that nvcc would compute when it initialises a variable with static storage.
    fn static_address(&mut self, expr: ExprId) {
        let mut literal = None;
        self.program.walk_expr(expr, &mut |_, e| {
            if let ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } = e.kind
            {
                let named = match &self.program.expr(arg).kind {
                    ExprKind::CompoundLiteral { .. } => "a compound literal",
                    // The cast that it needs is dynamic initialisation for nvcc.
                    ExprKind::Str { text } if characters::wide_string(text).is_some() => {
                        "a wide string literal"
                    }
                    _ => return,
                };
                literal.get_or_insert((e.span, named));
            }
        });
        if let Some((span, named)) = literal {
            self.refuse(
                Code::DeviceSyntax,
                span,
                format!("the address of {named} in the initialiser of a device variable"),
                "give it a name: a variable of its own",
            );
        }
    }

    // Statements.

    fn stmts(&mut self, stmt: StmtId) {
        let program = self.program;
        program.walk_all_stmts(stmt, &mut |_, s| {
            self.discarded(s);
            match &s.kind {
                StmtKind::Asm { .. } => self.refuse(
                    Code::DeviceCode,
                    s.span,
                    "device code has inline assembly of the host".into(),
                    "write it in C",
                ),
                StmtKind::Decl(decls) => decls.iter().for_each(|decl| {
                    if let Decl::Var(var) = decl {
                        self.local(*var);
                    }
                }),
                StmtKind::Case {
                    lo, hi: Some(hi), ..
                } => self.case_range(s.span, *lo, *hi),
                _ => {}
            }
            let declares_foreign = |decl: &Decl| match decl {
                Decl::Var(var) => foreign_types::why(program, program.vars[*var].ty).is_some(),
                _ => false,
            };
            // The declaration has an error already; its initialiser needs none.
            if !matches!(&s.kind, StmtKind::Decl(decls) if decls.iter().any(declares_foreign)) {
                program.each_expr_of(s, &mut |expr| self.whole_expr(expr));
            }
        });
    }

    /// A case range is printed value by value: it must be short.
    fn case_range(&mut self, span: Span, lo: ExprId, hi: ExprId) {
        let value = |e| constants::int_value(self.program, e);
        let few = match (value(lo), value(hi)) {
            (Some(lo), Some(hi)) => hi.saturating_sub(lo) < MOST_CASES,
            _ => false,
        };
        if !few {
            let message = format!("device code has a case range of more than {MOST_CASES} values");
            self.refuse(
                Code::DeviceCode,
                span,
                message,
                "test the bounds with `if` before the switch",
            );
        }
    }

    fn local(&mut self, var: VarId) {
        let data = &self.program.vars[var];
        if data.pinned {
            self.refuse(
                Code::DeviceCode,
                data.span,
                format!("`{}` is bound to a register of the host", data.name),
                "remove the `asm` from its declaration",
            );
            return;
        }
        if let Some(refused) = crate::plan::check::allocators::check_directive(self.program, var) {
            self.diagnostics.push(refused);
        }
        self.variable_type(var);
        self.extents(var);
        if let (Storage::StaticLocal, Some(init)) = (data.storage, &data.init) {
            each_in_init(init, &mut |expr| self.static_address(expr));
        }
    }

    /// An error for a type name of the host with an extent whose value may have changed since.
    fn extents(&mut self, var: VarId) {
        let data = &self.program.vars[var];
        let extents = vla_extents(&self.program.types, data.ty.id);
        if extents
            .iter()
            .any(|e| self.program.stale_extents.contains(e))
        {
            self.refuse(
                Code::DeviceSyntax,
                data.span,
                format!(
                    "the type of `{}` has an extent that may have changed since the type's declaration",
                    data.name
                ),
                "declare the type in the region, or with a `const` extent",
            );
        }
    }

    // Expressions.

    fn whole_expr(&mut self, id: ExprId) {
        let program = self.program;
        // What follows from the type of a variable is not said again.
        let mut said = false;
        program.walk_expr(id, &mut |_, e| {
            if let ExprKind::Var(var) = e.kind {
                let foreign = foreign_types::why(program, innermost(program, program.vars[var].ty));
                said |= foreign.is_some_and(|foreign| self.said.contains(&foreign.name));
            }
        });
        self.foreign_said = said;
        program.walk_expr(id, &mut |id, e| {
            // `((double)2.2e-16L)`, as <float.h> has it, is printed as a double.
            if let ExprKind::Convert { arg, .. } = e.kind
                && matches!(program.expr(arg).kind, ExprKind::Float { .. })
                && program.types.is_floating(e.ty.id)
            {
                self.converted.insert(arg);
            }
            if !self.converted.contains(&id) {
                self.expr(e);
            }
            match &e.kind {
                ExprKind::Comma { lhs, .. } => self.unused(*lhs),
                ExprKind::StmtExpr(block) => {
                    let last = program.last_value(*block).map(|(_, value)| value);
                    self.values
                        .extend(last.filter(|_| !self.unused.contains(&id)));
                    program.walk_stmts(*block, &mut |_, s| self.discarded(s));
                }
                ExprKind::Call { callee, args } if prints(program, *callee) => {
                    self.printed(id, e.span, args);
                }
                _ => {}
            }
        });
    }

    /// Records the expressions of a statement whose values are not used.
    fn discarded(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) if !self.values.contains(e) => self.unused(*e),
            StmtKind::For { step: Some(e), .. } => self.unused(*e),
            _ => {}
        }
    }

    /// Records an expression whose value is not used, and its operands whose values are then not used either.
    fn unused(&mut self, id: ExprId) {
        let program = self.program;
        self.unused.insert(id);
        match &program.expr(id).kind {
            ExprKind::Comma { rhs, .. }
            | ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                rhs,
                ..
            } => self.unused(*rhs),
            ExprKind::Cond { yes, no, .. } => {
                yes.iter().for_each(|&yes| self.unused(yes));
                self.unused(*no);
            }
            ExprKind::Convert { arg, .. } if *program.type_of(id) == Type::Void => {
                self.unused(*arg);
            }
            ExprKind::StmtExpr(block) => {
                if let Some((_, value)) = program.last_value(*block) {
                    self.unused(value);
                }
            }
            _ => {}
        }
    }

    /// A call of `printf`, whose format and arguments the driver reads.
    fn printed(&mut self, id: ExprId, span: Span, args: &[ExprId]) {
        if let Err((message, help)) = printf::printed(self.program, args) {
            self.refuse(Code::DeviceCode, span, message, help);
        } else if !self.unused.contains(&id) && printf::length(self.program, args).is_none() {
            self.refuse(
                Code::DeviceCode,
                span,
                "device code uses the value of `printf`, which on a GPU is not the number of \
                 characters printed"
                    .into(),
                "call `printf` in a statement of its own",
            );
        }
    }

    fn expr(&mut self, e: &Expr) {
        let program = self.program;
        if let ExprKind::Opaque { text, why } = &e.kind {
            let foreign = foreign_types::why(program, e.ty);
            let of_vector = why == VECTOR_ELEMENT;
            if foreign.is_some_and(|foreign| self.said.contains(&foreign.name))
                || of_vector && self.said.iter().any(|name| name.contains("vector_size"))
            {
                return;
            }
            self.refuse(
                Code::DeviceCode,
                e.span,
                format!("device code cannot hold {why}: `{text}`"),
                match why.as_str() {
                    "a computed goto" => "use a `switch`",
                    _ if of_vector => "use an array, and a loop over its elements",
                    _ => "",
                },
            );
            return;
        }
        if !matches!(e.kind, ExprKind::SizeOf { .. } | ExprKind::Func(_)) {
            self.value_type(e.ty, e.span, "this expression is");
        }
        match &e.kind {
            ExprKind::Str { text }
                if literals::string_bytes(text).is_none()
                    && characters::wide_string(text).is_none() =>
            {
                self.refuse(
                    Code::DeviceSyntax,
                    e.span,
                    "a string literal with an escape that C does not have".into(),
                    "write the character itself, or its number: `\\x41`",
                );
            }
            ExprKind::CompoundLiteral { init } => {
                self.initialiser(init, e.ty, (e.span, Lasts::Block))
            }
            ExprKind::Member {
                base, arrow: true, ..
            } => self.pointee(*base, e.span),
            ExprKind::Index { base, .. } => self.pointee(*base, e.span),
            ExprKind::Convert {
                why: Conversion::Cast,
                ..
            } if program.types.is_record(e.ty.id) => self.refuse(
                Code::DeviceSyntax,
                e.span,
                "a cast to a union in device code".into(),
                "initialise a variable of the union's type",
            ),
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.literal_address(*arg),
            ExprKind::StmtExpr(block) => self.no_constructs(*block),
            ExprKind::Call { callee, args } => self.wide_overflow(*callee, args, e.span),
            _ => {}
        }
    }
}
