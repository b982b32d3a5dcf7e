//! Device code as a tree of statements: what the builders of constructs make, passes change and `print` writes.
//!
//! The statements of the user's program are in it as the printer of C has written them. What a construct writes has a
//! form of its own, in which only expressions are text that nobody looks into.

use super::skeletons::ForkJoin;
use super::team::Team;
use super::value::{Call, Expr, Object, Value};

/// Statements in a row.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub(super) stmts: Vec<Stmt>,
    /// How deep it stands, in levels of indentation, as far as its builder knows: long lines are divided by it.
    depth: usize,
    /// The first statement is a loop, and nothing stands in front of it.
    pub starts_with_loop: bool,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    /// A statement of the user's program, or a line of one.
    User(String),
    /// Text with its indentation: definitions outside of functions.
    Text(String),
    /// A label, one level to the left of what it labels.
    Label(String),
    /// Where jumps out of a construct lead: `name:;`.
    Landing(String),
    /// A directive of the compiler, in the first column.
    Directive(String),
    Blank,
    /// A comment at the end of the line in front of it.
    Behind(String),
    /// A declaration of C: `declarator = value;`, or without a value.
    Declare {
        declarator: Expr,
        value: Option<Value>,
    },
    /// `const auto name = value;`: a name that only the translator uses.
    Let {
        name: String,
        value: Value,
    },
    /// An object of one of the device header's classes.
    Object(Object),
    /// `__shared__ declarator;`
    Shared {
        declarator: Expr,
        /// What it is to the report, where it counts as the device header's shared memory, and its size.
        reserves: Option<(&'static str, u64)>,
    },
    /// `place = value;`
    Assign {
        place: Expr,
        value: Value,
    },
    /// An expression that is evaluated for what it does.
    Effect(Expr),
    Call(Call),
    /// A call whose last arguments are function objects; `name` is that of what it returns.
    CallWith {
        name: Option<String>,
        call: Call,
        functions: Vec<Lambda>,
    },
    Barrier {
        team: Team,
        need: Need,
    },
    Jump(Jump),
    /// What threads do for which the condition holds, and what the others do.
    If {
        condition: Value,
        body: Block,
        otherwise: Option<Block>,
        style: Style,
    },
    While {
        condition: Value,
        body: Block,
        style: Style,
    },
    DoWhile {
        body: Block,
        condition: Value,
    },
    /// A loop of C: `for (head)`.
    For {
        head: Expr,
        body: Block,
        style: Style,
    },
    Switch {
        value: Value,
        body: Block,
    },
    /// `case number: { ... }`, one level to the left of what it holds, as labels are.
    Case {
        number: usize,
        body: Block,
    },
    /// The definition of a struct or union.
    Record {
        head: Expr,
        members: Block,
    },
    /// The definition of a function.
    Function {
        signature: Expr,
        body: Block,
    },
    /// All of a fork-join kernel's body.
    ForkJoin(Box<ForkJoin>),
    /// A block of its own.
    Scope(Block),
    /// A loop over iterations of a construct. Of several heads each is in the one before.
    RangeFor {
        heads: Vec<Head>,
        body: Block,
        style: Style,
    },
    /// What stands under the head of a statement that is written around it.
    Indented(Block),
}

/// How what stands under a head is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Braces,
    /// One statement below the head.
    Indented,
    /// One statement behind the head.
    OneLine,
}

/// Where a thread goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jump {
    Break,
    Continue,
    Return(Option<Expr>),
    /// To this landing.
    To(String),
}

/// A function object: `[captures](parameters)`, and what it does.
#[derive(Clone, Debug)]
pub struct Lambda {
    pub head: Expr,
    pub body: Block,
}

/// The head of a loop over iterations.
#[derive(Clone, Debug)]
pub enum Head {
    /// `for (variable : range)`
    In { variable: Expr, range: Value },
    /// `for (...)` of C.
    Counting(Expr),
}

impl Head {
    fn range(&self) -> Option<&Value> {
        match self {
            Head::In { range, .. } => Some(range),
            Head::Counting(_) => None,
        }
    }

    pub fn over(variable: impl Into<Expr>, range: impl Into<Value>) -> Head {
        Head::In {
            variable: variable.into(),
            range: range.into(),
        }
    }
}

/// When a barrier is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Always,
    /// It orders what stands in front of it and what stands behind it: another one of the team right in front of it
    /// does so, too.
    UnlessBehindAnother,
}

impl Block {
    /// A block that stands `depth` levels deep.
    pub fn at(depth: usize) -> Block {
        Block {
            depth,
            ..Block::default()
        }
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }

    /// How many statements it has so far: the place of the next one.
    pub fn len(&self) -> usize {
        self.stmts.len()
    }

    pub fn push(&mut self, stmt: Stmt) {
        self.stmts.push(stmt);
    }

    /// The statements of another block, behind its own.
    pub fn append(&mut self, other: Block) {
        self.stmts.extend(other.stmts);
    }

    /// Statements in front of the one that is at `place`.
    pub fn insert(&mut self, place: usize, other: Block) {
        self.stmts.splice(place..place, other.stmts);
    }

    pub fn user(&mut self, text: impl Into<String>) {
        self.push(Stmt::User(text.into()));
    }

    pub fn directive(&mut self, text: impl Into<String>) {
        self.push(Stmt::Directive(text.into()));
    }

    /// Text that has its indentation already.
    pub fn text_of(&mut self, text: impl Into<String>) {
        self.push(Stmt::Text(text.into()));
    }

    pub fn label(&mut self, text: impl Into<String>) {
        self.push(Stmt::Label(text.into()));
    }

    pub fn call(&mut self, call: Call) {
        self.push(Stmt::Call(call));
    }

    /// `declarator;`
    pub fn declare(&mut self, declarator: impl Into<Expr>) {
        let (declarator, value) = (declarator.into(), None);
        self.push(Stmt::Declare { declarator, value });
    }

    /// `declarator = value;`
    pub fn declare_as(&mut self, declarator: impl Into<Expr>, value: impl Into<Value>) {
        let (declarator, value) = (declarator.into(), Some(value.into()));
        self.push(Stmt::Declare { declarator, value });
    }

    pub fn constant(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        self.push(Stmt::Let { name, value });
    }

    /// `__shared__ declarator;`, counted elsewhere.
    pub fn shared(&mut self, declarator: impl Into<Expr>) {
        let (declarator, reserves) = (declarator.into(), None);
        self.push(Stmt::Shared {
            declarator,
            reserves,
        });
    }

    /// The same, counted as the device header's shared memory.
    pub fn shared_besides(&mut self, declarator: impl Into<Expr>, what: &'static str, bytes: u64) {
        let (declarator, reserves) = (declarator.into(), Some((what, bytes)));
        self.push(Stmt::Shared {
            declarator,
            reserves,
        });
    }

    pub fn object(&mut self, object: Object) {
        self.push(Stmt::Object(object));
    }

    pub fn assign(&mut self, place: impl Into<Expr>, value: impl Into<Value>) {
        let (place, value) = (place.into(), value.into());
        self.push(Stmt::Assign { place, value });
    }

    pub fn effect(&mut self, expr: impl Into<Expr>) {
        self.push(Stmt::Effect(expr.into()));
    }

    /// A call of a method of one of the translator's objects.
    pub fn method(&mut self, object: &str, method: &str, arguments: &str) {
        self.effect(format!("{object}.{method}({arguments})"));
    }

    pub fn jump(&mut self, jump: Jump) {
        self.push(Stmt::Jump(jump));
    }

    pub fn barrier(&mut self, team: Team) {
        let need = Need::Always;
        self.push(Stmt::Barrier { team, need });
    }

    /// The block's threads are done with what stands in front before they begin what stands behind.
    pub fn order(&mut self) {
        let (team, need) = (Team::Block, Need::UnlessBehindAnother);
        self.push(Stmt::Barrier { team, need });
    }

    /// A blank line, unless there is one already or nothing in front of it.
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

    /// The next statement is a loop.
    pub fn loop_follows(&mut self) {
        self.starts_with_loop |= self.is_empty();
    }

    fn inner<R>(&self, f: impl FnOnce(&mut Block) -> R) -> (Block, R) {
        let mut inner = Block::at(self.depth + 1);
        let result = f(&mut inner);
        (inner, result)
    }

    /// What `f` builds, as a block that is to stand in a statement of this one.
    pub fn below(&self, f: impl FnOnce(&mut Block)) -> Block {
        self.inner(f).0
    }

    /// What `f` builds stands one level deeper.
    pub fn nested<R>(&mut self, f: impl FnOnce(&mut Block) -> R) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::Indented(body));
        result
    }

    /// What `f` builds has a block of its own.
    pub fn scope<R>(&mut self, f: impl FnOnce(&mut Block) -> R) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::Scope(body));
        result
    }

    /// A struct or union with what `f` builds as its members.
    pub fn record(&mut self, head: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        let (members, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::Record { head, members });
    }

    pub fn landing(&mut self, name: impl Into<String>) {
        self.push(Stmt::Landing(name.into()));
    }

    /// A function with what `f` builds as its body.
    pub fn function(&mut self, signature: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let signature = signature.into();
        self.push(Stmt::Function { signature, body });
    }

    /// What `f` builds is done where the condition holds.
    pub fn if_then<R>(
        &mut self,
        condition: impl Into<Value>,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        self.if_styled(condition, Style::Braces, f)
    }

    /// The same of one statement, in a given style.
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

    pub fn if_else(&mut self, condition: impl Into<Value>, body: Block, otherwise: Option<Block>) {
        self.push(Stmt::If {
            condition: condition.into(),
            body,
            otherwise,
            style: Style::Braces,
        });
    }

    /// A switch of the user's: its labels stand in what `f` builds.
    pub fn switch(&mut self, value: impl Into<Value>, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let value = value.into();
        self.push(Stmt::Switch { value, body });
    }

    /// `case number: { ... }` of a switch, which it leaves at its end.
    pub fn case(&mut self, number: usize, f: impl FnOnce(&mut Block)) {
        let mut body = Block::at(self.depth);
        f(&mut body);
        body.jump(Jump::Break);
        self.push(Stmt::Case { number, body });
    }

    /// Leaves the loop unless the condition holds.
    pub fn break_unless(&mut self, condition: &str) {
        self.if_styled(format!("!({condition})"), Style::Indented, |out| {
            out.jump(Jump::Break)
        });
    }

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

    pub fn do_while(&mut self, condition: impl Into<Value>, body: Block) {
        let condition = condition.into();
        self.push(Stmt::DoWhile { body, condition });
    }

    /// A loop of C with this in its parentheses.
    pub fn for_loop(&mut self, head: impl Into<Expr>, style: Style, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::For { head, body, style });
    }

    /// A loop that only jumps leave.
    pub fn endless(&mut self, f: impl FnOnce(&mut Block)) {
        self.for_loop(";;", Style::Braces, f);
    }

    /// A call whose last argument is a function object with what `f` builds as its body.
    pub fn call_with(&mut self, call: Call, head: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        self.call_with_function(None, call, head, f);
    }

    /// A name for what such a call returns.
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

    /// A block of its own where `own` says so.
    pub fn scope_where<R>(&mut self, own: bool, f: impl FnOnce(&mut Block) -> R) -> R {
        match own {
            true => self.scope(f),
            false => f(self),
        }
    }

    /// A loop with its body in braces.
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

    /// Calls `f` on its statements and on all that stand in them.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            f(stmt);
            stmt.blocks().into_iter().for_each(|block| block.walk(f));
        }
    }
}

impl Stmt {
    /// The values in the statement itself, those of the blocks in it aside.
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

    /// The calls of the device header's functions in the statement itself, those that are arguments included.
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

    /// The blocks that stand in the statement.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Stmt::Scope(body)
            | Stmt::Indented(body)
            | Stmt::Function { body, .. }
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
            Stmt::ForkJoin(kernel) => kernel.blocks(),
            _ => vec![],
        }
    }

    /// The same, to change them.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Stmt::Scope(body)
            | Stmt::Indented(body)
            | Stmt::Function { body, .. }
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
            Stmt::ForkJoin(kernel) => kernel.blocks_mut(),
            _ => vec![],
        }
    }
}
