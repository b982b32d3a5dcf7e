//! `#pragma pack`: the largest alignment that members of a record may have.
//!
//! From the lines of the preprocessed text. GPUs read members at their natural alignment only, so that records whose
//! layout this changes are marked (`records.rs`). Must not know types.

/// From each offset on, the largest alignment of members; none where their types determine it.
#[derive(Default)]
pub struct Packing(Vec<(usize, Option<u64>)>);

impl Packing {
    pub fn of(text: &str) -> Packing {
        let mut found = Packing::default();
        if !text.contains("pack") {
            return found;
        }
        let (mut now, mut stack) = (None, vec![]);
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            at += line.len();
            let Some(words) = words(line) else {
                continue;
            };
            let mut number = None;
            let mut pop = false;
            for word in &words {
                match word.as_str() {
                    "push" => stack.push((words.get(1).cloned(), now)),
                    "pop" => pop = true,
                    _ => number = number.or(word.parse::<u64>().ok()),
                }
            }
            if pop {
                // A name pops every entry up to the one that was pushed under it.
                let named = words.get(1).and_then(|name| {
                    let of = |entry: &(Option<String>, _)| entry.0.as_ref() == Some(name);
                    stack.iter().rposition(of)
                });
                if let Some(position) = named {
                    stack.truncate(position + 1);
                }
                now = stack.pop().and_then(|(_, outer)| outer);
            }
            if number.is_some() || words.is_empty() {
                now = number.filter(|n| *n > 0);
            }
            found.0.push((at, now));
        }
        found
    }

    pub fn at(&self, offset: usize) -> Option<u64> {
        let before = self.0.partition_point(|(from, _)| *from <= offset);
        self.0[..before].last().and_then(|(_, limit)| *limit)
    }
}

/// What stands in the parentheses of `#pragma pack(...)`.
fn words(line: &str) -> Option<Vec<String>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("pragma")?.trim_start();
    let rest = rest.strip_prefix("pack")?.trim_start();
    let (inside, _) = rest.strip_prefix('(')?.split_once(')')?;
    let words = inside.split(',').map(|word| word.trim().to_string());
    Some(words.filter(|word| !word.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::Packing;

    #[test]
    fn states() {
        let text = "a\n#pragma pack(push, 1)\nb\n# pragma pack(2)\nc\n#pragma pack(pop)\nd\n\
                    #pragma pack(push, x, 4)\n#pragma pack(push)\n#pragma pack(pop, x)\ne\n#pragma pack()\nf\n";
        let packing = Packing::of(text);
        let at = |letter: char| packing.at(text.find(&format!("{letter}\n")).unwrap());
        assert_eq!(
            ['a', 'b', 'c', 'd', 'e', 'f'].map(at),
            [None, Some(1), Some(2), None, None, None]
        );
    }
}
