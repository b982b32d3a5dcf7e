//! Device code as a tree of statements: what builders of constructs make, passes change and `print` writes.
//!
//! Statements of the user's program are in it as text from the printer of C. Every statement that a construct adds
//! has a form of its own, in which only expressions are text; no code looks into that text.

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
    /// A comment at the end of the previous line.
    Behind(String),
    /// A declaration of C: `declarator = value;`, or without a value.
    Declare {
        declarator: Expr,
        value: Option<Value>,
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
    /// It only orders the statements before and after it. A barrier of the same team directly before it does so, too,
    /// and makes it superfluous.
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

impl Block {
    /// An empty block, `depth` levels deep.
    pub fn at(depth: usize) -> Block {
        Block {
            depth,
            ..Block::default()
        }
    }

    /// How deep the block stands, in levels of indentation.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether it has no statements.
    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }

    /// How many statements it has so far: the position of the next one.
    pub fn len(&self) -> usize {
        self.stmts.len()
    }

    /// Adds a statement.
    pub fn push(&mut self, stmt: Stmt) {
        self.stmts.push(stmt);
    }

    /// Adds the statements of another block.
    pub fn append(&mut self, other: Block) {
        self.stmts.extend(other.stmts);
    }

    /// Inserts statements before the one at position `place`.
    pub fn insert(&mut self, place: usize, other: Block) {
        self.stmts.splice(place..place, other.stmts);
    }

    /// Adds a statement of the user's program.
    pub fn user(&mut self, text: impl Into<String>) {
        self.push(Stmt::User(text.into()));
    }

    /// Adds a directive of the compiler.
    pub fn directive(&mut self, text: impl Into<String>) {
        self.push(Stmt::Directive(text.into()));
    }

    /// Adds text that has its indentation already.
    pub fn text_of(&mut self, text: impl Into<String>) {
        self.push(Stmt::Text(text.into()));
    }

    /// Adds a label.
    pub fn label(&mut self, text: impl Into<String>) {
        self.push(Stmt::Label(text.into()));
    }

    /// Adds a call.
    pub fn call(&mut self, call: Call) {
        self.push(Stmt::Call(call));
    }

    /// Adds `declarator;`.
    pub fn declare(&mut self, declarator: impl Into<Expr>) {
        let (declarator, value) = (declarator.into(), None);
        self.push(Stmt::Declare { declarator, value });
    }

    /// Adds `declarator = value;`.
    pub fn declare_as(&mut self, declarator: impl Into<Expr>, value: impl Into<Value>) {
        let (declarator, value) = (declarator.into(), Some(value.into()));
        self.push(Stmt::Declare { declarator, value });
    }

    /// Adds `const auto name = value;`.
    pub fn constant(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        self.push(Stmt::Let { name, value });
    }

    /// Adds `__shared__ declarator;`, which does not count as the device header's shared memory.
    pub fn shared(&mut self, declarator: impl Into<Expr>) {
        let (declarator, reserves) = (declarator.into(), None);
        self.push(Stmt::Shared {
            declarator,
            reserves,
        });
    }

    /// Adds `__shared__ declarator;`, which counts as the device header's shared memory: `what` for the report, and
    /// the size.
    pub fn shared_besides(&mut self, declarator: impl Into<Expr>, what: &'static str, bytes: u64) {
        let (declarator, reserves) = (declarator.into(), Some((what, bytes)));
        self.push(Stmt::Shared {
            declarator,
            reserves,
        });
    }

    /// Adds the declaration of an object.
    pub fn object(&mut self, object: Object) {
        self.push(Stmt::Object(object));
    }

    /// Adds `place = value;`.
    pub fn assign(&mut self, place: impl Into<Expr>, value: impl Into<Value>) {
        let (place, value) = (place.into(), value.into());
        self.push(Stmt::Assign { place, value });
    }

    /// Adds an expression that is evaluated for its effects.
    pub fn effect(&mut self, expr: impl Into<Expr>) {
        self.push(Stmt::Effect(expr.into()));
    }

    /// Adds a call of a method of one of the translator's objects.
    pub fn method(&mut self, object: &str, method: &str, arguments: &str) {
        self.effect(format!("{object}.{method}({arguments})"));
    }

    /// Adds a jump.
    pub fn jump(&mut self, jump: Jump) {
        self.push(Stmt::Jump(jump));
    }

    /// Adds a barrier that stays.
    pub fn barrier(&mut self, team: Team) {
        let need = Need::Always;
        self.push(Stmt::Barrier { team, need });
    }

    /// Adds a barrier of the block that only orders the statements before and after it.
    pub fn order(&mut self) {
        let (team, need) = (Team::Block, Need::UnlessBehindAnother);
        self.push(Stmt::Barrier { team, need });
    }

    /// Adds a blank line, unless one stands there already, or nothing does.
    pub fn gap(&mut self) {
        let gap = match self.stmts.last() {
            None | Some(Stmt::Blank) => false,
            Some(Stmt::User(text)) => !text.is_empty(),
            Some(Stmt::Text(text)) => !text.is_empty() && !text.ends_with("\n\n"),
            Some(_) => true,
        };
        if gap {
            self.push(Stmt::Blank);
        }
    }

    /// Says that the next statement is a loop.
    pub fn loop_follows(&mut self) {
        self.starts_with_loop |= self.is_empty();
    }

    fn inner<R>(&self, f: impl FnOnce(&mut Block) -> R) -> (Block, R) {
        let mut inner = Block::at(self.depth + 1);
        let result = f(&mut inner);
        (inner, result)
    }

    /// What `f` builds, as a block for a statement of this one.
    pub fn below(&self, f: impl FnOnce(&mut Block)) -> Block {
        self.inner(f).0
    }

    /// Adds what `f` builds, indented one level deeper.
    pub fn nested<R>(&mut self, f: impl FnOnce(&mut Block) -> R) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::Indented(body));
        result
    }

    /// Adds what `f` builds as a scope, in braces of its own.
    pub fn scope<R>(&mut self, f: impl FnOnce(&mut Block) -> R) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::Scope(body));
        result
    }

    /// Adds a struct or union whose members `f` builds.
    pub fn record(&mut self, head: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        let (members, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::Record { head, members });
    }

    /// Adds a landing, the label to which jumps go.
    pub fn landing(&mut self, name: impl Into<String>) {
        self.push(Stmt::Landing(name.into()));
    }

    /// Adds `if (condition)` with the body that `f` builds.
    pub fn if_then<R>(
        &mut self,
        condition: impl Into<Value>,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        self.if_styled(condition, Style::Braces, f)
    }

    /// Adds `if (condition)` with the body that `f` builds, in a given style.
    pub fn if_styled<R>(
        &mut self,
        condition: impl Into<Value>,
        style: Style,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::If {
            condition: condition.into(),
            body,
            otherwise: None,
            style,
        });
        result
    }

    /// Adds `if (condition)` with two bodies.
    pub fn if_else(&mut self, condition: impl Into<Value>, body: Block, otherwise: Option<Block>) {
        self.push(Stmt::If {
            condition: condition.into(),
            body,
            otherwise,
            style: Style::Braces,
        });
    }

    /// Adds a switch of the user's: the labels are in what `f` builds.
    pub fn switch(&mut self, value: impl Into<Value>, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let value = value.into();
        self.push(Stmt::Switch { value, body });
    }

    /// Adds `case number: { ... }`, which leaves the switch at its end.
    pub fn case(&mut self, number: usize, f: impl FnOnce(&mut Block)) {
        let mut body = Block::at(self.depth);
        f(&mut body);
        body.jump(Jump::Break);
        self.push(Stmt::Case { number, body });
    }

    /// Adds a `break` out of the loop that is executed unless the condition holds.
    pub fn break_unless(&mut self, condition: &str) {
        self.if_styled(format!("!({condition})"), Style::Indented, |out| {
            out.jump(Jump::Break)
        });
    }

    /// Adds `while (condition)` with the body that `f` builds.
    pub fn while_loop<R>(
        &mut self,
        condition: impl Into<Value>,
        style: Style,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        let (body, result) = self.inner(f);
        let condition = condition.into();
        self.push(Stmt::While {
            condition,
            body,
            style,
        });
        result
    }

    /// Adds `do ... while (condition)`.
    pub fn do_while(&mut self, condition: impl Into<Value>, body: Block) {
        let condition = condition.into();
        self.push(Stmt::DoWhile { body, condition });
    }

    /// Adds `for (head)` with the body that `f` builds.
    pub fn for_loop(&mut self, head: impl Into<Expr>, style: Style, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::For { head, body, style });
    }

    /// Adds a loop that only jumps leave.
    pub fn endless(&mut self, f: impl FnOnce(&mut Block)) {
        self.for_loop(";;", Style::Braces, f);
    }

    /// Adds a call whose last argument is a function object with the body that `f` builds.
    pub fn call_with(&mut self, call: Call, head: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        self.call_with_function(None, call, head, f);
    }

    /// Adds such a call, and a name for the value that it returns.
    pub fn constant_by(
        &mut self,
        name: &str,
        call: Call,
        head: impl Into<Expr>,
        f: impl FnOnce(&mut Block),
    ) {
        self.call_with_function(Some(name.into()), call, head, f);
    }

    fn call_with_function(
        &mut self,
        name: Option<String>,
        call: Call,
        head: impl Into<Expr>,
        f: impl FnOnce(&mut Block),
    ) {
        let (body, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::CallWith {
            name,
            call,
            functions: vec![Lambda { head, body }],
        });
    }

    /// Adds what `f` builds, as a scope where it has braces of its own.
    pub fn scope_where<R>(&mut self, braces: Braces, f: impl FnOnce(&mut Block) -> R) -> R {
        match braces {
            Braces::Own => self.scope(f),
            Braces::None => f(self),
        }
    }

    /// Adds a loop over iterations, with its body in braces.
    pub fn range_for<R>(&mut self, heads: Vec<Head>, f: impl FnOnce(&mut Block) -> R) -> R {
        let mut body = Block::at(self.depth + heads.len());
        let result = f(&mut body);
        self.push(Stmt::RangeFor {
            heads,
            body,
            style: Style::Braces,
        });
        result
    }

    /// Calls `f` on its statements and on all statements in nested blocks.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            f(stmt);
            stmt.blocks().into_iter().for_each(|block| block.walk(f));
        }
    }
}

impl Stmt {
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
