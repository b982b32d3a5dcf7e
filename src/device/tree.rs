//! Device code as a tree of statements: what the builders of constructs make, passes change and `print` writes.
//!
//! The statements of the user's program are in it as the printer of C has written them. What a construct writes that
//! has no statement of its own here stands as [`Stmt::Verbatim`].

use super::functions::Call;
use super::team::Team;

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
    /// Code of a construct that has no form of its own in this tree.
    Verbatim(String),
    /// Text with its indentation: definitions outside of functions.
    Text(String),
    /// A label, one level to the left of what it labels.
    Label(String),
    /// A directive of the compiler, in the first column.
    Directive(String),
    Blank,
    /// `const auto name = value;`: a name that only the translator uses.
    Let {
        name: String,
        value: String,
    },
    /// The same of a call with a function object as its last argument: `opening` ends with the object's parameters.
    LetBy {
        name: String,
        opening: String,
        body: Block,
    },
    Call(Call),
    Barrier {
        team: Team,
        need: Need,
    },
    /// A comment at the end of the line in front of it.
    Behind(String),
    /// What threads do for which the condition holds.
    If {
        condition: String,
        body: Block,
    },
    /// A block of its own.
    Scope(Block),
    /// A loop over iterations of a construct. Of several heads each is in the one before.
    RangeFor {
        heads: Vec<String>,
        body: Block,
        braces: bool,
    },
    /// What stands under the head of a statement that is written around it.
    Indented(Block),
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

    pub fn verbatim(&mut self, text: impl Into<String>) {
        self.push(Stmt::Verbatim(text.into()));
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

    pub fn constant(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        self.push(Stmt::Let { name, value });
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

    /// What `f` builds is done where the condition holds.
    pub fn if_then<R>(
        &mut self,
        condition: impl Into<String>,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        let (body, result) = self.inner(f);
        let condition = condition.into();
        self.push(Stmt::If { condition, body });
        result
    }

    /// A name for what a call returns, whose last argument is a function object with what `f` builds as its body.
    pub fn constant_by(&mut self, name: &str, opening: String, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let name = name.to_string();
        self.push(Stmt::LetBy {
            name,
            opening,
            body,
        });
    }

    /// A block of its own where `own` says so.
    pub fn scope_where<R>(&mut self, own: bool, f: impl FnOnce(&mut Block) -> R) -> R {
        match own {
            true => self.scope(f),
            false => f(self),
        }
    }

    /// A loop with its body in braces; its head has a line for each of the loops.
    pub fn range_for<R>(&mut self, head: &str, f: impl FnOnce(&mut Block) -> R) -> R {
        let heads: Vec<String> = head.split('\n').map(String::from).collect();
        let mut body = Block::at(self.depth + heads.len());
        let result = f(&mut body);
        self.push(Stmt::RangeFor {
            heads,
            body,
            braces: true,
        });
        result
    }
}
