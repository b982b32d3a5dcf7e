//! The functions that gcc knows without a declaration: `__builtin_sqrt`, and `sqrt` where no header
//! declares it. A table of their types.

use super::Lower;
use super::scope::Entity;
use crate::ir::*;
use crate::source::Span;

/// A line of the table: the types of the result and the parameters, by letter, and the names.
///
/// v void, b _Bool, i int, u unsigned, l long, U unsigned long, L long long, Q unsigned long long, h unsigned short,
/// d double, f float, e long double, z y x their complex types, c char, P void *, C const void *, S char *, s const
/// char *, I int *, D G H pointers to d f e, A va_list (untyped), `.` and more arguments.
const TABLE: &[(&str, &str)] = &[
    ("v", "trap unreachable abort"),
    ("vi", "exit _exit _Exit"),
    ("Pu", "return_address frame_address"),
    ("lll", "expect"),
    ("llld", "expect_with_probability"),
    ("PCU.", "assume_aligned"),
    ("vC.", "prefetch"),
    ("UCi", "object_size dynamic_object_size"),
    ("iu", "popcount ffs clz ctz parity clrsb"),
    ("iU", "popcountl ffsl clzl ctzl parityl clrsbl"),
    ("iQ", "popcountll ffsll clzll ctzll parityll clrsbll"),
    ("hh", "bswap16"),
    ("uu", "bswap32"),
    ("UU", "bswap64"),
    (
        "ii",
        "abs isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper putchar",
    ),
    ("ll", "labs"),
    ("LL", "llabs"),
    ("PU", "malloc alloca"),
    ("PUU", "calloc aligned_alloc alloca_with_align"),
    ("PPU", "realloc"),
    ("vP", "free"),
    ("PPCU", "memcpy memmove mempcpy"),
    ("PPCUU", "__memcpy_chk __memmove_chk"),
    ("PPiU", "memset"),
    ("PPiUU", "__memset_chk"),
    ("iCCU", "memcmp"),
    ("PCiU", "memchr"),
    ("Us", "strlen"),
    ("UsU", "strnlen"),
    ("iss", "strcmp strcasecmp"),
    ("issU", "strncmp strncasecmp"),
    ("SSs", "strcpy strcat stpcpy"),
    ("SSsU", "strncpy strncat __strcpy_chk __strcat_chk"),
    ("Ssi", "strchr strrchr index rindex"),
    ("Sss", "strstr strpbrk"),
    ("Uss", "strspn strcspn"),
    ("Ss", "strdup"),
    ("is", "puts"),
    ("is.", "printf scanf"),
    ("iSs.", "sprintf"),
    ("iSUs.", "snprintf"),
    ("iPs.", "fprintf fscanf"),
    ("iss.", "sscanf"),
    ("ds", "nan nans"),
    ("fs", "nanf nansf"),
    ("es", "nanl nansl"),
    ("d", "huge_val inf"),
    ("f", "huge_valf inff"),
    ("e", "huge_vall infl"),
    ("dz", "creal cimag cabs carg"),
    ("fy", "crealf cimagf cabsf cargf"),
    ("ex", "creall cimagl cabsl cargl"),
    (
        "zz",
        "conj cproj cexp clog csqrt csin ccos ctan csinh ccosh ctanh casin cacos catan casinh cacosh catanh",
    ),
    (
        "yy",
        "conjf cprojf cexpf clogf csqrtf csinf ccosf ctanf csinhf ccoshf ctanhf casinf cacosf catanf casinhf cacoshf catanhf",
    ),
    ("xx", "conjl cprojl cexpl clogl csqrtl csinl ccosl ctanl"),
    ("if", "signbitf"),
    ("ie", "signbitl"),
    ("zzz", "cpow"),
    ("yyy", "cpowf"),
];

/// Mathematical functions: the line of the double one; `f` and `l` variants follow from it.
const MATH: &[(&str, &str)] = &[
    (
        "dd",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp10 exp2 expm1 fabs floor j0 j1 lgamma gamma log log10 log1p log2 logb nearbyint pow10 rint round roundeven significand sin sinh sqrt tan tanh tgamma trunc y0 y1",
    ),
    (
        "ddd",
        "atan2 copysign drem fdim fmax fmin fmod hypot nextafter pow remainder scalb",
    ),
    ("dde", "nexttoward"),
    ("dddd", "fma"),
    ("ddi", "ldexp scalbn powi"),
    ("ddl", "scalbln"),
    ("did", "jn yn"),
    ("id", "ilogb finite irint iceil ifloor iround"),
    ("ld", "lrint lround lceil lfloor"),
    ("Ld", "llrint llround llceil llfloor"),
    ("ddI", "frexp"),
    ("ddD", "modf"),
    ("dddI", "remquo"),
    ("vdDD", "sincos"),
];

/// Builtins that take arguments of any type; the letter is the result's type.
const GENERIC: &[(&str, &str)] = &[
    (
        "i",
        "isnan isinf isfinite isnormal isgreater isgreaterequal isless islessequal islessgreater isunordered signbit fpclassify isinf_sign constant_p classify_type types_compatible_p eh_return_data_regno",
    ),
    ("v", "va_start va_end va_copy clear_padding"),
    (
        "b",
        "add_overflow sub_overflow mul_overflow add_overflow_p sub_overflow_p mul_overflow_p",
    ),
    (
        "b",
        "sadd_overflow ssub_overflow smul_overflow uadd_overflow usub_overflow umul_overflow saddl_overflow ssubl_overflow smull_overflow uaddl_overflow usubl_overflow umull_overflow saddll_overflow ssubll_overflow smulll_overflow uaddll_overflow usubll_overflow umulll_overflow",
    ),
];

impl Lower<'_> {
    /// The function that gcc means by an undeclared name, if it knows one.
    pub(super) fn known_function(&mut self, name: &str, span: Span) -> Option<FuncId> {
        let bare = name.strip_prefix("__builtin_").unwrap_or(name);
        if bare != name {
            // In CUDA C++ it is the function of the library, by that name.
            self.hides_named(bare);
        }
        if let Some(Entity::Func(func)) = self.scopes.linked(name) {
            // It is declared in some other scope: gcc warns and goes on.
            return Some(func);
        }
        if let Some(letters) = signature(bare) {
            return Some(self.builtin(name, &letters, true, span));
        }
        let stripped = name.strip_prefix("__builtin_")?;
        let letter = GENERIC
            .iter()
            .find(|(_, names)| names.split(' ').any(|n| n == stripped))?
            .0;
        Some(self.builtin(name, letter, false, span))
    }

    /// A function of the compiler's own, whose type the letters say.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        letters: &str,
        prototyped: bool,
        span: Span,
    ) -> FuncId {
        let func = self.new_func(name, span);
        let mut types = vec![];
        let variadic = letters.ends_with('.');
        for letter in letters.trim_end_matches('.').chars() {
            types.push(self.letter(letter));
        }
        let params = types[1..]
            .iter()
            .map(|&ty| {
                let var = self.new_var("", ty.into(), Storage::Param, span);
                self.program.vars[var].func = Some(func);
                var
            })
            .collect();
        let f = &mut self.program.funcs[func];
        f.ret = types[0].into();
        f.params = params;
        f.variadic = variadic;
        f.prototyped = prototyped;
        f.system = true;
        func
    }

    fn letter(&mut self, letter: char) -> TypeId {
        let base = match letter {
            'v' => Type::Void,
            'b' => Type::Bool,
            'i' => Type::Int(IntKind::Int),
            'u' => Type::Int(IntKind::UInt),
            'h' => Type::Int(IntKind::UShort),
            'l' => Type::Int(IntKind::Long),
            'U' => Type::Int(IntKind::ULong),
            'L' => Type::Int(IntKind::LongLong),
            'Q' => Type::Int(IntKind::ULongLong),
            'd' => Type::Float(FloatKind::Double),
            'f' => Type::Float(FloatKind::Float),
            'e' => Type::Float(FloatKind::LongDouble),
            'z' => Type::Complex(Part::Float(FloatKind::Double)),
            'y' => Type::Complex(Part::Float(FloatKind::Float)),
            'x' => Type::Complex(Part::Float(FloatKind::LongDouble)),
            'P' | 'C' => Type::Void,
            'S' | 's' => Type::Int(IntKind::Char),
            'I' => Type::Int(IntKind::Int),
            'D' => Type::Float(FloatKind::Double),
            'G' => Type::Float(FloatKind::Float),
            'H' => Type::Float(FloatKind::LongDouble),
            _ => Type::Int(IntKind::Int),
        };
        let id = self.intern(base);
        if !"PCSsIDGH".contains(letter) {
            return id;
        }
        let quals = Quals {
            is_const: matches!(letter, 'C' | 's'),
            ..Quals::default()
        };
        self.program.types.pointer_to(QualType { id, quals })
    }
}

/// The letters of a function's type, by its name without `__builtin_`.
fn signature(name: &str) -> Option<String> {
    let find = |table: &'static [(&str, &str)], name: &str| {
        table
            .iter()
            .find(|(_, names)| names.split(' ').any(|n| n == name))
            .map(|(letters, _)| *letters)
    };
    if let Some(letters) = find(TABLE, name).or_else(|| find(MATH, name)) {
        return Some(letters.to_owned());
    }
    if let Some(letters) = name.strip_suffix('f').and_then(|name| find(MATH, name)) {
        return Some(letters.replace('d', "f").replace('D', "G"));
    }
    let letters = name.strip_suffix('l').and_then(|name| find(MATH, name))?;
    Some(letters.replace('d', "e").replace('D', "H"))
}
