//! A case: one use of a loop construct with its clauses, as data; how cases are drawn and simplified.
//!
//! Which clause may stand where is OpenMP 5.2's. How it becomes C stands in `text.rs`.

use crate::random::Random;

/// The construct around the loop, and the part of its directive that is written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Combined with `target`.
    Target,
    /// In `target parallel`.
    Region,
    /// In a region that the target region's own thread begins, with sequential code around it.
    Sequential,
    /// In a function that a parallel region calls.
    Orphan,
    /// In a region of a function that the target region calls.
    OrphanRegion,
    /// `target teams distribute` around a region for each of its iterations.
    TwoLevels,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    None,
    Auto,
    Static,
    StaticChunk,
    Dynamic,
    DynamicChunk,
    Guided,
    GuidedChunk,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distributed {
    No,
    Static,
    Chunk,
}

/// How many tasks a `taskloop` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tasks {
    Any,
    Grain,
    StrictGrain,
    Number,
    StrictNumber,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    No,
    Inclusive,
    Exclusive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nest {
    One,
    /// `collapse(2)`, rectangular.
    Two,
    /// `collapse(2)`: the inner loop's bound is the outer one's variable.
    Triangle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    Below,
    Upto,
    Above,
    Downto,
    Until,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The iteration variable's type; a pointer walks over `space`.
    pub ty: &'static str,
    pub test: Test,
    pub lower: i32,
    pub step: i32,
    /// The step is a variable.
    pub variable_step: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Scalar,
    /// An array of four, whole.
    Small,
    /// An array of BINS, whole.
    Long,
    /// BINS elements behind a pointer, the length a variable.
    Behind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    pub op: &'static str,
    pub ty: &'static str,
    pub extent: Extent,
    /// A clause of the parallel region and not of the loop.
    pub on_region: bool,
    /// Another sum, of `unsigned long`, in the same clause.
    pub other: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    Default,
    Variable,
    Constant(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub place: Place,
    /// The words of the loop's own directive.
    pub words: &'static str,
    pub schedule: Schedule,
    pub distributed: Distributed,
    pub tasks: Tasks,
    /// A group around the `taskloop` reduces, not the loop itself.
    pub group: bool,
    /// The reduction's values so far are asked for.
    pub scan: Scan,
    pub nest: Nest,
    pub header: Header,
    pub reduction: Option<Reduction>,
    pub threads: Threads,
    /// `num_teams`.
    pub teams: bool,
    /// The chunk is a constant.
    pub chunk: Option<u32>,
    pub lastprivate: bool,
    /// The iteration variable is declared outside and `lastprivate`.
    pub outside: bool,
    pub linear: Option<i32>,
    pub firstprivate: bool,
    pub nowait: bool,
    pub ordered: bool,
    /// Each iteration leaves the number of its thread.
    pub who: bool,
    /// Some iterations end early.
    pub jump: bool,
    /// Another loop after this one uses what it has computed.
    pub second: bool,
    /// Other constructs beside the loop: single, masked, critical.
    pub beside: bool,
}

/// What a case is run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    pub n: u32,
    pub threads: u32,
    pub teams: u32,
    pub chunk: u32,
    pub part: u32,
    pub inner: u32,
}

pub const INTEGERS: [&str; 12] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];
pub const REALS: [&str; 2] = ["float", "double"];
pub const COMPLEX: [&str; 2] = ["float _Complex", "double _Complex"];
const OPERATORS: [&str; 10] = ["+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"];
/// A `sections` construct has so many.
pub const SECTIONS: u32 = 5;
const SIZES: [u32; 7] = [1, 5, 31, 32, 33, 95, 992];
const TRIPS: [u32; 16] = [
    0, 1, 2, 3, 5, 7, 31, 32, 33, 64, 95, 100, 257, 991, 993, 2000,
];
const CHUNKS: [u32; 8] = [1, 2, 3, 4, 7, 33, 100, 5000];

impl Case {
    pub fn draw(r: &mut Random) -> Case {
        let place = r.pick(&[
            Place::Target,
            Place::Target,
            Place::Target,
            Place::Region,
            Place::Region,
            Place::Sequential,
            Place::Sequential,
            Place::Orphan,
            Place::OrphanRegion,
            Place::TwoLevels,
        ]);
        let words = r.pick(words(place));
        let mut case = Case {
            place,
            words,
            schedule: r.pick(&[
                Schedule::None,
                Schedule::None,
                Schedule::Auto,
                Schedule::Static,
                Schedule::StaticChunk,
                Schedule::StaticChunk,
                Schedule::Dynamic,
                Schedule::DynamicChunk,
                Schedule::Guided,
                Schedule::GuidedChunk,
            ]),
            distributed: r.pick(&[
                Distributed::No,
                Distributed::No,
                Distributed::Static,
                Distributed::Chunk,
            ]),
            tasks: r.pick(&[
                Tasks::Any,
                Tasks::Any,
                Tasks::Grain,
                Tasks::StrictGrain,
                Tasks::Number,
                Tasks::StrictNumber,
            ]),
            group: r.once_in(3),
            scan: r.pick(&[
                Scan::No,
                Scan::No,
                Scan::No,
                Scan::Inclusive,
                Scan::Exclusive,
            ]),
            nest: r.pick(&[Nest::One, Nest::One, Nest::One, Nest::Two, Nest::Triangle]),
            header: Header::draw(r),
            reduction: (!r.once_in(3)).then(|| Reduction::draw(r)),
            threads: match r.below(6) {
                0 => Threads::Default,
                1 | 2 => Threads::Constant(r.pick(&SIZES)),
                _ => Threads::Variable,
            },
            teams: !r.once_in(3),
            chunk: r.once_in(3).then(|| r.pick(&CHUNKS)),
            lastprivate: r.once_in(3),
            outside: r.once_in(5),
            linear: r.once_in(4).then(|| r.pick(&[1, 2, -3])),
            firstprivate: r.once_in(4),
            nowait: r.once_in(2),
            ordered: r.once_in(4),
            who: r.once_in(2),
            jump: r.once_in(4),
            second: r.once_in(2),
            beside: r.once_in(3),
        };
        case.make_valid();
        case
    }

    pub fn has(&self, leaf: &str) -> bool {
        self.words.split(' ').any(|word| word == leaf)
    }

    /// The directive of the parallel region that the loop binds to is written apart from the loop's.
    pub fn apart(&self) -> bool {
        matches!(self.place, Place::Region | Place::Orphan)
            || self.place == Place::Sequential && !self.has("parallel")
    }

    /// Its iterations are those of the threads of one team: by number they are known.
    pub fn one_team(&self) -> bool {
        !self.has("teams") && self.place != Place::TwoLevels
    }

    /// Removes clauses that OpenMP does not allow together.
    pub fn make_valid(&mut self) {
        let (simd, looped) = (self.has("simd"), self.has("loop"));
        let (worksharing, tasks) = (self.has("for"), self.has("taskloop"));
        self.make_valid_for_scan();
        if !tasks {
            self.tasks = Tasks::Any;
            self.group = false;
        } else {
            self.linear = None;
            if matches!(self.threads, Threads::Constant(n) if n > 95) {
                self.threads = Threads::Constant(95);
            }
        }
        if !worksharing {
            self.schedule = Schedule::None;
            self.ordered = false;
        }
        if self.has("sections") {
            self.nest = Nest::One;
            self.header = Header::plain();
            self.outside = false;
            self.jump = false;
        }
        if !self.has("distribute") {
            self.distributed = Distributed::No;
        }
        if self.has("teams") || self.place == Place::TwoLevels || simd {
            self.ordered = false;
        }
        if self.has("teams") || self.nest != Nest::One || looped || self.place == Place::TwoLevels {
            self.linear = None;
        }
        if !worksharing && !simd {
            self.linear = None;
        }
        // An orphaned construct returns its results through pointers.
        if looped || self.place == Place::Orphan {
            self.lastprivate = false;
        }
        if self.place == Place::Orphan {
            self.outside = false;
            self.linear = None;
            self.firstprivate = false;
        }
        if looped {
            self.firstprivate = false;
        }
        if simd || looped || self.place == Place::TwoLevels || self.nest == Nest::Triangle {
            self.who = false;
        }
        if !self.has("parallel") && !self.apart() {
            self.threads = Threads::Default;
        }
        if !self.has("teams") && self.place != Place::TwoLevels {
            self.teams = false;
        }
        if !self.apart() {
            self.nowait = false;
            self.second = false;
            self.beside = false;
        }
        if looped || tasks {
            self.nowait = false;
        }
        // The other threads go on.
        if self.words == "masked taskloop" {
            self.second = false;
        }
        if self.nest == Nest::Triangle {
            self.ordered = false;
            // Refused: R6021 says so.
            self.lastprivate = false;
            self.outside = false;
            if self.place == Place::TwoLevels {
                self.nest = Nest::One;
            }
            // 5.2, 4.4.4: no schedule that could be checked, and no pointers in bounds.
            if worksharing && self.schedule != Schedule::None {
                self.schedule = Schedule::None;
            }
            self.distributed = Distributed::No;
            self.header = Header {
                ty: "int",
                test: Test::Below,
                lower: 0,
                step: 1,
                variable_step: false,
            };
        }
        if self.place == Place::TwoLevels {
            self.nest = Nest::One;
            self.outside = false;
            self.lastprivate = false;
        }
        if let Some(reduction) = &mut self.reduction {
            if !matches!(
                self.place,
                Place::Region | Place::Sequential | Place::Orphan
            ) || self.words.contains("parallel")
                || tasks
                || self.scan != Scan::No
            {
                reduction.on_region = false;
            }
            if self.place == Place::Orphan {
                // The function's list items are sections behind its parameters.
                reduction.extent = Extent::Small;
                reduction.other = false;
                reduction.on_region = false;
            }
            // Refused: R6022 says so of arrays of run-time size, or too large for a thread's registers, where
            // their copies would lie in a function, in each of two constructs, or with each team.
            let long = matches!(reduction.extent, Extent::Long | Extent::Behind);
            let updates = !matches!(reduction.op, "min" | "max" | "&&" | "||")
                && reduction.ty != "_Bool"
                && !reduction.complex();
            let parallel = self.words.contains("parallel") || self.place != Place::Target;
            if long
                && (matches!(self.place, Place::OrphanRegion | Place::TwoLevels)
                    || !updates && (!parallel || tasks))
            {
                reduction.extent = Extent::Small;
            }
            // gcc 12 does not survive these in the host's version.
            if (simd || looped || tasks || self.scan != Scan::No)
                && reduction.real()
                && matches!(reduction.op, "&&" | "||")
            {
                reduction.ty = "int";
            }
            if reduction.on_region && reduction.extent == Extent::Behind {
                reduction.extent = Extent::Long;
            }
        }
        if self.ordered {
            self.jump &= !self.nowait;
        }
        if !self.chunked() {
            self.chunk = None;
        }
        if matches!(self.place, Place::Orphan | Place::OrphanRegion) && self.header.pointer() {
            self.header.ty = "int";
        }
        self.header.make_valid();
        // An address in device memory is nothing to compare.
        self.outside &= !self.header.pointer();
    }

    /// Scans are of loops that threads share out, without a schedule, and of scalars.
    fn make_valid_for_scan(&mut self) {
        let shared = self.has("for") || self.words == "target simd";
        let placed = !matches!(self.place, Place::Orphan | Place::TwoLevels);
        let Some(reduction) = self.reduction.as_mut().filter(|_| shared && placed) else {
            self.scan = Scan::No;
            return;
        };
        if self.scan == Scan::No {
            return;
        }
        reduction.extent = Extent::Scalar;
        self.nest = Nest::One;
        self.schedule = Schedule::None;
        self.distributed = Distributed::No;
        self.ordered = false;
        self.linear = None;
        self.jump = false;
        self.second = false;
        self.lastprivate = false;
        self.outside = false;
    }

    pub fn chunked(&self) -> bool {
        matches!(
            self.schedule,
            Schedule::StaticChunk | Schedule::DynamicChunk | Schedule::GuidedChunk
        ) || self.tasks != Tasks::Any
    }

    /// Runs that differ in the values on which the case depends.
    pub fn runs(&self, r: &mut Random, count: usize) -> Vec<Run> {
        let mut runs: Vec<Run> = vec![];
        for _ in 0..4 * count {
            let mut run = Run {
                n: r.pick(&TRIPS),
                threads: r.pick(&SIZES),
                teams: r.pick(&[1, 2, 3, 7]),
                chunk: r.pick(&CHUNKS),
                part: r.pick(&CHUNKS),
                inner: r.pick(&[0, 1, 3, 8, 32]),
            };
            let most = 2000 / self.header.step as u32;
            if self.nest != Nest::One || self.place == Place::TwoLevels {
                run.n %= 61;
            }
            run.n = match self.header.ty {
                "signed char" | "unsigned char" => run.n % (100 / self.header.step as u32),
                _ => run.n.min(most),
            };
            if self.has("sections") {
                run.n = SECTIONS;
            }
            // A thread is a coroutine on the emulated device, and one of its turns takes time.
            if self.has("taskloop") {
                run.n = run.n.min(257);
                run.threads = run.threads.min(95);
            }
            if self.threads != Threads::Variable {
                run.threads = 0;
            }
            if !self.teams {
                run.teams = 0;
            }
            if !self.chunked() || self.chunk.is_some() {
                run.chunk = 0;
            }
            if self.distributed != Distributed::Chunk {
                run.part = 0;
            }
            if self.nest != Nest::Two && self.place != Place::TwoLevels {
                run.inner = 0;
            }
            if !runs.contains(&run) {
                runs.push(run);
            }
            if runs.len() == count {
                break;
            }
        }
        runs
    }

    /// Cases with one thing less each.
    pub fn simpler(&self) -> Vec<Case> {
        let mut all = vec![];
        let mut with = |change: &dyn Fn(&mut Case)| {
            let mut case = self.clone();
            change(&mut case);
            case.make_valid();
            if case != *self && !all.contains(&case) {
                all.push(case);
            }
        };
        with(&|c| c.reduction = None);
        with(&|c| c.nest = Nest::One);
        with(&|c| c.header = Header::plain());
        with(&|c| c.second = false);
        with(&|c| c.beside = false);
        with(&|c| c.who = false);
        with(&|c| c.jump = false);
        with(&|c| c.lastprivate = false);
        with(&|c| c.outside = false);
        with(&|c| c.linear = None);
        with(&|c| c.firstprivate = false);
        with(&|c| c.nowait = false);
        with(&|c| c.ordered = false);
        with(&|c| c.schedule = Schedule::None);
        with(&|c| c.distributed = Distributed::No);
        with(&|c| c.tasks = Tasks::Any);
        with(&|c| c.group = false);
        with(&|c| c.scan = Scan::No);
        with(&|c| c.teams = false);
        with(&|c| c.threads = Threads::Default);
        with(&|c| {
            if let Some(reduction) = &mut c.reduction {
                reduction.other = false;
            }
        });
        with(&|c| {
            if let Some(reduction) = &mut c.reduction {
                reduction.extent = Extent::Scalar;
            }
        });
        with(&|c| {
            if let Some(reduction) = &mut c.reduction {
                (reduction.op, reduction.ty) = ("+", "int");
            }
        });
        all
    }
}

fn words(place: Place) -> &'static [&'static str] {
    match place {
        Place::Target => &[
            "target teams distribute parallel for",
            "target teams distribute parallel for",
            "target teams distribute parallel for simd",
            "target teams distribute",
            "target teams distribute simd",
            "target teams loop",
            "target parallel for",
            "target parallel for",
            "target parallel for simd",
            "target parallel loop",
            "target simd",
        ],
        Place::Region | Place::Orphan => &[
            "for",
            "for",
            "for",
            "for simd",
            "loop",
            "sections",
            "taskloop",
            "taskloop simd",
            "masked taskloop",
        ],
        Place::Sequential => &[
            "for",
            "sections",
            "parallel for",
            "parallel for simd",
            "parallel loop",
            "parallel sections",
            "taskloop",
            "parallel masked taskloop",
            "parallel masked taskloop simd",
        ],
        Place::OrphanRegion | Place::TwoLevels => {
            &["parallel for", "parallel for", "parallel for simd"]
        }
    }
}

impl Header {
    pub fn plain() -> Header {
        Header {
            ty: "int",
            test: Test::Below,
            lower: 0,
            step: 1,
            variable_step: false,
        }
    }

    fn draw(r: &mut Random) -> Header {
        let types = [
            "int",
            "int",
            "int",
            "unsigned",
            "long",
            "unsigned long",
            "short",
            "signed char",
            "unsigned char",
            "long long",
            "int *",
        ];
        let tests = [
            Test::Below,
            Test::Below,
            Test::Upto,
            Test::Above,
            Test::Downto,
            Test::Until,
        ];
        Header {
            ty: r.pick(&types),
            test: r.pick(&tests),
            lower: r.pick(&[0, 0, 1, 5, -7]),
            step: r.pick(&[1, 1, 2, 3]),
            variable_step: r.once_in(3),
        }
    }

    fn make_valid(&mut self) {
        if self.test == Test::Until {
            self.step = 1;
            self.variable_step = false;
        }
        if self.ty.starts_with("unsigned") {
            // Bounds below zero would wrap.
            self.lower = self.lower.max(4);
        }
        if self.pointer() {
            self.lower = self.lower.max(1);
        }
    }

    pub fn pointer(&self) -> bool {
        self.ty.ends_with('*')
    }
}

impl Reduction {
    fn draw(r: &mut Random) -> Reduction {
        let op = r.pick(&OPERATORS);
        let types: Vec<&'static str> = INTEGERS
            .into_iter()
            .chain(REALS)
            .chain(COMPLEX)
            .filter(|ty| match op {
                "&" | "|" | "^" => !REALS.contains(ty) && !COMPLEX.contains(ty),
                "&&" | "||" | "min" | "max" => !COMPLEX.contains(ty),
                // The copies are added: no difference of truth values.
                "-" => *ty != "_Bool",
                _ => true,
            })
            .collect();
        Reduction {
            op,
            ty: r.pick(&types),
            extent: r.pick(&[
                Extent::Scalar,
                Extent::Scalar,
                Extent::Scalar,
                Extent::Small,
                Extent::Long,
                Extent::Behind,
            ]),
            on_region: r.once_in(3),
            other: r.once_in(4),
        }
    }

    pub fn real(&self) -> bool {
        REALS.contains(&self.ty) || self.complex()
    }

    pub fn complex(&self) -> bool {
        COMPLEX.contains(&self.ty)
    }
}
