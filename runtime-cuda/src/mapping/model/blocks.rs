//! What the plain model of the present table is made of: words and their values, blocks of device memory with the parts
//! of the host's memory that they stand for, and list items.

/// The value of a word.
#[derive(Clone, Copy, PartialEq)]
pub enum Word {
    Unknown,
    Number(u64),
    /// An address on the device: block and word, counted from the host's first word.
    Device(usize, i64),
}

impl Word {
    /// The value of a word of the host, whose words are known when a construct begins.
    pub fn number(&self) -> u64 {
        match self {
            Word::Number(n) => *n,
            _ => unreachable!("a word of the host"),
        }
    }
}

/// A range of words that list items have mapped, with its reference count and the constructs that made and last
/// counted it.
#[derive(Clone)]
pub struct Part {
    pub from: usize,
    pub to: usize,
    pub count: u64,
    pub made: u64,
    pub counted: u64,
}

/// One piece of device memory.
#[derive(Clone, Default)]
pub struct Block {
    pub id: usize,
    /// From its first word to its end.
    pub room: (usize, usize),
    pub named: Vec<Part>,
    pub around: Vec<Part>,
    pub bases: Vec<usize>,
    pub words: Vec<Option<Word>>,
    pub attached: Vec<Held>,
}

/// A pointer object that is attached.
#[derive(Clone, Copy)]
pub struct Held {
    pub at: usize,
    /// The block that it leads to, and its base there.
    pub to: usize,
    pub base: i64,
    /// The host's value when it was attached.
    pub host: u64,
    /// The construct that has mapped its word since, or 0.
    pub assumed: u64,
}

impl Held {
    pub fn word(&self) -> Word {
        Word::Device(self.to, self.base)
    }
}

impl Block {
    pub fn hull(&self) -> (usize, usize) {
        self.room
    }

    /// From its first part to its last.
    pub fn parts(&self) -> (usize, usize) {
        let all = || self.named.iter().chain(&self.around);
        let from = all().map(|p| p.from).min().unwrap_or(0);
        (from, all().map(|p| p.to).max().unwrap_or(0))
    }

    pub fn named(&self, word: usize) -> Option<&Part> {
        self.named.iter().find(|p| p.from <= word && word < p.to)
    }

    /// Removes parts that nothing counts, and structures without list items, where they have none any more or nothing needs
    /// them.
    pub fn drop_parts(&mut self) {
        let meet = |a: &Part, b: &Part| a.from < b.to && b.from < a.to;
        let (dropped, named): (Vec<Part>, Vec<Part>) =
            self.named.drain(..).partition(|p| p.count == 0);
        self.named = named;
        let (named, attached) = (&self.named, &self.attached);
        self.around.retain(|p| {
            let has_item = named.iter().any(|one| meet(p, one));
            let had_item = dropped.iter().any(|one| meet(p, one));
            let leads = attached.iter().any(|a| p.from <= a.at && a.at < p.to);
            has_item || p.count > 0 && (leads || !had_item)
        });
    }

    pub fn mapped(&self, word: usize) -> bool {
        let around = self.around.iter().any(|p| p.from <= word && word < p.to);
        around || self.named(word).is_some()
    }
}

/// A list item, in words.
#[derive(Clone, Copy)]
pub struct Item {
    pub from: usize,
    pub words: usize,
    pub base: usize,
    pub flags: u32,
    pub pointer: Option<usize>,
}

impl Item {
    pub fn to(&self) -> usize {
        self.from + self.words
    }

    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}
