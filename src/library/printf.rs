//! Formats of `printf` in device code.
//!
//! The device's `printf` hands format and arguments to the driver, which knows the conversions
//! `diouxXcspfeEgGaA` with the lengths `l` and `ll` and no `*`, takes 32 arguments, and returns how
//! many there were. What C has beyond that (C11, 7.21.6.1) is rewritten here where the format is a
//! constant: `%hhd` is `%d` of a `signed char`, `%zu` is `%lu`, a constant `*` is a number. Other
//! formats are rewritten by `romp::printf` at run time. One table for `plan`, which refuses the rest,
//! and the printer.

use crate::ir::constants;
use crate::ir::literals;
use crate::ir::{BinOp, Conversion, ExprId, ExprKind, IntKind, Program, Type};

/// The most arguments that the device's `printf` takes behind the format.
pub const MOST_ARGUMENTS: usize = 32;

/// What a call of `printf` becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Printed {
    /// The same call.
    Same,
    /// A call with another format; arguments with the kind that they are cast to.
    Rewritten {
        format: Vec<u8>,
        args: Vec<(ExprId, Option<IntKind>)>,
    },
    /// A call of `romp::printf`, which rewrites the format when it is called.
    AtRunTime,
}

/// What the device's `printf` cannot do, and what to write instead.
pub type Problem = (String, &'static str);

/// What becomes of a call with these arguments, of which the first is the format.
pub fn printed(program: &Program, args: &[ExprId]) -> Result<Printed, Problem> {
    let Some((&format, values)) = args.split_first() else {
        return Ok(Printed::Same);
    };
    if values.len() > MOST_ARGUMENTS {
        let message =
            format!("device code calls `printf` with more than {MOST_ARGUMENTS} arguments");
        return Err((message, "print them by several calls"));
    }
    let Some(bytes) = constant_format(program, format) else {
        return Ok(Printed::AtRunTime);
    };
    let parts = parse(&bytes).map_err(|text| {
        let message = format!("device code cannot print by the conversion `{text}`");
        (message, way_out(&text))
    })?;
    Ok(rewritten(program, &parts, values).unwrap_or(Printed::AtRunTime))
}

/// How many characters a call prints, where the format alone determines it.
pub fn length(program: &Program, args: &[ExprId]) -> Option<usize> {
    let parts = parse(&constant_format(program, *args.first()?)?).ok()?;
    parts.iter().try_fold(0, |sum, part| match part {
        Part::Text(text) => Some(sum + text.len()),
        Part::Conversion(c) if c.kind == b'c' && c.width.is_none() => Some(sum + 1),
        Part::Conversion(_) => None,
    })
}

fn way_out(conversion: &str) -> &'static str {
    match conversion.as_bytes().last() {
        Some(b'n') => "a GPU counts no characters of its output: leave `%n` out",
        Some(b'm') => "errno is the host's",
        Some(b'c' | b's' | b'C' | b'S') => "print characters of type char: a GPU has no locale",
        _ if conversion.contains('L') => {
            "a GPU has no long double: convert to double, and leave the `L` out"
        }
        _ if conversion.contains('$') => "give the arguments in the order of the format",
        _ if conversion.contains('\'') || conversion.contains('I') => "a GPU has no locale",
        _ => "use a conversion of standard C",
    }
}

/// A part of a format.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    /// Characters, `%` for `%%`.
    Text(Vec<u8>),
    Conversion(Spec),
}

#[derive(Clone, Debug, PartialEq)]
struct Spec {
    flags: String,
    width: Option<Amount>,
    precision: Option<Amount>,
    length: &'static str,
    kind: u8,
}

/// A width or precision.
#[derive(Clone, Debug, PartialEq)]
enum Amount {
    Number(String),
    Argument,
}

/// The parts of a format; an error is the text of the first conversion that no device has.
fn parse(bytes: &[u8]) -> Result<Vec<Part>, String> {
    let mut parts = vec![];
    let mut text = vec![];
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'%' {
            text.push(bytes[at]);
            at += 1;
            continue;
        }
        if bytes.get(at + 1) == Some(&b'%') {
            text.push(b'%');
            at += 2;
            continue;
        }
        let (spec, behind) = conversion(bytes, at).map_err(|end| {
            String::from_utf8_lossy(&bytes[at..end.min(bytes.len())]).into_owned()
        })?;
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        parts.push(Part::Conversion(spec));
        at = behind;
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Ok(parts)
}

/// The conversion that begins at a `%`, and the offset behind it; an error is the offset behind a conversion that no
/// device has.
fn conversion(bytes: &[u8], start: usize) -> Result<(Spec, usize), usize> {
    let run = |at: usize, set: &[u8]| {
        let rest = &bytes[at.min(bytes.len())..];
        at + rest.iter().take_while(|b| set.contains(b)).count()
    };
    let words = |from: usize, to: usize| String::from_utf8_lossy(&bytes[from..to]).into_owned();
    const DIGITS: &[u8] = b"0123456789";
    let amount = |at: usize| {
        if bytes.get(at) == Some(&b'*') {
            return (Some(Amount::Argument), at + 1);
        }
        let end = run(at, DIGITS);
        ((end > at).then(|| Amount::Number(words(at, end))), end)
    };
    let mut at = run(start + 1, b"-+ #0'I");
    let flags = words(start + 1, at);
    let (width, behind) = amount(at);
    at = behind;
    let mut precision = None;
    if bytes.get(at) == Some(&b'.') {
        let (found, behind) = amount(at + 1);
        // A lone `.` is a precision of zero.
        precision = Some(found.unwrap_or(Amount::Number("0".into())));
        at = behind;
    }
    let lengths = ["hh", "h", "ll", "l", "j", "z", "t", "L", "q"];
    let rest = &bytes[at.min(bytes.len())..];
    let length = lengths.into_iter().find(|l| rest.starts_with(l.as_bytes()));
    let length = length.unwrap_or("");
    at += length.len();
    let kind = bytes.get(at).copied().unwrap_or(0);
    let known = match kind {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => !matches!(length, "L" | "q"),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => matches!(length, "" | "l"),
        b'c' | b's' | b'p' => length.is_empty(),
        _ => false,
    };
    if !known || flags.contains(['\'', 'I']) {
        return Err(at + 1);
    }
    let spec = Spec {
        flags,
        width,
        precision,
        length,
        kind,
    };
    Ok((spec, at + 1))
}

/// The call with a format that the driver reads; none where the format depends on values at run time.
fn rewritten(program: &Program, parts: &[Part], values: &[ExprId]) -> Option<Printed> {
    let mut values = values.iter().copied();
    let mut format = vec![];
    let mut args = vec![];
    let mut same = true;
    for part in parts {
        let spec = match part {
            Part::Text(text) => {
                for &byte in text {
                    format.extend(std::iter::repeat_n(byte, 1 + usize::from(byte == b'%')));
                }
                continue;
            }
            Part::Conversion(spec) => spec,
        };
        if spec.kind == b'F' {
            return None;
        }
        let mut amount = |amount: &Option<Amount>| match amount {
            None => Some(None),
            Some(Amount::Number(digits)) => Some(digits.parse::<i64>().ok()),
            Some(Amount::Argument) => {
                same = false;
                let value = constants::int_value(program, values.next()?)?;
                Some(Some(i64::try_from(value).ok()?))
            }
        };
        let (width, precision) = (amount(&spec.width)?, amount(&spec.precision)?);
        let signed = matches!(spec.kind, b'd' | b'i');
        let whole = signed || matches!(spec.kind, b'o' | b'u' | b'x' | b'X');
        let (length, kind) = match (spec.length, signed) {
            ("hh", true) => ("", Some(IntKind::SChar)),
            ("hh", false) => ("", Some(IntKind::UChar)),
            ("h", true) => ("", Some(IntKind::Short)),
            ("h", false) => ("", Some(IntKind::UShort)),
            ("j" | "z" | "t", _) => ("l", None),
            (other, _) => (other, None),
        };
        same &= length == spec.length;
        format.push(b'%');
        format.extend(spec.flags.bytes());
        if let Some(width) = width {
            // A negative width is its magnitude with the flag `-`.
            format.extend((if width < 0 { "-" } else { "" }).bytes());
            format.extend(width.unsigned_abs().to_string().bytes());
        }
        // A negative precision counts as none.
        if let Some(precision) = precision.filter(|&n| n >= 0) {
            format.push(b'.');
            format.extend(precision.to_string().bytes());
        }
        format.extend(length.bytes());
        format.push(spec.kind);
        args.push((values.next()?, kind.filter(|_| whole)));
    }
    // Arguments without a conversion are evaluated and ignored (C11, 7.21.6.1).
    args.extend(values.map(|value| (value, None)));
    Some(match same {
        true => Printed::Same,
        false => Printed::Rewritten { format, args },
    })
}

/// The bytes of a format that is a constant, up to its first zero.
fn constant_format(program: &Program, e: ExprId) -> Option<Vec<u8>> {
    let (text, from) = string_at(program, e)?;
    let mut bytes = literals::string_bytes(text)?;
    bytes.push(0);
    let rest = bytes.get(usize::try_from(from).ok()?..)?;
    Some(rest.iter().copied().take_while(|&b| b != 0).collect())
}

/// The string literal that an expression points into, and how far from its begin.
fn string_at(program: &Program, e: ExprId) -> Option<(&str, i128)> {
    let is_pointer = |e: ExprId| matches!(program.type_of(e), Type::Pointer(_));
    match &program.expr(e).kind {
        ExprKind::Str { text } => Some((text, 0)),
        ExprKind::Convert {
            arg,
            why: Conversion::Implicit | Conversion::ArrayDecay,
        } => string_at(program, *arg),
        ExprKind::Convert { arg, .. } if is_pointer(e) && is_pointer(*arg) => {
            string_at(program, *arg)
        }
        ExprKind::Binary {
            op: BinOp::Add,
            lhs,
            rhs,
        } => {
            let (pointer, offset) = match is_pointer(*lhs) {
                true => (*lhs, *rhs),
                false => (*rhs, *lhs),
            };
            let (text, from) = string_at(program, pointer)?;
            Some((text, from + constants::int_value(program, offset)?))
        }
        ExprKind::AddrOf(place) => match program.expr(*place).kind {
            ExprKind::Index { base, index } => {
                let (text, from) = string_at(program, base)?;
                Some((text, from + constants::int_value(program, index)?))
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(format: &str) -> Result<String, String> {
        let parts = parse(format.as_bytes())?;
        let words = parts.iter().map(|part| match part {
            Part::Text(text) => format!("[{}]", String::from_utf8_lossy(text)),
            Part::Conversion(c) => {
                let amount = |amount: &Option<Amount>| match amount {
                    None => String::new(),
                    Some(Amount::Number(n)) => n.clone(),
                    Some(Amount::Argument) => "*".into(),
                };
                let (width, precision) = (amount(&c.width), amount(&c.precision));
                let (flags, length, kind) = (&c.flags, c.length, c.kind as char);
                format!("<{flags},{width},{precision},{length},{kind}>")
            }
        });
        Ok(words.collect())
    }

    #[test]
    fn formats_are_taken_apart() {
        assert_eq!(kinds("a%%b%d").unwrap(), "[a%b]<,,,,d>");
        assert_eq!(kinds("%-+05.3lld|").unwrap(), "<-+0,5,3,ll,d>[|]");
        assert_eq!(kinds("%*.*f%.e").unwrap(), "<,*,*,,f><,,0,,e>");
        assert_eq!(
            kinds("%hhx%hu%zd%jX%ti").unwrap(),
            "<,,,hh,x><,,,h,u><,,,z,d><,,,j,X><,,,t,i>"
        );
        assert_eq!(kinds("").unwrap(), "");
    }

    #[test]
    fn conversions_that_no_device_has_are_named() {
        for bad in [
            "%n", "%Lf", "%lc", "%ls", "%1$d", "%'d", "%m", "%", "%5", "%S",
        ] {
            assert_eq!(
                kinds(&format!("x%d{bad}")),
                Err(bad
                    .chars()
                    .take(if bad == "%1$d" { 3 } else { 9 })
                    .collect())
            );
        }
    }
}
