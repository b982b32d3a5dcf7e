//! An atomic operation as a call of the device header's function (`romp/atomics.cuh`).
//!
//! From the analysed statement. The header's functions take operands in their own types and convert as C
//! does in the expression: so operands are printed in exactly their C types. Decides nothing.

use super::Printer;
use super::cast::Cxx;
use super::precedence::{Prec, Text};
use crate::device::Block;
use crate::ir::atomics::{Action, Atomic, Operand, When, is_wide};
use crate::ir::{BinOp, ExprId, QualType, Type};
use crate::omp::MemoryOrder;

/// The symbol of the locks for atomic operations on locations that are too long for hardware; all files of a program
/// share them.
pub const WIDE_LOCKS: &str = "romp_wide_locks";

impl Printer<'_> {
    pub fn atomic(&mut self, out: &mut Block, atomic: &Atomic) {
        if let Action::Replace { expected, desired } = atomic.action {
            return self.replacement(out, atomic, expected, desired);
        }
        match atomic.capture {
            None => out.user(format!("{};", self.operation(atomic, When::Before).text)),
            Some(capture) => {
                let value = self.operation(atomic, capture.when);
                out.user(self.assigned(capture.v, value));
            }
        }
    }

    /// A call that returns the value before or after the operation.
    fn operation(&mut self, atomic: &Atomic, when: When) -> Text {
        let ty = self.program.expr(atomic.x).ty;
        let is = Cxx::Is(ty);
        let after = when == When::After;
        let fetch = if after { "_fetch" } else { "" };
        let (name, operand) = match atomic.action {
            Action::Read => {
                let location = self.place(atomic.x);
                return self.call_atomic("read", atomic, location, None, is);
            }
            Action::Write(value) => {
                let captured = atomic.capture.is_some() && !after;
                let (name, location) = match captured {
                    true => ("exchange", self.location(atomic.x)),
                    false => ("write", self.place(atomic.x)),
                };
                let value = self.coerced(value, ty).at_least(Prec::Assign);
                return self.call_atomic(name, atomic, location, Some(value), is);
            }
            Action::Min(e) => ("min", self.operand_text(e, ty)),
            Action::Max(e) => ("max", self.operand_text(e, ty)),
            Action::Update {
                op,
                operand,
                reversed,
            } => {
                let operand = match operand {
                    Operand::One => "1".into(),
                    Operand::Expr(e) => self.operand_text(e, ty),
                };
                (operator(op, reversed), operand)
            }
            Action::Replace { .. } => unreachable!("printed by `replacement`"),
        };
        self.complete_pointee(ty);
        let (location, computed) = self.computed_location(atomic.x);
        let name = format!("{name}{fetch}");
        let call = self.call_atomic(
            &name,
            atomic,
            location,
            Some(operand),
            computed.unwrap_or(is),
        );
        // The value of a pointer that was computed as an integer.
        match self.program.types.is_pointer(ty.id) && computed.is_some() && atomic.capture.is_some()
        {
            true => self.cast(call, ty),
            false => call,
        }
    }

    /// Prints `if (x == expected) x = desired`, with what is captured.
    fn replacement(&mut self, out: &mut Block, atomic: &Atomic, expected: ExprId, desired: ExprId) {
        let ty = self.program.expr(atomic.x).ty;
        let operands = format!(
            "{}, {}",
            self.operand_text(expected, ty),
            self.coerced(desired, ty).at_least(Prec::Assign)
        );
        let location = self.location(atomic.x);
        let is = Cxx::Is(ty);
        let call = self.call_atomic("compare_exchange", atomic, location, Some(operands), is);
        let member =
            |of: &str, name: &str, cxx| Text::new(format!("{of}.{name}"), Prec::Postfix, cxx);
        let captured = |of: &str, when| match when {
            When::After => member(of, "now", is),
            When::Before | When::Failing => member(of, "old", is),
        };
        match (atomic.result, atomic.capture) {
            (None, None) => out.user(format!("{};", call.text)),
            (Some(r), None) => out.user(self.assigned(r, member(&call.text, "equal", Cxx::Bool))),
            (None, Some(capture)) if capture.when != When::Failing => {
                out.user(self.assigned(capture.v, captured(&call.text, capture.when)))
            }
            (result, Some(capture)) => {
                let done = self.names.fresh("exchanged");
                out.scope(|out| {
                    out.user(format!("const auto {done} = {};", call.text));
                    if let Some(r) = result {
                        out.user(self.assigned(r, member(&done, "equal", Cxx::Bool)));
                    }
                    out.user(format!("if (!{done}.equal)"));
                    let v = self.assigned(capture.v, captured(&done, capture.when));
                    out.nested(|out| out.user(v));
                });
            }
        }
    }

    fn call_atomic(
        &self,
        name: &str,
        atomic: &Atomic,
        location: String,
        operands: Option<String>,
        cxx: Cxx,
    ) -> Text {
        let order = match atomic.order {
            MemoryOrder::Relaxed => "",
            MemoryOrder::Acquire => "<romp::acquire>",
            MemoryOrder::Release => "<romp::release>",
            MemoryOrder::AcqRel => "<romp::acq_rel>",
            MemoryOrder::SeqCst => "<romp::seq_cst>",
        };
        let operands = operands.map_or(String::new(), |list| format!(", {list}"));
        let text = format!("romp::atomic_{name}{order}({location}{operands})");
        Text::new(text, Prec::Postfix, cxx)
    }

    /// The text of a location that is read or written.
    fn place(&mut self, x: ExprId) -> String {
        let text = self.node(x).at_least(Prec::Assign);
        match is_wide(self.program, x) {
            true => format!("romp::wide({text}, {WIDE_LOCKS})"),
            false => text,
        }
    }

    /// The location for a function of the header that reads and writes in one step; marked generic where atomic
    /// instructions may not apply to it.
    fn location(&mut self, x: ExprId) -> String {
        match is_wide(self.program, x) || self.hooks.is_shared_address(x) {
            true => self.place(x),
            false => format!("romp::generic({})", self.place(x)),
        }
    }

    /// The location as one of a type with which C++ computes as C does, where its own type is not one; and that type.
    fn computed_location(&mut self, x: ExprId) -> (String, Option<Cxx>) {
        let types = &self.program.types;
        let ty = self.program.expr(x).ty;
        let cast = |p: &mut Self, to: &str| {
            let place = format!("({to}&){}", p.node(x).at_least(Prec::Cast));
            match p.hooks.is_shared_address(x) {
                true => place,
                false => format!("romp::generic({place})"),
            }
        };
        match types.resolve(ty.id) {
            Type::Enum(id) => {
                let kind = self.program.enums[*id].repr;
                (
                    cast(self, &format!("{} ", kind.spelling())),
                    Some(Cxx::Int(kind)),
                )
            }
            Type::Pointer(to) => {
                let to = types.resolve_qual(*to);
                let is_const = if to.quals.is_const { "const " } else { "" };
                match types.get(to.id) {
                    Type::Void | Type::Function { .. } => {
                        (cast(self, &format!("{is_const}char *")), Some(Cxx::Is(ty)))
                    }
                    _ => (self.location(x), None),
                }
            }
            _ => (self.location(x), None),
        }
    }

    /// The text of an operand, of exactly its C type.
    fn operand_text(&mut self, e: ExprId, location: QualType) -> String {
        let own = self.program.expr(e).ty;
        let text = self.node(e);
        if let Some(kind) = self.kind_in_c(text.cxx) {
            return self.as_kind(text, kind).at_least(Prec::Assign);
        }
        // A null pointer, or a string.
        if self.program.types.is_pointer(location.id)
            && matches!(text.cxx, Cxx::Null | Cxx::ConstChars)
        {
            return self.cast(text, location).at_least(Prec::Assign);
        }
        self.exactly(e, own).at_least(Prec::Assign)
    }

    /// `to = value;`
    fn assigned(&mut self, to: ExprId, value: Text) -> String {
        let ty = self.program.expr(to).ty;
        let (to, value) = (self.node(to), self.coerce(value, ty));
        format!(
            "{} = {};",
            to.at_least(Prec::Unary),
            value.at_least(Prec::Assign)
        )
    }
}

/// The header's name for an operator.
fn operator(op: BinOp, reversed: bool) -> &'static str {
    match (op, reversed) {
        (BinOp::Add, _) => "add",
        (BinOp::Sub, false) => "sub",
        (BinOp::Sub, true) => "rsub",
        (BinOp::Mul, _) => "mul",
        (BinOp::Div, false) => "div",
        (BinOp::Div, true) => "rdiv",
        (BinOp::BitAnd, _) => "and",
        (BinOp::BitOr, _) => "or",
        (BinOp::BitXor, _) => "xor",
        (BinOp::Shl, false) => "shl",
        (BinOp::Shl, true) => "rshl",
        (BinOp::Shr, false) => "shr",
        (BinOp::Shr, true) => "rshr",
        (BinOp::And, _) => "logical_and",
        (BinOp::Or, _) => "logical_or",
        _ => unreachable!("`analyze::atomics` takes no other operator"),
    }
}
