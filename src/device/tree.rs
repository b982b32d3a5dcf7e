//! Device code as a tree of statements: what builders of constructs make, passes change and `print` writes.
//!
//! Statements of the user's program are in it as text from the printer of C. Every statement that a construct adds
//! has a form of its own, in which only expressions are text; no code looks into that text.

mod block;

use super::access::{Access, Control};
use super::team::Team;
use super::value::{Call, Expr, Object, Value};

/// A sequence of statements.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub(super) stmts: Vec<Stmt>,
    /// How deep the block stands, in levels of indentation, as far as its builder knows: long lines are broken by it.
    depth: usize,
    /// Whether the first statement is a loop, with nothing before it.
    pub starts_with_loop: bool,
}

/// A statement of device code.
#[derive(Clone, Debug)]
#[expect(
    missing_docs,
    reason = "fields are the parts of the form that the comment shows"
)]
pub enum Stmt {
    /// A statement of the user's program, or a line of one.
    User(String),
    /// Text with its indentation: definitions outside of functions.
    Text(String),
    /// A label, indented one level less than what it labels.
    Label(String),
    /// The label `name:;` to which jumps out of a construct go.
    Landing(String),
    /// A directive of the compiler (`#pragma`), in the first column.
    Directive(String),
    /// A blank line.
    Blank,
    /// A line of a comment of the user's.
    Comment(String),
    /// A comment at the end of the previous line; further lines of it stand below, in its column.
    Behind(String),
    /// A comment at the end of the line that opens the block, whose first statement it is.
    Opening(String),
    /// A declaration of C: `declarator = value;`, or without a value.
    Declare {
        declarator: Expr,
        value: Option<Value>,
        /// The name, where only the translator uses it.
        made: Option<String>,
    },
    /// `const auto name = value;`, a name that only the translator uses.
    Let { name: String, value: Value },
    /// An object of one of the device header's classes.
    Object(Object),
    /// `__shared__ declarator;`
    Shared {
        declarator: Expr,
        /// What the report calls it, and its size, where it counts as the device header's shared memory.
        reserves: Option<(&'static str, u64)>,
    },
    /// `place = value;`
    Assign { place: Expr, value: Value },
    /// An expression that is evaluated for its effects.
    Effect(Expr),
    /// A call of a function of the device header.
    Call(Call),
    /// A call whose last arguments are function objects; `name` is a name for the value that it returns.
    CallWith {
        name: Option<String>,
        call: Call,
        functions: Vec<Lambda>,
    },
    /// A barrier of a team.
    Barrier { team: Team, need: Need },
    /// A jump.
    Jump(Jump),
    /// `if`: what is done where the condition holds, and what otherwise.
    If {
        condition: Value,
        body: Block,
        otherwise: Option<Block>,
        style: Style,
    },
    /// `while`.
    While {
        condition: Value,
        body: Block,
        style: Style,
    },
    /// `do ... while`.
    DoWhile { body: Block, condition: Value },
    /// A loop of C: `for (head)`.
    For {
        head: Expr,
        body: Block,
        style: Style,
    },
    /// `switch`.
    Switch { value: Value, body: Block },
    /// `case number: { ... }`, indented one level less than its body, as labels are.
    Case { number: usize, body: Block },
    /// The definition of a struct or union.
    Record { head: Expr, members: Block },
    /// A block of its own.
    Scope(Block),
    /// A loop over iterations of a construct. Of several heads each one encloses the next.
    RangeFor {
        heads: Vec<Head>,
        body: Block,
        style: Style,
    },
    /// The body of a statement whose head is printed elsewhere, indented.
    Indented(Block),
    /// Statements of which it is known what they access of the memory that threads of the team share, besides the device
    /// header's: a pass asks, and puts the statements in its place.
    Known {
        accesses: Vec<Access>,
        control: Control,
        body: Block,
    },
}

/// How the body below a head is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// In braces.
    #[default]
    Braces,
    /// One statement, on the line below the head.
    Indented,
    /// One statement, on the line of the head.
    OneLine,
}

/// A jump of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jump {
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// `goto` to this landing.
    To(String),
}

/// A function object, a lambda of C++.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// `[captures](parameters)`.
    pub head: Expr,
    /// What it does.
    pub body: Block,
}

/// The head of a loop over iterations.
#[derive(Clone, Debug)]
#[expect(
    missing_docs,
    reason = "fields are the parts of the form that the comment shows"
)]
pub enum Head {
    /// `for (variable : range)`, a range of the device header.
    In { variable: Expr, range: Value },
    /// `for (...)` of C, with this in the parentheses.
    Counting(Expr),
}

impl Head {
    fn range(&self) -> Option<&Value> {
        match self {
            Head::In { range, .. } => Some(range),
            Head::Counting(_) => None,
        }
    }

    /// A loop whose variable takes the values of a range.
    pub fn over(variable: impl Into<Expr>, range: impl Into<Value>) -> Head {
        Head::In {
            variable: variable.into(),
            range: range.into(),
        }
    }
}

/// What a barrier is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It also makes threads wait for other reasons than the order of statements: it stays.
    Always,
    /// It only orders accesses to memory of the statements before and after it.
    ToOrder,
    /// As `ToOrder`; a barrier of the same team directly before it makes it superfluous whatever they access.
    UnlessBehindAnother,
}

/// Whether declarations need braces of their own, so that they do not conflict with declarations around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    /// They stand in a scope.
    Own,
    /// They stand among those around them.
    None,
}

impl Stmt {
    /// Whether it is a comment of the user's.
    pub fn is_comment(&self) -> bool {
        matches!(self, Stmt::Comment(_) | Stmt::Behind(_) | Stmt::Opening(_))
    }

    /// The values in the statement itself, without those in nested blocks.
    pub fn values(&self) -> Vec<&Value> {
        match self {
            Stmt::Declare { value, .. } => value.iter().collect(),
            Stmt::Let { value, .. } | Stmt::Assign { value, .. } | Stmt::Switch { value, .. } => {
                vec![value]
            }
            Stmt::If { condition, .. }
            | Stmt::While { condition, .. }
            | Stmt::DoWhile { condition, .. } => vec![condition],
            Stmt::RangeFor { heads, .. } => heads.iter().filter_map(Head::range).collect(),
            _ => vec![],
        }
    }

    /// The calls of the device header's functions in the statement itself, those that are arguments of other calls
    /// included.
    pub fn calls(&self) -> Vec<&Call> {
        let own = match self {
            Stmt::Call(call) | Stmt::CallWith { call, .. } => Some(call),
            _ => None,
        };
        let values = self.values().into_iter().filter_map(Value::call);
        let mut calls: Vec<&Call> = own.into_iter().chain(values).collect();
        let mut at = 0;
        while let Some(call) = calls.get(at) {
            calls.extend(call.arguments.iter().filter_map(Value::call));
            at += 1;
        }
        calls
    }

    /// The blocks in the statement.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Stmt::Scope(body)
            | Stmt::Indented(body)
            | Stmt::Known { body, .. }
            | Stmt::While { body, .. }
            | Stmt::DoWhile { body, .. }
            | Stmt::For { body, .. }
            | Stmt::Switch { body, .. }
            | Stmt::Case { body, .. }
            | Stmt::RangeFor { body, .. } => vec![body],
            Stmt::If {
                body, otherwise, ..
            } => std::iter::once(body).chain(otherwise).collect(),
            Stmt::CallWith { functions, .. } => functions.iter().map(|one| &one.body).collect(),
            _ => vec![],
        }
    }

    /// The blocks in the statement, to change them.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Stmt::Scope(body)
            | Stmt::Indented(body)
            | Stmt::Known { body, .. }
            | Stmt::While { body, .. }
            | Stmt::DoWhile { body, .. }
            | Stmt::For { body, .. }
            | Stmt::Switch { body, .. }
            | Stmt::Case { body, .. }
            | Stmt::RangeFor { body, .. } => vec![body],
            Stmt::If {
                body, otherwise, ..
            } => std::iter::once(body).chain(otherwise).collect(),
            Stmt::CallWith { functions, .. } => {
                let bodies = functions.iter_mut().map(|one| &mut one.body);
                bodies.collect()
            }
            _ => vec![],
        }
    }
}
