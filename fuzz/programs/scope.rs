//! The variables that code may read and write, and expressions over those that no other thread writes meanwhile.
//!
//! Every integer operation is one of unsigned numbers, of small ones, or of `long long` far from its ends:
//! no program has undefined behaviour. Doubles are multiples of a quarter below 2^40, so that sums are exact.

use crate::tape::Tape;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int,
    Unsigned,
    Long,
    Double,
    Byte,
    Short,
}

impl Type {
    pub const ALL: [Type; 6] = [
        Type::Int,
        Type::Unsigned,
        Type::Long,
        Type::Double,
        Type::Byte,
        Type::Short,
    ];

    pub fn c(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Long => "long long",
            Type::Double => "double",
            Type::Byte => "unsigned char",
            Type::Short => "short",
        }
    }
}

/// A variable. An `@` before its name marks the calling thread's own.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub ty: Type,
    /// Elements, a power of two; zero for a scalar.
    pub length: usize,
    /// Whether another thread writes it in this phase, or its value is not definite.
    pub hidden: bool,
    /// It may be written.
    pub writable: bool,
    /// Each thread has one of its own.
    pub own: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub variables: Vec<Variable>,
    /// Whether members of the structures may be written.
    pub members: bool,
    /// What the names of the arrays end in.
    pub suffix: &'static str,
}

impl Scope {
    pub fn add(&mut self, name: impl Into<String>, ty: Type, length: usize) {
        self.variables.push(Variable {
            name: name.into(),
            ty,
            length,
            hidden: false,
            writable: true,
            own: false,
        });
    }

    /// The arrays of a team's part.
    pub fn add_arrays(&mut self, suffix: &'static str, width: usize) {
        for (name, ty) in [
            ("A", Type::Int),
            ("B", Type::Unsigned),
            ("C", Type::Long),
            ("E", Type::Double),
            ("H", Type::Byte),
        ] {
            self.add(format!("{name}{suffix}"), ty, width);
        }
        self.members = true;
        self.suffix = suffix;
    }

    /// A value to read: parameters, iteration variables.
    pub fn add_constant(&mut self, name: impl Into<String>, ty: Type) {
        self.add(name, ty, 0);
        self.variables.last_mut().expect("just added").writable = false;
    }

    pub fn find(&mut self, name: &str) -> &mut Variable {
        self.variables
            .iter_mut()
            .rev()
            .find(|v| v.name == name)
            .expect("a variable of the scope")
    }

    pub fn hide(&mut self, name: &str) {
        self.find(name).hidden = true;
    }

    /// After a barrier: all but what each thread has of its own.
    pub fn show_shared(&mut self) {
        for variable in self.variables.iter_mut().filter(|v| !v.own) {
            variable.hidden = false;
        }
    }

    fn named(&self, tape: &mut Tape, fits: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let all: Vec<&Variable> = self
            .variables
            .iter()
            .filter(|v| !v.hidden && fits(v))
            .collect();
        (!all.is_empty()).then(|| all[tape.below(all.len())].clone())
    }

    /// One that may be assigned to, members of structures among them.
    pub fn assignable(&self, tape: &mut Tape) -> Option<Variable> {
        self.named(tape, |v| v.length == 0 && v.writable && !v.own)
    }

    /// One that a clause may name.
    pub fn scalar(&self, tape: &mut Tape) -> Option<Variable> {
        self.shared_scalar_of(tape, &Type::ALL)
    }

    pub fn shared_scalar_of(&self, tape: &mut Tape, types: &[Type]) -> Option<Variable> {
        self.named(tape, |v| {
            let is_member = v.name.contains('.');
            v.length == 0 && v.writable && !v.own && !is_member && types.contains(&v.ty)
        })
    }

    pub fn own(&self, tape: &mut Tape) -> Option<Variable> {
        self.named(tape, |v| v.own && v.length == 0)
    }

    pub fn own_array(&self, tape: &mut Tape) -> Option<Variable> {
        self.named(tape, |v| v.own && v.length > 0)
    }

    /// An array that the threads of a region share, not what a pointer of each thread's own points to.
    pub fn shared_array_of(&self, tape: &mut Tape, least: usize, ty: Type) -> Option<Variable> {
        self.named(tape, |v| {
            let is_array = v.name.starts_with(['v', '$']);
            v.length >= least && v.writable && !v.own && v.ty == ty && is_array
        })
    }

    /// One of the data's arrays.
    pub fn array_of_arguments(&self, tape: &mut Tape) -> Option<Variable> {
        self.named(tape, |v| v.writable && v.length >= 256)
    }

    pub fn array(&self, tape: &mut Tape, least: usize) -> Option<Variable> {
        self.named(tape, |v| v.length >= least.max(1) && v.writable && !v.own)
    }

    /// An `unsigned` expression.
    pub fn unsigned(&self, tape: &mut Tape, depth: usize) -> String {
        if depth == 0 || tape.once_in(5) {
            return self.leaf(tape);
        }
        match tape.below(15) {
            0 | 1 => self.leaf(tape),
            2 => self.binary(tape, "+", depth),
            3 => self.binary(tape, "*", depth),
            4 => self.binary(tape, "-", depth),
            5 => self.binary(tape, "^", depth),
            6 => self.binary(tape, "&", depth),
            7 => self.binary(tape, "|", depth),
            8 => {
                let shift = tape.below(12);
                let way = tape.pick(&[">>", "<<"]);
                format!("({} {way} {shift})", self.unsigned(tape, depth - 1))
            }
            9 => {
                let way = tape.pick(&["/", "%"]);
                let left = self.unsigned(tape, depth - 1);
                format!("({left} {way} ({} | 1u))", self.unsigned(tape, depth - 1))
            }
            10 => {
                let test = self.test(tape, depth - 1);
                let yes = self.unsigned(tape, depth - 1);
                format!("({test} ? {yes} : {})", self.unsigned(tape, depth - 1))
            }
            11 => {
                let left = self.unsigned(tape, depth - 1);
                format!("mix({left} & 255u, {})", self.unsigned(tape, depth - 1))
            }
            12 => format!("(unsigned)({})", self.test(tape, depth - 1)),
            13 => format!("(unsigned)({})", self.small(tape, depth - 1)),
            _ => format!("(~{})", self.unsigned(tape, depth - 1)),
        }
    }

    fn binary(&self, tape: &mut Tape, operator: &str, depth: usize) -> String {
        let left = self.unsigned(tape, depth - 1);
        format!("({left} {operator} {})", self.unsigned(tape, depth - 1))
    }

    /// An `int` expression between -32768 and 32767.
    pub fn small(&self, tape: &mut Tape, depth: usize) -> String {
        let value = self.unsigned(tape, depth);
        match tape.below(3) {
            0 => format!("(int)({value} & 1023u)"),
            1 => format!("((int)({value} & 255u) - 128)"),
            _ => format!("(((int)({value} & 511u) - 200) / 3)"),
        }
    }

    /// A condition.
    pub fn test(&self, tape: &mut Tape, depth: usize) -> String {
        let operator = tape.pick(&["<", ">", "<=", ">=", "==", "!="]);
        let left = self.small(tape, depth);
        let right = self.small(tape, depth);
        match tape.below(4) {
            0 | 1 => format!("{left} {operator} {right}"),
            2 => format!("({left} {operator} {right} && {})", self.small(tape, 0)),
            _ => format!("({left} {operator} {right} || !{})", self.small(tape, 0)),
        }
    }

    fn leaf(&self, tape: &mut Tape) -> String {
        let constant = |tape: &mut Tape| {
            format!(
                "{}u",
                tape.pick(&[1, 0, 2, 3, 7, 31, 32, 33, 255, 1000, 65537])
            )
        };
        if tape.once_in(4) {
            return constant(tape);
        }
        match self.named(tape, |_| true) {
            None => constant(tape),
            Some(v) if v.length == 0 => as_unsigned(v.ty, &spelled(&v)),
            Some(v) => {
                let index = if tape.once_in(3) {
                    self.leaf_index(tape)
                } else {
                    format!("{}u", tape.below(v.length.min(64)))
                };
                let element = format!("{}[{index} & {}u]", spelled(&v), v.length - 1);
                as_unsigned(v.ty, &element)
            }
        }
    }

    /// An index from a scalar alone: an expression of bounded size.
    fn leaf_index(&self, tape: &mut Tape) -> String {
        match self.named(tape, |v| v.length == 0) {
            Some(v) => as_unsigned(v.ty, &spelled(&v)),
            None => "5u".into(),
        }
    }

    /// An expression that may be assigned to a variable of that type.
    pub fn value(&self, tape: &mut Tape, ty: Type, depth: usize) -> String {
        match ty {
            Type::Double => {
                let part = tape.pick(&["0.25", "1.0", "0.5"]);
                format!("fold((double){} * {part})", self.small(tape, depth))
            }
            Type::Long => {
                let factor = tape.pick(&["1", "-3", "1000003", "-7"]);
                format!("(long long){} * {factor}", self.unsigned(tape, depth))
            }
            Type::Int => format!("(int)({})", self.unsigned(tape, depth)),
            Type::Unsigned => self.unsigned(tape, depth),
            Type::Byte => format!("(unsigned char)({})", self.unsigned(tape, depth)),
            Type::Short => format!("(short){}", self.small(tape, depth)),
        }
    }
}

/// A variable's value as an `unsigned`; that of a double is first made a small integer.
pub fn as_unsigned(ty: Type, text: &str) -> String {
    match ty {
        Type::Unsigned => text.into(),
        Type::Double => format!("(unsigned)(long long)({text} * 4)"),
        _ => format!("(unsigned){text}"),
    }
}

pub fn spelled(variable: &Variable) -> String {
    if variable.own {
        format!("@{}", variable.name)
    } else {
        variable.name.clone()
    }
}
