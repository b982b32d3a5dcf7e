//! Which item of the one text is which of the other.
//!
//! Items of one identity are paired, the most similar first where there are several: regions of one function with the
//! same directive. Of what is left, kernels of one function are the same where their code is alike, since a clause may
//! have been added; so are items whose function has another name and that are almost the same. What is left then was
//! added or removed. Nothing here depends on numbers in names or on lines.

use super::canonical;
pub use super::canonical::Names;
use super::identity::{Identity, stem};
use super::{Options, Side};
use crate::outline::Kind;
use std::collections::{BTreeMap, HashMap};

/// Two items that are the same one, or one that the other text has not: their places in the lists of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the old text.
    pub old: Option<usize>,
    /// In the new text.
    pub new: Option<usize>,
}

/// How much two kernels of one function have in common at least, where their directives differ.
const OF_ONE_FUNCTION: f64 = 0.4;
/// The same for items whose names differ.
const OF_OTHERS: f64 = 0.7;

/// The pairs of all items, in the order of the new text; what was removed stands where it was.
pub fn of(old: &Side, new: &Side) -> Vec<Pair> {
    let mut pairing = Pairing {
        old: Candidate::all(old),
        new: Candidate::all(new),
        of_old: HashMap::new(),
        of_new: HashMap::new(),
    };
    pairing.by(|it| Some(it.identity.clone()), 0.0);
    pairing.by(
        |it| Some((it.identity.kind, it.identity.stem.clone())).filter(|_| it.is_named()),
        OF_ONE_FUNCTION,
    );
    pairing.by(
        |it| Some(it.identity.kind).filter(|_| it.is_named()),
        OF_OTHERS,
    );
    pairing.in_order()
}

/// The names of paired items that only a number makes different, for each text.
pub fn names(pairs: &[Pair], old: &Side, new: &Side) -> (Names, Names) {
    let (mut of_old, mut of_new) = (Names::new(), Names::new());
    for pair in pairs {
        let (Some(before), Some(after)) = (pair.old, pair.new) else {
            continue;
        };
        let (before, after) = (
            &old.outline.items[before].name,
            &new.outline.items[after].name,
        );
        let (a, b) = (stem(before), stem(after));
        if a.0 == b.0 && a.1.is_some() && b.1.is_some() {
            // A name that C cannot have: no other one can be the same.
            let name = format!("{}#{}", b.0, b.1.unwrap_or_default());
            of_old.insert(before.clone(), name.clone());
            of_new.insert(after.clone(), name);
        }
    }
    (of_old, of_new)
}

struct Candidate {
    identity: Identity,
    /// How often two leaves stand side by side.
    twos: HashMap<(String, String), usize>,
    count: usize,
}

impl Candidate {
    fn all(side: &Side) -> Vec<Candidate> {
        let items = side.outline.items.iter();
        items.map(|item| Candidate::of(side, item)).collect()
    }

    fn of(side: &Side, item: &crate::outline::Item) -> Candidate {
        let leaves = canonical::leaves(side, &item.span, &Names::new(), &Options::default());
        // The item's own name says nothing about its code.
        let words: Vec<&str> = leaves
            .iter()
            .map(|leaf| match leaf.text == item.name {
                true => "",
                false => &leaf.text,
            })
            .collect();
        let mut twos = HashMap::new();
        for two in words.windows(2) {
            let key = (two[0].to_owned(), two[1].to_owned());
            *twos.entry(key).or_default() += 1;
        }
        Candidate {
            identity: Identity::of(side, item),
            count: words.len().saturating_sub(1),
            twos,
        }
    }

    fn is_named(&self) -> bool {
        self.identity.kind != Kind::Rest
    }

    /// From 0, nothing in common, to 1, the same leaves.
    fn similarity(&self, other: &Candidate) -> f64 {
        if self.count + other.count == 0 {
            return 1.0;
        }
        let common: usize = self
            .twos
            .iter()
            .map(|(two, count)| other.twos.get(two).map_or(0, |there| *count.min(there)))
            .sum();
        2.0 * common as f64 / (self.count + other.count) as f64
    }
}

struct Pairing {
    old: Vec<Candidate>,
    new: Vec<Candidate>,
    of_old: HashMap<usize, usize>,
    of_new: HashMap<usize, usize>,
}

impl Pairing {
    /// Pairs what has no other half yet and has the same key, the most similar ones first.
    fn by<Key: Ord>(&mut self, key: impl Fn(&Candidate) -> Option<Key>, least: f64) {
        let mut groups: BTreeMap<Key, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (at, one) in self.old.iter().enumerate() {
            if let Some(key) = key(one).filter(|_| !self.of_old.contains_key(&at)) {
                groups.entry(key).or_default().0.push(at);
            }
        }
        for (at, one) in self.new.iter().enumerate() {
            if let Some(key) = key(one).filter(|_| !self.of_new.contains_key(&at)) {
                groups.entry(key).or_default().1.push(at);
            }
        }
        for (olds, news) in groups.values() {
            let mut scores = vec![];
            for (i, &old) in olds.iter().enumerate() {
                for (j, &new) in news.iter().enumerate() {
                    let score = self.old[old].similarity(&self.new[new]);
                    scores.push((score, i.abs_diff(j), old, new));
                }
            }
            scores.sort_by(|a, b| {
                b.0.total_cmp(&a.0)
                    .then(a.1.cmp(&b.1))
                    .then((a.2, a.3).cmp(&(b.2, b.3)))
            });
            for (score, _, old, new) in scores {
                let free = !self.of_old.contains_key(&old) && !self.of_new.contains_key(&new);
                if score >= least && free {
                    self.of_old.insert(old, new);
                    self.of_new.insert(new, old);
                }
            }
        }
    }

    fn in_order(&self) -> Vec<Pair> {
        let mut pairs = vec![];
        let mut removed = (0..self.old.len())
            .filter(|at| !self.of_old.contains_key(at))
            .peekable();
        for new in 0..self.new.len() {
            let old = self.of_new.get(&new).copied();
            while let Some(gone) = removed.next_if(|gone| old.is_some_and(|old| *gone < old)) {
                pairs.push(Pair {
                    old: Some(gone),
                    new: None,
                });
            }
            pairs.push(Pair {
                old,
                new: Some(new),
            });
        }
        pairs.extend(removed.map(|gone| Pair {
            old: Some(gone),
            new: None,
        }));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(name: &str, place: u32, directive: &str, body: &str) -> String {
        format!(
            "// a.c:{place}: {directive}\n// SPMD\nextern \"C\" __global__ void __launch_bounds__(1)\n{name}(double *x, int n)\n{{\n    {body}\n}}\n\n"
        )
    }

    fn paired(old: &str, new: &str) -> Vec<(String, String)> {
        let (old, new) = (Side::of("a.cu", old), Side::of("a.cu", new));
        let name = |side: &Side, at: Option<usize>| {
            at.map_or_else(|| "-".to_owned(), |at| side.outline.items[at].name.clone())
        };
        let pairs = of(&old, &new).into_iter();
        pairs
            .map(|pair| (name(&old, pair.old), name(&new, pair.new)))
            .collect()
    }

    fn check(old: &[String], new: &[String], expected: &[(&str, &str)]) {
        let found = paired(&old.concat(), &new.concat());
        let found: Vec<_> = found
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_region_before_others_renames_nobody() {
        let one = |name, place| kernel(name, place, "target", "x[0] = 1;");
        let two = |name, place| kernel(name, place, "target", "x[n] = 2 * x[n - 1] + 7;");
        check(
            &[one("f_1", 3), two("f_2", 9)],
            &[
                kernel("f_1", 3, "target", "x[5] += n / 3;"),
                one("f_2", 6),
                two("f_3", 12),
            ],
            &[("-", "f_1"), ("f_1", "f_2"), ("f_2", "f_3")],
        );
        // Those that are the same keep their order.
        check(
            &[one("f_1", 3), one("f_2", 9)],
            &[one("f_1", 4), one("f_2", 10)],
            &[("f_1", "f_1"), ("f_2", "f_2")],
        );
    }

    #[test]
    fn a_changed_directive_or_body_is_the_same_kernel() {
        check(
            &[kernel("f_1", 3, "target", "x[0] = 1 + x[n] + x[n - 1];")],
            &[kernel(
                "f_1",
                3,
                "target map(x)",
                "x[0] = 1 + x[n] + x[n - 2];",
            )],
            &[("f_1", "f_1")],
        );
        check(
            &[kernel("f_1", 3, "target", "x[0] = 1;")],
            &[kernel("f_1", 3, "target", "while (n--) { x[n] = n; }")],
            &[("f_1", "f_1")],
        );
    }

    #[test]
    fn another_function_is_the_same_only_where_the_code_is() {
        let body = "for (int i = 0; i < n; i++) x[i] = 2 * x[i];";
        check(
            &[kernel("f_1", 3, "target", body)],
            &[kernel("g_1", 3, "target", body)],
            &[("f_1", "g_1")],
        );
        check(
            &[kernel("f_1", 3, "target", body)],
            &[kernel(
                "g_1",
                3,
                "target parallel",
                "if (n == 7 && x) { romp::flush(); x[3] += romp::sum(4.0); }",
            )],
            &[("-", "g_1"), ("f_1", "-")],
        );
    }

    #[test]
    fn functions_are_paired_by_name_and_empty_texts_with_nothing() {
        let f = "static __device__ int f(int x)\n{\n    return x;\n}\n\n".to_owned();
        let g = f
            .replace("f(", "g(")
            .replace("return x", "while (x > 3) x -= 2; return 2 * x");
        check(
            &[f.clone(), g.clone()],
            &[g.clone(), f.clone()],
            &[("g", "g"), ("f", "f")],
        );
        check(std::slice::from_ref(&f), &[], &[("f", "-")]);
        check(&[], &[g], &[("-", "g")]);
        check(&[], &[], &[]);
    }

    #[test]
    fn what_is_named_after_an_item_follows_it() {
        let one = kernel("f_1", 3, "target", "f_1_shared s; f_12(s);");
        let two = kernel("f_2", 3, "target", "f_2_shared s; f_12(s);");
        let (old, new) = (Side::of("a.cu", &one), Side::of("a.cu", &two));
        let (of_old, of_new) = names(&of(&old, &new), &old, &new);
        let texts = |side: &Side, names: &Names| -> Vec<String> {
            let leaves = canonical::leaves(side, &(0..side.text.len()), names, &Options::default());
            leaves.into_iter().map(|it| it.text.into_owned()).collect()
        };
        assert_eq!(texts(&old, &of_old), texts(&new, &of_new));
        assert!(texts(&old, &of_old).contains(&"f_12".to_owned()));
    }
}
