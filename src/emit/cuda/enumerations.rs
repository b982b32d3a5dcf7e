//! The declarations of enumerations: constants by the others that they are made of, where the output declares these in
//! front, and by their values elsewhere.

use super::Printer;
use super::globals::COMPUTED;
use super::precedence::Prec;
use super::types::enum_base;
use crate::device::Block;
use crate::ir::{Conversion, EnumId, ExprId, ExprKind};
use crate::source::Span;

impl Printer<'_> {
    pub(super) fn enumeration(&mut self, out: &mut Block, id: EnumId) {
        let enumeration = &self.program.enums[id];
        let mut next = 0i128;
        let mut parts = vec![];
        for (index, constant) in enumeration.consts.iter().enumerate() {
            let name = self.names.enum_const(id, index);
            let by_names = constant
                .given
                .filter(|&e| self.names_constants(e, id, index));
            parts.push(match by_names {
                Some(e) => format!("{name} = {}", self.node(e).at_least(Prec::Cond)),
                None if constant.value == next => name.to_string(),
                None => format!("{name} = {}", enum_value(constant.value)),
            });
            next = constant.value + 1;
        }
        let base = enum_base(self.program, id).spelling();
        let head = if enumeration.tag.is_none() && !self.uses.named.has(id) {
            format!("enum : {base}")
        } else {
            format!("enum {} : {base}", self.names.enumeration(id))
        };
        let line = format!("{head} {{ {} }};", parts.join(", "));
        let spans: Vec<Option<Span>> = enumeration
            .consts
            .iter()
            .map(|one| Some(one.span))
            .collect();
        let mut about = None;
        let said = (enumeration.system, enumeration.local);
        let commented = self.has_comments_on(enumeration.span, said);
        if commented {
            self.comments_on_type(out, enumeration.span);
        }
        if !enumeration.system {
            about = self.comments_of_definition(enumeration.span, &spans);
        }
        if let Some(about) = about {
            out.user(format!("{head} {{"));
            out.behind(&about.opening);
            out.nested(|out| {
                for (part, item) in parts.iter().zip(&about.items) {
                    item.print(out, format!("{part},"));
                }
                about.end.iter().for_each(|line| out.user(line));
            });
            out.user("};");
        } else if line.len() <= 100 {
            out.user(line);
        } else {
            out.user(format!("{head} {{"));
            out.nested(|out| parts.iter().for_each(|part| out.user(format!("{part},"))));
            out.user("};");
        }
        if commented {
            self.comment_behind_type(out, enumeration.span);
        }
        for (index, constant) in enumeration.consts.iter().enumerate() {
            let at = constant.written;
            if let Some(text) = at.and_then(|at| self.constant(at, constant.value)) {
                let name = self.names.enum_const(id, index);
                out.user(format!("static_assert({name} == {text}, \"{COMPUTED}\");"));
            }
        }
    }

    /// Whether an expression is made of numbers and enumeration constants alone, which the output declares in front of
    /// constant number `index` of an enumeration.
    fn names_constants(&self, expr: ExprId, id: EnumId, index: usize) -> bool {
        let (mut all, mut any) = (true, false);
        let place = self.program.enums[id].span.lo;
        self.program
            .walk_expr(expr, &mut |_, expr| match expr.kind {
                ExprKind::EnumConst { of, index: other } => {
                    let ahead = self.uses.enums.has(of) && self.program.enums[of].span.lo < place;
                    any = true;
                    all &= ahead || of == id && other < index;
                }
                ExprKind::Int { .. }
                | ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::Convert {
                    why: Conversion::Implicit,
                    ..
                } => {}
                _ => all = false,
            });
        all && any
    }
}

fn enum_value(value: i128) -> String {
    if value > i128::from(i64::MAX) {
        format!("{value}u")
    } else if value == i128::from(i64::MIN) {
        "-9223372036854775807l - 1".into()
    } else {
        value.to_string()
    }
}
