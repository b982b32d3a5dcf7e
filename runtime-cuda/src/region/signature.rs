//! Compares a construct's list with the parameters of its kernel, where the image says what these are: whoever changes
//! one of them by hand learns at the launch that the other does not agree.

use crate::ffi::{self, Arg, EmulatedParameter};

/// The difference between what a list passes and what a kernel's signature takes, in words. `elements` are those of the
/// list that give a parameter each, of so many bytes.
pub fn difference<'a>(
    elements: impl ExactSizeIterator<Item = (&'a Arg, usize)>,
    signature: &[EmulatedParameter],
) -> Option<String> {
    if elements.len() != signature.len() {
        let (takes, gives) = (signature.len(), elements.len());
        return Some(format!(
            "has {takes} parameters, its construct gives {gives}"
        ));
    }
    elements
        .zip(signature)
        .enumerate()
        .find_map(|(at, ((arg, bytes), takes))| {
            let gives = EmulatedParameter {
                bytes: bytes as u32,
                flags: kind(arg),
            };
            (!agree(gives, *takes)).then(|| {
                format!(
                    "takes {} as parameter {}, where its construct's list gives {}, `{}`: elements that give a parameter stand in the order of the parameters, and have their types",
                    words(*takes),
                    at + 1,
                    words(gives),
                    arg.text()
                )
            })
        })
}

/// What an element passes, in the flags of a parameter.
fn kind(arg: &Arg) -> u32 {
    match arg.kind {
        ffi::KIND_VALUE => arg.flags & (ffi::POINTER | ffi::FLOATING),
        // A handle that leads to memory of the launch.
        ffi::KIND_MAP if arg.flags & ffi::ANY != 0 => ffi::ANY,
        ffi::KIND_MAP => ffi::POINTER | arg.flags >> ffi::POINTEE << ffi::POINTEE,
        ffi::KIND_SCRATCH => ffi::POINTER,
        _ => ffi::ANY,
    }
}

fn agree(gives: EmulatedParameter, takes: EmulatedParameter) -> bool {
    // A structure without members has no bytes in C, and one in C++.
    let bytes = gives.bytes == takes.bytes || gives.bytes == 0;
    // An integer, a pointer or a floating-point number is never passed for another of these. A class of C++ stands for
    // structures, arrays, complex numbers and the runtime's own types.
    let any = (gives.flags | takes.flags) & ffi::ANY != 0;
    let sizes = gives.pointee().zip(takes.pointee());
    let pointees = sizes.is_none_or(|(gives, takes)| gives == takes);
    bytes && pointees && (gives.kind() == takes.kind() || any)
}

fn words(parameter: EmulatedParameter) -> String {
    let bytes = parameter.bytes;
    match parameter.kind() {
        ffi::POINTER => match parameter.pointee() {
            Some(bytes) => format!("a pointer to objects of {bytes} bytes"),
            None => "a pointer".into(),
        },
        ffi::FLOATING => format!("a floating-point number of {bytes} bytes"),
        ffi::ANY => format!("an object of {bytes} bytes"),
        _ => format!("a value of {bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::null_mut;

    const NUMBER: u32 = 0;

    fn told(list: &[(u32, u32, usize)], signature: &[(u32, u32)]) -> Option<String> {
        let list: Vec<(Arg, usize)> = list
            .iter()
            .map(|&(kind, flags, bytes)| {
                let arg = Arg {
                    kind,
                    flags,
                    text: c"v".as_ptr(),
                    base: null_mut(),
                    begin: null_mut(),
                    bytes,
                    pointer: null_mut(),
                };
                (arg, bytes)
            })
            .collect();
        let signature: Vec<_> = signature
            .iter()
            .map(|&(bytes, flags)| EmulatedParameter { bytes, flags })
            .collect();
        difference(list.iter().map(|(arg, bytes)| (arg, *bytes)), &signature)
    }

    #[test]
    fn lists_that_agree() {
        let list = [
            (ffi::KIND_MAP, ffi::TO, 8),
            (ffi::KIND_MAP, 4 << ffi::POINTEE | ffi::TO, 8),
            (ffi::KIND_MAP, 4 << ffi::POINTEE, 8),
            (ffi::KIND_MAP, ffi::ANY | ffi::FRESH, 8),
            (ffi::KIND_VALUE, NUMBER, 4),
            (ffi::KIND_VALUE, ffi::FLOATING, 8),
            (ffi::KIND_VALUE, ffi::POINTER, 8),
            (ffi::KIND_GRID, 0, 20),
            (ffi::KIND_VALUE, NUMBER, 0),
        ];
        let signature = [
            (8, ffi::POINTER | 4 << ffi::POINTEE),
            (8, ffi::POINTER | 4 << ffi::POINTEE),
            (8, ffi::POINTER),
            (8, NUMBER),
            (4, NUMBER),
            (8, ffi::FLOATING),
            (8, ffi::POINTER),
            (20, ffi::ANY),
            (1, ffi::ANY),
        ];
        assert_eq!(told(&list, &signature), None);
        let fewer = told(&list, &signature[..8]).unwrap();
        assert_eq!(fewer, "has 8 parameters, its construct gives 9");
    }

    #[test]
    fn sizes_and_kinds_that_differ_are_told_with_their_place() {
        let value = |flags, bytes| (ffi::KIND_VALUE, flags, bytes);
        let swapped = told(
            &[value(NUMBER, 8), value(NUMBER, 4)],
            &[(4, NUMBER), (8, NUMBER)],
        );
        let start = "takes a value of 4 bytes as parameter 1, where its construct's list gives a value of 8 bytes, `v`";
        assert!(swapped.unwrap().starts_with(start));
        for (gives, takes) in [
            ((ffi::KIND_MAP, 0, 8), (8, NUMBER)),
            (value(NUMBER, 8), (8, ffi::POINTER)),
            (value(NUMBER, 4), (4, ffi::FLOATING)),
            (value(ffi::FLOATING, 8), (8, ffi::POINTER)),
            (value(ffi::POINTER, 8), (12, ffi::ANY)),
            (
                (ffi::KIND_MAP, 8 << ffi::POINTEE, 8),
                (8, ffi::POINTER | 4 << ffi::POINTEE),
            ),
        ] {
            assert!(told(&[gives], &[takes]).is_some(), "{gives:?} {takes:?}");
        }
    }
}
