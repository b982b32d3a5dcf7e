//! The codes. Each variant's doc comment is what `romp2cuda explain` prints: what is refused, why,
//! an example, and what to write instead. Numbers never change their meaning.
//!
//! R0xxx tools and files, R1xxx preprocessing and C syntax, R2xxx OpenMP syntax and nesting,
//! R3xxx names and types, R4xxx refused in device code, R5xxx mapping, R6xxx not translated yet,
//! R9xxx internal.

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// All codes, in the order of their numbers.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The number as printed, such as `R2101`.
            pub fn number(self) -> &'static str {
                match self { $(Code::$name => $number,)* }
            }

            /// The text of `romp2cuda explain`.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, "\n",)*),)* }
            }
        }
    };
}

codes! {
    /// A file cannot be read or written.
    File = "R0001";
    /// A tool is missing, or failed in a way that is not the input's fault.
    Tool = "R0002";
    /// The program has an error in its C, found by the C compiler's own syntax check.
    CSyntax = "R1001";
    /// Valid C (or a GNU extension) that the translator cannot read.
    CUnsupported = "R1002";
    /// An OpenMP directive is misspelt, unknown or malformed.
    Directive = "R2001";
    /// An OpenMP clause is misspelt, unknown or malformed.
    Clause = "R2002";
    /// A clause is not allowed on this directive, or stands there too often, or clashes with another.
    ClauseNotAllowed = "R2003";
    /// A construct is nested where OpenMP forbids it.
    Nesting = "R2004";
    /// A loop is not in the canonical form of OpenMP 5.2, section 4.4.1.
    CanonicalLoop = "R2005";
    /// A directive stands where no directive may stand.
    Placement = "R2006";
    /// A name in a clause is not declared, or is not what the clause needs.
    ListItem = "R3001";
    /// An expression or declaration has a type that the translator cannot work out.
    Type = "R3002";
    /// A variable's data-sharing attribute is missing under `default(none)` or contradictory.
    DataSharing = "R3003";
    /// Device code uses something of C that cannot be done on a GPU or is not translated yet.
    DeviceCode = "R4001";
    /// Device code calls a function that is neither in the unit, nor `declare target`, nor in the device's C library.
    DeviceCall = "R4002";
    /// Data cannot be mapped as asked.
    Mapping = "R5001";
    /// Correct OpenMP that is not translated yet.
    NotYet = "R6001";
    /// A fault of the translator itself.
    Internal = "R9001";
}
