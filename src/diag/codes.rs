//! The codes of messages, one table. `explain/CODE.md` is what `romp2cuda explain CODE` prints: what is refused,
//! why, an example that gets just this code, and what to write instead. Numbers never change their meaning.
//!
//! R0xxx tools and files, R1xxx preprocessing and C syntax, R2xxx OpenMP syntax and nesting,
//! R3xxx names and types, R4xxx refused in device code, R5xxx mapping, R6xxx not translated yet,
//! W7xxx lints, R9xxx internal. Numbers of warnings begin with W, and have a name that flags know them by;
//! the explanation of a lint stands on top of its file in `src/lint/`.

/// The enum [`Code`] from lines `Name = "number", "the name that flags use", in "the file of a lint";`.
macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal $(, $flag:literal)? $(, in $file:literal)?;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// All codes, in the order of their numbers.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The number as printed, such as `R2101`.
            pub fn number(self) -> &'static str {
                match self { $(Code::$name => $number,)* }
            }

            /// What `-Wno-` and `--Werror=` call a warning; errors have no such name.
            pub fn flag(self) -> Option<&'static str> {
                match self { $(Code::$name => None$(.or(Some($flag)))?,)* }
            }

            /// The text of `romp2cuda explain`, in Markdown.
            pub fn explanation(self) -> String {
                match self { $(Code::$name => explanation!($number $(, $file)?),)* }
            }
        }
    };
}

macro_rules! explanation {
    ($number:literal) => {
        include_str!(concat!("explain/", $number, ".md")).to_string()
    };
    ($number:literal, $file:literal) => {{
        // In constants alone, so that the program does not carry the whole file.
        const FILE: &[u8] = include_bytes!($file);
        const LENGTH: usize = header_length(FILE);
        static HEADER: [u8; LENGTH] = beginning(FILE);
        header(&HEADER)
    }};
}

/// The bytes of the lines on top of a file that begin with `//!`.
const fn header_length(file: &[u8]) -> usize {
    let (mut line, mut at) = (0, 0);
    while at < file.len() {
        if at - line < 3 && file[at] != b"//!"[at - line] {
            return line;
        }
        if file[at] == b'\n' {
            line = at + 1;
        }
        at += 1;
    }
    line
}

const fn beginning<const LENGTH: usize>(file: &[u8]) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        bytes[at] = file[at];
        at += 1;
    }
    bytes
}

/// The documentation on top of a lint's file.
fn header(lines: &[u8]) -> String {
    let lines = std::str::from_utf8(lines).expect("source files are UTF-8");
    lines
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"])
        .collect()
}

codes! {
    /// A file cannot be read or written.
    File = "R0001";
    /// A tool is missing, or failed in a way that is not the input's fault.
    Tool = "R0002";
    /// A file of the user's is where an output would go.
    Overwrite = "R0003";
    /// An object with target regions that another compiler made is linked.
    Foreign = "R0004";
    /// Device code with checks of the emulated device and device code without need each other.
    MixedChecks = "R0006";
    /// The files of a program disagree about a function or variable of device code: none defines it, or another type.
    DeviceLink = "R0007";
    /// An option silences a warning that does not exist.
    UnknownWarning = "W0005", "unknown-warning";
    /// The program has an error in its C, found by the C compiler's own syntax check.
    CSyntax = "R1001";
    /// Valid C (or a GNU extension) that the translator cannot read, or whose lines it cannot replace.
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
    /// The program has an `error` directive that stops its translation.
    ErrorDirective = "R2007";
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
    /// C that the host's compiler takes, and that has no form in CUDA C++.
    DeviceSyntax = "R4003";
    /// Data cannot be mapped as asked.
    Mapping = "R5001";
    /// A directive, or a form of it, that is not translated.
    UnsupportedDirective = "R6010";
    /// A clause, or an argument of it, that is not translated on this directive.
    UnsupportedClause = "R6011";
    /// Target constructs in a language other than C, or spelled in a way other than pragmas.
    UnsupportedLanguage = "R6012";
    /// A variant that cannot be chosen when the program is translated.
    OpenVariant = "R6013";
    /// A number that C wants constant, and that the translator cannot compute.
    UnknownConstant = "R6014";
    /// A number that the launch of a kernel needs follows from what the region computes or maps.
    LaunchNumber = "R6015";
    /// A construct at a place of device code where it is not translated.
    UnsupportedPlace = "R6020";
    /// A loop, or a nest of loops, whose form is correct and not translated.
    UnsupportedLoop = "R6021";
    /// A reduction that is not translated.
    UnsupportedReduction = "R6022";
    /// A scan that is not translated.
    UnsupportedScan = "R6023";
    /// A task that is not translated, or a copy that a task takes.
    UnsupportedTask = "R6024";
    /// A cancellation that is not translated.
    UnsupportedCancellation = "R6025";
    /// An atomic operation on something that a GPU cannot update at once.
    UnsupportedAtomic = "R6026";
    /// Device code uses a variable of which every thread of the host has a copy.
    ThreadprivateVariable = "R6030";
    /// A team needs memory that the device does not have, or of a size that is not known in time.
    TeamMemory = "R6031";
    /// An allocator, a trait or an alignment that device code does not have.
    UnsupportedAllocation = "R6032";
    /// Threads change a pointer that they share and whose value comes from the host.
    ChangedPointer = "R6033";
    /// An array section whose storage cannot be mapped as one piece.
    UnsupportedSection = "R6040";
    /// A mapper, or a clause with iterators, that is not translated.
    UnsupportedMapper = "R6041";
    /// A call may encounter a construct that OpenMP forbids there.
    PossibleNesting = "W2008", "possible-nesting";
    /// Parallelism that the program asks for and that one thread executes.
    Serialised = "W6002", "serialised";
    /// Something that the standard does not have and that is translated nevertheless.
    Extension = "W6004", "openmp-extension";
    SharedInLoop = "W7001", "shared-in-loop", in "../lint/shared_in_loop.rs";
    RacyUpdate = "W7002", "racy-update", in "../lint/racy_update.rs";
    LostUpdate = "W7003", "lost-update", in "../lint/lost_update.rs";
    UnmappedPointer = "W7004", "unmapped-pointer", in "../lint/unmapped_pointer.rs";
    PointerMapped = "W7005", "pointer-mapped", in "../lint/pointer_mapped.rs";
    FromReadFirst = "W7006", "from-read-first", in "../lint/from_read_first.rs";
    LargePrivateArray = "W7007", "large-private-array", in "../lint/large_private_array.rs";
    MisspeltSentinel = "W7008", "misspelt-sentinel", in "../lint/misspelt_sentinel.rs";
    NeedlessDouble = "W7009", "needless-double", in "../lint/needless_double.rs";
    /// A fault of the translator itself.
    Internal = "R9001";
}

/// Numbers that no message has any longer, with what `romp2cuda explain` says of them.
pub const RETIRED: &[(&str, &str)] = &[("R6001", include_str!("explain/R6001.md"))];
