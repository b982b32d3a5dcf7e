//! The codes. Each variant's doc comment is what `romp2cuda explain` prints: what is refused, why,
//! an example, and what to write instead. Numbers never change their meaning.
//!
//! R0xxx tools and files, R1xxx preprocessing and C syntax, R2xxx OpenMP syntax and nesting,
//! R3xxx names and types, R4xxx refused in device code, R5xxx mapping, R6xxx not translated yet,
//! W7xxx lints, R9xxx internal. Numbers of warnings begin with W, and have a name that flags know them by;
//! the explanation of a lint stands on top of its file in `src/lint/`.

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

            /// The text of `romp2cuda explain`.
            pub fn explanation(self) -> String {
                match self {
                    $(Code::$name => {
                        concat!($($doc, "\n",)*).to_string() $(+ &header(include_str!($file)))?
                    })*
                }
            }
        }
    };
}

/// The documentation on top of a lint's file, in the form of the doc comments here.
fn header(file: &str) -> String {
    file.lines()
        .map_while(|line| line.strip_prefix("//!"))
        .flat_map(|line| [line, "\n"])
        .collect()
}

codes! {
    /// A file cannot be read or written.
    ///
    /// The message names the file and the reason that the system gave: it is not there, it is a folder,
    /// permission is denied, the disk is full.
    ///
    /// Why: nothing is written in place before all inputs are accepted, so that a run that fails leaves
    /// earlier output as it was.
    ///
    /// Example:
    ///
    /// ```sh
    /// romp2cuda translate missing.c -o out
    /// ```
    ///
    /// Instead: check the spelling of the path and the folder that the command runs in; sources stand
    /// before `--`, the flags of the C compiler behind it.
    File = "R0001";
    /// A tool is missing, or failed in a way that is not the input's fault.
    ///
    /// The translator uses the tools of the machine: a C compiler for preprocessing, checking and the
    /// host half, nvcc for GPU images, a C++ compiler and objcopy for the emulated device.
    ///
    /// Why: code for a device cannot be left out quietly; the program would run on the host and nobody
    /// would know. The exit code is 3, so that build systems can tell it from a refused input.
    ///
    /// Example:
    ///
    /// ```sh
    /// rompcc -fopenmp -c a.c      # on a machine without nvcc
    /// ```
    ///
    /// Instead: `romp2cuda doctor` shows what is found and the remedy for what is not.
    /// `romp2cuda toolchain install` fetches nvcc without root; `--offload-arch=emulated` needs none.
    Tool = "R0002";
    /// A file of the user's is where an output would go.
    ///
    /// What is written into a folder is listed there, in `.romp2cuda.sha256`, with a digest of each file. A file that
    /// the list does not have, or that was edited since, is not replaced; an input never is, by whatever name.
    ///
    /// Why: sources, Makefiles and edits of generated code cannot be made again. Nothing at all is written, so that
    /// the folder does not hold parts of two translations.
    ///
    /// Example:
    ///
    /// ```sh
    /// romp2cuda translate a.c -o .
    /// ```
    ///
    /// Instead: give a folder of its own with `-o`; move edits elsewhere, or give them up with `--force`.
    Overwrite = "R0003";
    /// An object with target regions that another compiler made is linked.
    ///
    /// gcc and clang leave calls of their own runtimes in objects, and code for devices in sections of their own.
    /// Only their own drivers make device images of it.
    ///
    /// Why: the program would run those regions on the host, on one thread a team, and nobody would know.
    ///
    /// Example:
    ///
    /// ```sh
    /// gcc -fopenmp -c b.c             # b.c has target regions
    /// rompcc -fopenmp a.c b.o -o app
    /// ```
    ///
    /// Instead: compile that source with `romp2cuda cc`, too. A shared library of another compiler's has a runtime of
    /// its own and is only mentioned.
    Foreign = "R0004";
    /// The program has an error in its C, found by the C compiler's own syntax check.
    ///
    /// The text below the message is the compiler's. It checks the preprocessed file without OpenMP, so
    /// what it says concerns the C alone.
    ///
    /// Why: only valid C is translated. A translator that guesses what broken C means makes code that
    /// nobody wrote.
    ///
    /// Example:
    ///
    /// ```c
    /// double f(double x) { return 2 * x }
    /// ```
    ///
    /// Instead: mend the C as for any compiler: `gcc -fsyntax-only a.c` gives the same messages.
    CSyntax = "R1001";
    /// Valid C (or a GNU extension) that the translator cannot read, or whose lines it cannot replace.
    ///
    /// The C compiler accepts it; the translator's own parser does not know the form, or the construct's lines
    /// do not stand in one file that is there. Most extensions that occur in host code are read or skipped.
    ///
    /// Why: what cannot be read or replaced cannot be translated, and skipping it could change what the
    /// program does.
    ///
    /// Example:
    ///
    /// ```c
    /// #line 10 "model.y"                      // lines of a generator's input
    /// void first(int n, double *x)
    /// {
    ///     #pragma omp target map(x[0:n])
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: write it in standard C, in lines of the file itself (here: let the generator write no `#line`),
    /// or move the function to a file without target constructs: such files go to the host compiler as they are.
    CUnsupported = "R1002";
    /// An OpenMP directive is misspelt, unknown or malformed.
    ///
    /// The line begins with `#pragma omp` and what follows is no directive of OpenMP 5.2, nor one of 6.0
    /// that C has; or the directive's own arguments are not written as its grammar says.
    ///
    /// Why: C compilers ignore what they do not know. The loop would run on the host, serially, without
    /// a word.
    ///
    /// Example:
    ///
    /// ```c
    /// void first(int n, double *x)
    /// {
    ///     #pragma omp traget map(x[0:n])
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: correct the spelling; where a name is near, the message says which was meant.
    Directive = "R2001";
    /// An OpenMP clause is misspelt, unknown or malformed.
    ///
    /// The clause's name is unknown, a parenthesis is missing, or its arguments do not follow the
    /// grammar: a modifier that it does not have, an empty list, an array section without a colon.
    ///
    /// Why: a clause that is dropped changes what is shared, copied or run in parallel.
    ///
    /// Example:
    ///
    /// ```c
    /// void first(int n, double *x)
    /// {
    ///     #pragma omp target map(inout: x[0:n])
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: `map(tofrom: x[0:n])`. The message shows the place up to which the clause was read, and
    /// the name that is nearest to an unknown one.
    Clause = "R2002";
    /// A clause is not allowed on this directive, or stands there too often, or clashes with another.
    ///
    /// Every directive has a list of clauses in the standard, and some clauses exclude each other.
    ///
    /// Why: the clause would have no meaning there. Most often it belongs to another part of a combined
    /// directive, or the directive is not the one that was meant.
    ///
    /// Example:
    ///
    /// ```c
    /// void first(int n, double *x)
    /// {
    ///     #pragma omp target data num_threads(4) map(to: x[0:n])
    ///     {
    ///     }
    /// }
    /// ```
    ///
    /// Instead: move the clause to the directive that has it (`num_threads` to `parallel`); the message
    /// names the section of the standard that lists what is allowed.
    ClauseNotAllowed = "R2003";
    /// A construct is nested where OpenMP forbids it.
    ///
    /// OpenMP says which regions may be nested directly in which: `distribute` only in `teams`, no
    /// worksharing loop in another one of the same team, no `barrier` inside a worksharing region.
    ///
    /// Why: such nestings have no meaning, and on a GPU they mostly deadlock.
    ///
    /// Example:
    ///
    /// ```c
    /// void copy(int n, double *x, double *y)
    /// {
    ///     #pragma omp target map(x[0:n], y[0:n])
    ///     #pragma omp distribute          // no teams around it
    ///     for (int i = 0; i < n; i++) y[i] = x[i];
    /// }
    /// ```
    ///
    /// Instead: add the missing level (`target teams distribute`), or take the inner construct out. The
    /// message shows both constructs and the rule's section.
    Nesting = "R2004";
    /// A loop is not in the canonical form of OpenMP 5.2, section 4.4.1.
    ///
    /// Iterations of a shared loop are counted before it runs. So it must be a `for` with one variable of
    /// integer or pointer type, a test against a bound that the loop does not change, and a step that it
    /// does not change; the body does not assign the variable nor leave the loop by `break`.
    ///
    /// Why: without a count, iterations cannot be given to threads.
    ///
    /// Example:
    ///
    /// ```c
    /// void twice(double *a)
    /// {
    ///     #pragma omp target teams distribute parallel for
    ///     for (int i = 0; a[i] != 0; i++) a[i] *= 2;
    /// }
    /// ```
    ///
    /// Instead: compute the bound first, or express the loop as `for (i = lo; i < hi; i += step)`. With
    /// `collapse(n)` the n loops must be nested directly in each other.
    CanonicalLoop = "R2005";
    /// A directive stands where no directive may stand.
    ///
    /// A directive on a construct belongs to the statement that follows it. Before a declaration or a
    /// closing brace there is none; a stand-alone directive (`barrier`, `target update`) is no body for a
    /// brace-less `if` or `for`; a declarative one stands among declarations. The statement is entered at its
    /// top and left at its end: no jump leads into it or out of it. That of `atomic` has one of the few forms
    /// that a device does in one step (5.2, 15.8.4).
    ///
    /// Why: compilers disagree on what such a line belongs to, and a device cannot go on in the middle of
    /// the host's code.
    ///
    /// Example:
    ///
    /// ```c
    /// void send(int changed, int n, double *x)
    /// {
    ///     if (changed)
    ///         #pragma omp target update to(x[0:n])
    ///     x[0] = 0;
    /// }
    /// ```
    ///
    /// Instead: put braces around it, or a statement behind it.
    Placement = "R2006";
    /// The program has an `error` directive that stops its translation.
    ///
    /// `error` without `at(execution)` and without `severity(warning)` ends compilation wherever it stands in
    /// code that is compiled.
    ///
    /// Why: the program's author wants it so, for what the preprocessor has chosen.
    ///
    /// Example:
    ///
    /// ```c
    /// #ifndef TILE
    /// #pragma omp error message("define TILE")
    /// #endif
    /// ```
    ///
    /// Instead: do what the message says.
    ErrorDirective = "R2007";
    /// A name in a clause is not declared, or is not what the clause needs.
    ///
    /// List items are variables, array sections or functions, by clause; they must be declared where the
    /// directive stands, and of a kind that the clause takes.
    ///
    /// Why: a name that is taken for another variable of the same spelling, or dropped, moves the wrong
    /// data.
    ///
    /// Example:
    ///
    /// ```c
    /// void first(int n, double *x)
    /// {
    ///     #pragma omp target map(to: n[0:4])      // n is an int
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: name the variable that is meant, in scope at the directive; sections need a pointer or an
    /// array.
    ListItem = "R3001";
    /// An expression or declaration has a type that the translator cannot work out.
    ///
    /// Kernels and their parameters are written with their types, so every expression in device code
    /// needs one.
    ///
    /// Why: a guessed type is a wrong conversion that no compiler reports.
    ///
    /// Example:
    ///
    /// ```c
    /// void first(double share, double *x)
    /// {
    ///     #pragma omp target teams num_teams(4 * share)
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: give the value to a variable of explicit type before it is used in device code.
    Type = "R3002";
    /// A variable's data-sharing attribute is missing under `default(none)` or contradictory.
    ///
    /// Every variable in a construct is shared or private, by rule, by clause or by default; with
    /// `default(none)` each must be named, and none may be named by two clauses that disagree.
    ///
    /// Why: which copy a thread writes to is the meaning of the program.
    ///
    /// Example:
    ///
    /// ```c
    /// void scale(int n, double a, double *y)
    /// {
    ///     #pragma omp target teams distribute parallel for default(none) map(tofrom: y[0:n])
    ///     for (int i = 0; i < n; i++) y[i] *= a;     // a, n?
    /// }
    /// ```
    ///
    /// Instead: add `firstprivate(a, n)` or the attribute that is meant; remove one of two that clash.
    DataSharing = "R3003";
    /// Device code uses something of C that cannot be done on a GPU or is not translated yet.
    ///
    /// Device code is all that a target region or a `declare target` function runs. It has no files, no
    /// signals, no `longjmp`, no 80-bit `long double`, no inline assembler of the host.
    ///
    /// Why: it is never turned into something else, nor left to the host without a word.
    ///
    /// Example:
    ///
    /// ```c
    /// void wait(void)
    /// {
    ///     #pragma omp target
    ///     { __asm__("nop"); }
    /// }
    /// ```
    ///
    /// Instead: take it out of the region, or use what devices have (`double` for `long double`). Where
    /// the construct may come later, the message says so.
    DeviceCode = "R4001";
    /// Device code calls a function that is neither in the unit, nor `declare target`, nor in the device's C library.
    ///
    /// What device code calls must exist for the device: its body in the same file, a `declare target`
    /// declaration that another file keeps, or one of the C library functions that devices have.
    ///
    /// Why: the linker of the device would fail later, with a mangled name and no line.
    ///
    /// Example:
    ///
    /// ```c
    /// double f(double);
    /// double g(double y)
    /// {
    ///     #pragma omp target map(tofrom: y)
    ///     y = f(y);
    ///     return y;
    /// }
    /// ```
    ///
    /// Instead: `#pragma omp declare target` before the declaration, and before the definition in the
    /// other file; or do the call on the host.
    DeviceCall = "R4002";
    /// Data cannot be mapped as asked.
    ///
    /// A mapped section needs a start and a length that can be told when the region begins, of a type
    /// that has the same layout on host and device.
    ///
    /// Why: memory that is not there when a kernel reads it ends the program, or worse, does not.
    ///
    /// Example:
    ///
    /// ```c
    /// struct state;                            // its members stand in another file
    /// void first(struct state *s, double *x)
    /// {
    ///     #pragma omp target map(to: s[0:1]) map(x[0:1])
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: complete the type in this file. A pointer without a section is passed as the device address of
    /// what is mapped already.
    Mapping = "R5001";
    /// Correct OpenMP that is not translated yet.
    ///
    /// The directive or clause was read and understood, and there is no translation for it in this
    /// version. docs/support.md lists every directive and clause with its state.
    ///
    /// Why: it is refused rather than run serially, left on the host or translated to something else.
    ///
    /// Example:
    ///
    /// ```c
    /// void even(int n, double *x)
    /// {
    ///     #pragma omp target map(tofrom: x[0:n:2])     // every other element
    ///     x[0] = 1;
    /// }
    /// ```
    ///
    /// Instead: use the form that the message proposes, where there is one, or leave the construct to the
    /// host by taking it out of the target region.
    NotYet = "R6001";
    /// A call may come to a construct that OpenMP forbids there.
    ///
    /// A function with a `barrier`, `for`, `sections`, `single` or `scope` under a condition is called in a construct
    /// that not all threads of the team come to: a worksharing construct, `masked`, `critical`, `ordered`, a task.
    ///
    /// Why: if the condition holds there, threads wait for others that never come. Where nothing stands in the
    /// way, the call is refused (R2004).
    ///
    /// Example:
    ///
    /// ```c
    /// void step(int all)
    /// {
    ///     if (all) {
    ///         #pragma omp barrier
    ///     }
    /// }
    /// void run(void)
    /// {
    ///     #pragma omp target parallel
    ///     {
    ///         #pragma omp single
    ///         step(0);
    ///     }
    /// }
    /// ```
    ///
    /// Instead: put what waits into a function of its own, and call it where all threads do.
    PossibleNesting = "W2008", "possible-nesting";
    /// Parallelism that the program asks for and that one thread runs.
    ///
    /// A parallel region inside another one gets a single thread on the device where the lanes of a warp do not take
    /// its loop. A task outside of parallel regions runs where it stands, as do those inside for which the message
    /// names an obstacle; target tasks (`nowait`, `depend`) run in the order of the program.
    ///
    /// Why: the program is right, but may be slower than its text promises.
    ///
    /// Example:
    ///
    /// ```c
    /// void set(double *x)
    /// {
    ///     #pragma omp parallel num_threads(4)
    ///     x[0] = 1;
    /// }
    /// void all(double *x)
    /// {
    ///     #pragma omp target parallel map(x[0:1])
    ///     set(x);
    /// }
    /// ```
    ///
    /// Instead: `collapse` the loops into one, or leave the inner loop to `simd`; put `parallel` and `single` around
    /// tasks. `--Werror=serialised` makes it an error.
    Serialised = "W6002", "serialised";
    /// Something that the standard does not have, and that is translated all the same.
    ///
    /// `reduction(inscan, ...)` on `teams distribute parallel for`: all teams scan together, in one pass.
    ///
    /// Why: other compilers refuse it. The host version of the loop leaves `teams distribute` out.
    ///
    /// Example:
    ///
    /// ```c
    /// void sums(int n, double *x, double *y)
    /// {
    ///     double s = 0;
    ///     #pragma omp target teams distribute parallel for reduction(inscan, +: s) map(x[0:n], y[0:n])
    ///     for (int i = 0; i < n; i++) {
    ///         s += x[i];
    ///         #pragma omp scan inclusive(s)
    ///         y[i] = s;
    ///     }
    /// }
    /// ```
    ///
    /// Instead: `target parallel for`, where the program is to be compiled by others, too.
    Extension = "W6004", "openmp-extension";
    SharedInLoop = "W7001", "shared-in-loop", in "../lint/shared_in_loop.rs";
    RacyUpdate = "W7002", "racy-update", in "../lint/racy_update.rs";
    LostUpdate = "W7003", "lost-update", in "../lint/lost_update.rs";
    UnmappedPointer = "W7004", "unmapped-pointer", in "../lint/unmapped_pointer.rs";
    PointerMapped = "W7005", "pointer-mapped", in "../lint/pointer_mapped.rs";
    FromReadFirst = "W7006", "from-read-first", in "../lint/from_read_first.rs";
    LargePrivateArray = "W7007", "large-private-array", in "../lint/large_private_array.rs";
    /// A fault of the translator itself.
    ///
    /// The translator came to a state that should be impossible, or one of its own files was refused by
    /// a compiler. The exit code of a crash is 70.
    ///
    /// Why: it says so rather than going on with something that may be wrong.
    ///
    /// Example: none that is known; each is a bug.
    ///
    /// Instead: please report it with the input and the output of `romp2cuda translate -v`, or of
    /// `rompcc -v --save-temps`.
    Internal = "R9001";
}
