//! Types as C writes them, for messages and dumps.

use super::*;

impl Program {
    /// `double *`, `struct point [4]`.
    pub fn describe(&self, ty: QualType) -> String {
        self.declare(ty, "")
    }

    /// A declaration of `name` with the type: `int (*name)[4]`.
    pub fn declare(&self, ty: QualType, name: &str) -> String {
        let quals = quals(ty.quals);
        match self.types.get(ty.id) {
            Type::Pointer(to) => {
                let inner = self.types.get(to.id);
                let star = match (quals.is_empty(), name.is_empty()) {
                    (true, _) => format!("*{name}"),
                    (false, true) => format!("*{}", quals.trim_end()),
                    (false, false) => format!("*{quals}{name}"),
                };
                match inner {
                    Type::Array { .. } | Type::Function { .. } => {
                        self.declare(*to, &format!("({star})"))
                    }
                    _ => self.declare(*to, &star),
                }
            }
            Type::Array { elem, len } => {
                let len = match len {
                    ArrayLen::Known(n) => n.to_string(),
                    ArrayLen::Unknown => String::new(),
                    ArrayLen::Vla(e) => self.show(*e),
                };
                let elem = QualType {
                    id: elem.id,
                    quals: elem.quals.union(ty.quals),
                };
                self.declare(elem, &format!("{name}[{len}]"))
            }
            Type::Function {
                ret,
                params,
                variadic,
                prototyped,
            } => {
                let mut list: Vec<String> = params.iter().map(|&p| self.describe(p)).collect();
                if *variadic {
                    list.push("...".to_owned());
                } else if *prototyped && list.is_empty() {
                    list.push("void".to_owned());
                }
                self.declare(*ret, &format!("{name}({})", list.join(", ")))
            }
            base => {
                let base = self.spell_base(base);
                let space = if name.is_empty() { "" } else { " " };
                format!("{quals}{base}{space}{name}")
            }
        }
    }

    fn spell_base(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::Int(kind) => kind.spelling().to_owned(),
            Type::Float(kind) => float(*kind).to_owned(),
            Type::Complex(part) => format!("{} _Complex", self.spell_base(&part.real())),
            Type::Enum(id) => {
                let of = &self.enums[*id];
                match &of.tag {
                    Some(tag) => format!("enum {tag}"),
                    None => format!("enum <{}>", of.made_name),
                }
            }
            Type::Record(id) => {
                let record = &self.records[*id];
                let what = if record.is_union { "union" } else { "struct" };
                match &record.tag {
                    Some(tag) => format!("{what} {tag}"),
                    None => format!("{what} <{}>", record.made_name),
                }
            }
            Type::Alias(id) => self.aliases[*id].name.clone(),
            Type::Opaque(text) => text.clone(),
            Type::Pointer(_) | Type::Array { .. } | Type::Function { .. } => String::new(),
        }
    }
}

/// The qualifiers, each with a blank behind it.
fn quals(q: Quals) -> String {
    let mut text = String::new();
    for (set, word) in [
        (q.is_const, "const "),
        (q.is_volatile, "volatile "),
        (q.is_restrict, "restrict "),
        (q.is_atomic, "_Atomic "),
    ] {
        if set {
            text.push_str(word);
        }
    }
    text
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Quad => "_Float128",
    }
}
