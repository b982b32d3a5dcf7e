//! Types of which device code holds no value: `long double`, types of the host compiler, records with changed layout.
//!
//! From a type to its name in a message and what to use instead. Must not know where such values stand.

use crate::ir::*;

/// Why device code holds no value of a type.
pub struct Foreign {
    /// The type in words.
    pub name: String,
    because: &'static str,
    /// What to use instead, where that is known.
    pub help: &'static str,
}

impl Foreign {
    /// The message about something that has the type: `what` ends with a verb.
    pub fn message(&self, what: &str) -> String {
        format!("{what} {}, {}", self.name, self.because)
    }
}

const UNKNOWN: &str = "which a GPU does not have";
const UNALIGNED: &str = "whose members may lie where a GPU cannot access them: at addresses that their types do not allow";

/// Why device code holds no value of a type; none where it may.
pub fn why(program: &Program, ty: QualType) -> Option<Foreign> {
    let types = &program.types;
    let ty = types.resolve_qual(ty);
    let foreign = |name: String, help| {
        Some(Foreign {
            name,
            because: UNKNOWN,
            help,
        })
    };
    if ty.quals.is_atomic {
        return foreign(
            "`_Atomic`".into(),
            "use a plain type and `#pragma omp atomic`",
        );
    }
    let is = |text: &str, help| foreign(format!("`{text}`"), help);
    match types.get(ty.id) {
        Type::Float(FloatKind::LongDouble) => is("long double", "use double"),
        Type::Float(FloatKind::Quad) => is("__float128", "use double"),
        Type::Float(FloatKind::Half) => is("_Float16", "use float"),
        Type::Complex(Part::Float(kind)) => match kind {
            FloatKind::LongDouble => is("long double _Complex", "use `double _Complex`"),
            FloatKind::Quad => is("__float128 _Complex", "use `double _Complex`"),
            FloatKind::Half => is("_Float16 _Complex", "use `float _Complex`"),
            FloatKind::Float | FloatKind::Double => None,
        },
        Type::Complex(Part::Int(kind @ (IntKind::Int128 | IntKind::UInt128))) => is(
            &format!("{} _Complex", kind.spelling()),
            "use a complex type of 64-bit integers",
        ),
        Type::Opaque(text) if text.contains("vector_size") => {
            is(text, "use an array, and a loop over its elements")
        }
        Type::Opaque(text) => is(text, ""),
        Type::Array { elem, .. } => why(program, *elem),
        Type::Record(id) => of_record(program, *id),
        _ => None,
    }
}

fn of_record(program: &Program, id: RecordId) -> Option<Foreign> {
    let record = &program.records[id];
    let word = if record.is_union { "union" } else { "struct" };
    let name = record.tag.as_ref().unwrap_or(&record.made_name);
    let fields = record.fields.as_ref()?;
    if let Some(attribute) = &record.attribute {
        return Some(Foreign {
            name: format!("`{word} {name}` with `{attribute}`"),
            because: match attribute.contains("pack") {
                true => UNALIGNED,
                false => UNKNOWN,
            },
            help: match attribute.contains('#') {
                true => "declare it where no packing is asked for, or pad the members by hand",
                false => "remove the attribute; reorder or pad the members by hand",
            },
        });
    }
    if record.size == 0 {
        return Some(Foreign {
            name: format!("`{word} {name}` without members"),
            because: UNKNOWN,
            help: "C++ gives an empty structure a size; give it a member",
        });
    }
    fields.iter().find_map(|field| {
        let wide_bits = || of_wide_bits(program, field);
        let foreign = why(program, field.ty).or_else(wide_bits)?;
        let member = field.name.as_deref().unwrap_or("a member");
        Some(Foreign {
            name: format!("`{word} {name}`, whose `{member}` is {}", foreign.name),
            ..foreign
        })
    })
}

/// C++ compilers do not agree with C on the promotions of bit-fields of more than 64 bits.
fn of_wide_bits(program: &Program, field: &Field) -> Option<Foreign> {
    field.bits?;
    match program.types.resolve(field.ty.id) {
        Type::Int(kind) if kind.size() > 8 => Some(Foreign {
            name: format!("a bit-field of `{}`", kind.spelling()),
            because: UNKNOWN,
            help: "use bit-fields of 64-bit integers",
        }),
        _ => None,
    }
}
