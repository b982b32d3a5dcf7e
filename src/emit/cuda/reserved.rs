//! The names that C++, CUDA's headers and the device header take.

use crate::ir::IntKind;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words that C leaves to the user and C++ does not: keywords, alternative operators, and the words of the device
/// code.
const WORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "bitand",
    "bitor",
    "bool",
    "catch",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "false",
    "final",
    "friend",
    "import",
    "module",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "override",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "romp",
    "static_assert",
    "static_cast",
    "std",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "typeof",
    "using",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
];

pub(super) struct Reserved {
    /// Names that no entity may have: keywords and macros.
    pub words: HashSet<&'static str>,
    /// Names taken at file scope.
    pub file: HashSet<&'static str>,
    pub types: HashSet<&'static str>,
}

pub(super) static RESERVED: LazyLock<Reserved> = LazyLock::new(|| {
    let mut sets: [HashSet<&str>; 3] = Default::default();
    let mut section = 0;
    for line in include_str!("reserved.txt").lines() {
        match line {
            "[macros]" => section = 0,
            "[types]" => section = 1,
            "[values]" => section = 2,
            line if line.starts_with('#') => {}
            line => sets[section].extend(line.split(' ')),
        }
    }
    let [mut words, types, values] = sets;
    words.extend(WORDS);
    Reserved {
        words,
        file: values.union(&types).copied().collect(),
        types,
    }
});

/// Types that the device header declares under names that C headers also use, with the same meaning: an alias of that
/// name and meaning is printed and not declared again.
pub(super) const KNOWN_TYPES: &[(&str, IntKind)] = &[
    ("size_t", IntKind::ULong),
    ("ssize_t", IntKind::Long),
    ("ptrdiff_t", IntKind::Long),
    ("intptr_t", IntKind::Long),
    ("uintptr_t", IntKind::ULong),
    ("intmax_t", IntKind::Long),
    ("uintmax_t", IntKind::ULong),
    ("int8_t", IntKind::SChar),
    ("int16_t", IntKind::Short),
    ("int32_t", IntKind::Int),
    ("int64_t", IntKind::Long),
    ("uint8_t", IntKind::UChar),
    ("uint16_t", IntKind::UShort),
    ("uint32_t", IntKind::UInt),
    ("uint64_t", IntKind::ULong),
    ("int_least8_t", IntKind::SChar),
    ("int_least16_t", IntKind::Short),
    ("int_least32_t", IntKind::Int),
    ("int_least64_t", IntKind::Long),
    ("uint_least8_t", IntKind::UChar),
    ("uint_least16_t", IntKind::UShort),
    ("uint_least32_t", IntKind::UInt),
    ("uint_least64_t", IntKind::ULong),
    ("int_fast8_t", IntKind::SChar),
    ("int_fast16_t", IntKind::Long),
    ("int_fast32_t", IntKind::Long),
    ("int_fast64_t", IntKind::Long),
    ("uint_fast8_t", IntKind::UChar),
    ("uint_fast16_t", IntKind::ULong),
    ("uint_fast32_t", IntKind::ULong),
    ("uint_fast64_t", IntKind::ULong),
    ("uint", IntKind::UInt),
    ("ushort", IntKind::UShort),
    ("ulong", IntKind::ULong),
    ("u_char", IntKind::UChar),
    ("u_short", IntKind::UShort),
    ("u_int", IntKind::UInt),
    ("u_long", IntKind::ULong),
    ("u_int8_t", IntKind::UChar),
    ("u_int16_t", IntKind::UShort),
    ("u_int32_t", IntKind::UInt),
    ("u_int64_t", IntKind::ULong),
];

/// Whether a name at file scope would clash with one of CUDA's headers, or is no name in C++.
pub fn is_reserved_at_file_scope(name: &str) -> bool {
    RESERVED.words.contains(name) || RESERVED.file.contains(name)
}
