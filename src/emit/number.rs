//! The value of arithmetic on integers that stands in text as tokens: what an array's extent may be.

/// The value; none where anything else stands there, or a number does not fit.
pub fn value(tokens: &[String]) -> Option<i128> {
    let mut rest = Rest { tokens };
    let value = rest.binary(0)?;
    rest.tokens.is_empty().then_some(value)
}

/// Tokens that are still to be read.
struct Rest<'a> {
    tokens: &'a [String],
}

impl Rest<'_> {
    fn next(&mut self) -> Option<&str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    /// Operators of this strength and stronger ones.
    fn binary(&mut self, strength: u8) -> Option<i128> {
        let mut lhs = self.unary()?;
        while let Some(op) = self.tokens.first().filter(|op| strength_of(op) > strength) {
            let op = op.clone();
            self.next();
            let rhs = self.binary(strength_of(&op))?;
            lhs = match op.as_str() {
                "*" => lhs.checked_mul(rhs)?,
                "/" => lhs.checked_div(rhs)?,
                "%" => lhs.checked_rem(rhs)?,
                "+" => lhs.checked_add(rhs)?,
                "-" => lhs.checked_sub(rhs)?,
                "<<" => lhs.checked_mul(
                    1i128.checked_shl(u32::try_from(rhs).ok().filter(|n| *n < 63)?)?,
                )?,
                ">>" => lhs.checked_shr(u32::try_from(rhs).ok()?)?,
                "&" => lhs & rhs,
                "^" => lhs ^ rhs,
                _ => lhs | rhs,
            };
        }
        Some(lhs)
    }

    fn unary(&mut self) -> Option<i128> {
        let token = self.next()?.to_string();
        match token.as_str() {
            "(" => {
                let value = self.binary(0)?;
                (self.next()? == ")").then_some(value)
            }
            "+" => self.unary(),
            "-" => self.unary()?.checked_neg(),
            number => integer(number),
        }
    }
}

fn strength_of(op: &str) -> u8 {
    match op {
        "*" | "/" | "%" => 6,
        "+" | "-" => 5,
        "<<" | ">>" => 4,
        "&" => 3,
        "^" => 2,
        "|" => 1,
        _ => 0,
    }
}

fn integer(number: &str) -> Option<i128> {
    let digits = number.trim_end_matches(['u', 'U', 'l', 'L']);
    let hexadecimal = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn values_of_extents() {
        let value = |text: &str| {
            let tokens: Vec<String> = text.split(' ').map(String::from).collect();
            super::value(&tokens)
        };
        assert_eq!(value("4 + 4 * 2"), Some(12));
        assert_eq!(value("( 4 + 4 ) * 2 - 1 - 1"), Some(14));
        assert_eq!(value("1 << 0x4 | 010 - - 1u"), Some(25));
        assert_eq!(value("100 / 7 / 2 % 5"), Some(2));
        for bad in [
            "",
            "4 +",
            "4 / 0",
            "x",
            "4 4",
            "( 4",
            "1.5",
            "1 << 80",
            "2 ? 1 : 3",
        ] {
            assert_eq!(value(bad), None, "{bad}");
        }
    }
}
