//! Printed expressions, and the parentheses that precedence needs.

use super::cast::Cxx;
use crate::ir::BinOp;

/// C++'s operator levels, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prec {
    Comma,
    Assign,
    Cond,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Add,
    Mul,
    Cast,
    Unary,
    Postfix,
    Primary,
}

impl Prec {
    pub fn of(op: BinOp) -> Prec {
        use BinOp::*;
        match op {
            Add | Sub => Prec::Add,
            Mul | Div | Rem => Prec::Mul,
            Shl | Shr => Prec::Shift,
            Lt | Gt | Le | Ge => Prec::Relation,
            Eq | Ne => Prec::Equality,
            BitAnd => Prec::BitAnd,
            BitXor => Prec::BitXor,
            BitOr => Prec::BitOr,
            And => Prec::And,
            Or => Prec::Or,
        }
    }

    /// The next tighter level.
    pub fn above(self) -> Prec {
        use Prec::*;
        const ALL: [Prec; 17] = [
            Comma, Assign, Cond, Or, And, BitOr, BitXor, BitAnd, Equality, Relation, Shift, Add,
            Mul, Cast, Unary, Postfix, Primary,
        ];
        ALL[(self as usize + 1).min(16)]
    }
}

/// A printed expression.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub text: String,
    pub prec: Prec,
    pub cxx: Cxx,
}

impl Text {
    pub fn new(text: impl Into<String>, prec: Prec, cxx: Cxx) -> Text {
        Text {
            text: text.into(),
            prec,
            cxx,
        }
    }

    pub fn primary(text: impl Into<String>, cxx: Cxx) -> Text {
        Text::new(text, Prec::Primary, cxx)
    }

    /// The text, in parentheses if it binds looser than `prec`.
    pub fn at_least(&self, prec: Prec) -> String {
        if self.prec < prec {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }
}

/// `l op r`, with parentheses also where readers often misread precedence (shifts, bits, `&&` in `||`).
pub(super) fn infix(l: &Text, op: BinOp, r: &Text, cxx: Cxx) -> Text {
    let prec = Prec::of(op);
    let careful = |child: &Text| {
        let binary = child.prec > Prec::Cond && child.prec < Prec::Cast && child.prec != prec;
        match op {
            BinOp::Shl | BinOp::Shr | BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => binary,
            BinOp::Or => child.prec == Prec::And,
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge => {
                matches!(child.prec, Prec::Equality | Prec::Relation)
            }
            _ => false,
        }
    };
    let side = |child: &Text, least: Prec| {
        if careful(child) {
            format!("({})", child.text)
        } else {
            child.at_least(least)
        }
    };
    let text = format!(
        "{} {} {}",
        side(l, prec),
        op.spelling(),
        side(r, prec.above())
    );
    Text::new(text, prec, cxx)
}

/// How tightly a text from a hook binds: names, calls, members and elements bind tightly.
pub(super) fn prec_of(text: &str) -> Prec {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut postfix = false;
    for (i, &b) in bytes.iter().enumerate() {
        match b {
            b'(' | b'[' => {
                depth += 1;
                postfix |= i > 0;
            }
            b')' | b']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            b'.' => postfix = true,
            b'-' if bytes.get(i + 1) == Some(&b'>') => postfix = true,
            b'>' if i > 0 && bytes[i - 1] == b'-' => {}
            b'*' | b'&' if i == 0 => {
                return match prec_of(&text[1..]) {
                    Prec::Primary | Prec::Postfix | Prec::Unary => Prec::Unary,
                    _ => Prec::Comma,
                };
            }
            b if b.is_ascii_alphanumeric() || b == b'_' || b == b':' => {}
            _ => return Prec::Comma,
        }
    }
    // `(a)(b)` and `(T)x` look alike: only one pair of parentheses around everything is primary.
    if text.starts_with('(') && !(text.ends_with(')') && closes_at_end(text)) {
        return Prec::Cast;
    }
    if postfix {
        Prec::Postfix
    } else {
        Prec::Primary
    }
}

fn closes_at_end(text: &str) -> bool {
    let mut depth = 0i32;
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1 == text.len();
        }
    }
    false
}
