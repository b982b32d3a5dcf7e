//! Types of which device code holds no value: `long double`, types of the host compiler, records with changed layout.
//!
//! From a type to its name in a message and what to use instead. Must not know where such values stand.

use crate::ir::*;

/// The type in words and what to use instead; none where a value of the type may be in device code.
pub fn why(program: &Program, ty: QualType) -> Option<(String, &'static str)> {
    let types = &program.types;
    let ty = types.resolve_qual(ty);
    if ty.quals.is_atomic {
        return Some((
            "`_Atomic`".into(),
            "use a plain type and `#pragma omp atomic`",
        ));
    }
    let is = |text: &str, help| Some((format!("`{text}`"), help));
    match types.get(ty.id) {
        Type::Float(FloatKind::LongDouble) => is("long double", "use double"),
        Type::Float(FloatKind::Quad) => is("__float128", "use double"),
        Type::Float(FloatKind::Half) => is("_Float16", "use float"),
        Type::Int(kind @ (IntKind::Int128 | IntKind::UInt128)) => {
            is(kind.spelling(), "use two 64-bit integers")
        }
        Type::Complex(FloatKind::LongDouble) => is("long double _Complex", "use `double _Complex`"),
        Type::Complex(FloatKind::Quad) => is("__float128 _Complex", "use `double _Complex`"),
        Type::Complex(FloatKind::Half) => is("_Float16 _Complex", "use `float _Complex`"),
        Type::Opaque(text) if text.starts_with("_Complex ") => {
            is(text, "use a struct of two integers, or `double _Complex`")
        }
        Type::Opaque(text) => is(text, ""),
        Type::Array { elem, .. } => why(program, *elem),
        Type::Record(id) => of_record(program, *id),
        _ => None,
    }
}

fn of_record(program: &Program, id: RecordId) -> Option<(String, &'static str)> {
    let record = &program.records[id];
    let word = if record.is_union { "union" } else { "struct" };
    let name = record.tag.as_ref().unwrap_or(&record.made_name);
    let fields = record.fields.as_ref()?;
    if let Some(attribute) = &record.attribute {
        return Some((
            format!("`{word} {name}` with `{attribute}`"),
            match attribute.contains('#') {
                true => "declare it where no packing is asked for, or pad the members by hand",
                false => "remove the attribute; reorder or pad the members by hand",
            },
        ));
    }
    if record.size == 0 {
        return Some((
            format!("`{word} {name}` without members"),
            "C++ gives an empty structure a size; give it a member",
        ));
    }
    fields.iter().find_map(|field| {
        let (reason, help) = why(program, field.ty)?;
        let member = field.name.as_deref().unwrap_or("a member");
        Some((
            format!("`{word} {name}`, whose `{member}` is {reason}"),
            help,
        ))
    })
}
