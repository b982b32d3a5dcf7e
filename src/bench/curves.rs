//! Curves: times over a number, such as threads, which a program tells of itself point by point.
//!
//! Must not know what is measured.

use super::statistics::{Summary, geometric_mean};
use serde::{Deserialize, Serialize};

/// A time for each of some numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    pub name: String,
    /// In the order in which the program tells them.
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub x: f64,
    pub seconds: Summary,
}

/// A line `@ point NAME X SECONDS`.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub name: String,
    pub x: f64,
    pub seconds: f64,
}

impl Told {
    /// Reads what stands behind `@ point `.
    pub fn parse(text: &str) -> Option<Told> {
        let mut words = text.split_whitespace();
        let name = words.next()?.to_string();
        let mut number = || words.next()?.parse::<f64>().ok().filter(|n| n.is_finite());
        let (x, seconds) = (number()?, number()?);
        (words.next().is_none() && seconds >= 0.0).then_some(Told { name, x, seconds })
    }
}

/// The points of several runs.
#[derive(Default)]
pub struct Gathered {
    curves: Vec<(String, Samples)>,
}

/// The seconds of all runs for each number.
type Samples = Vec<(f64, Vec<f64>)>;

impl Gathered {
    pub fn add(&mut self, points: &[Told]) {
        for point in points {
            let curve = place(
                &mut self.curves,
                |name| *name == point.name,
                || point.name.clone(),
            );
            place(curve, |x| *x == point.x, || point.x).push(point.seconds);
        }
    }

    pub fn curves(&self) -> Vec<Curve> {
        let point = |(x, sample): &(f64, Vec<f64>)| {
            Some(Point {
                x: *x,
                seconds: Summary::of(sample)?,
            })
        };
        let curve = |(name, points): &(String, Samples)| Curve {
            name: name.clone(),
            points: points.iter().filter_map(point).collect(),
        };
        self.curves.iter().map(curve).collect()
    }
}

/// What a key has in a list, which gets it where it is not there.
fn place<K, V: Default>(
    list: &mut Vec<(K, V)>,
    is: impl Fn(&K) -> bool,
    key: impl FnOnce() -> K,
) -> &mut V {
    let at = list.iter().position(|(known, _)| is(known));
    let at = at.unwrap_or_else(|| {
        list.push((key(), V::default()));
        list.len() - 1
    });
    &mut list[at].1
}

/// The seconds of a point.
pub fn at(curves: &[Curve], name: &str, x: f64) -> Option<f64> {
    let curve = curves.iter().find(|curve| curve.name == name)?;
    let point = curve.points.iter().find(|point| point.x == x)?;
    Some(point.seconds.median)
}

/// The unit that curves are shown in: cycles of a clock where one is known, else nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    pub name: &'static str,
    per_second: f64,
}

impl Unit {
    pub fn of(clock: Option<f64>) -> Unit {
        match clock {
            Some(per_second) => Unit {
                name: "cycles",
                per_second,
            },
            None => Unit {
                name: "nanoseconds",
                per_second: 1e9,
            },
        }
    }

    pub fn of_seconds(self, seconds: f64) -> f64 {
        seconds * self.per_second
    }
}

/// How many times as long as another's a row's points take.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors {
    pub points: usize,
    pub mean: f64,
    /// The curve and the number where it is largest.
    pub most: (String, f64, f64),
}

/// Compares the points that both have.
pub fn factors(own: &[Curve], other: &[Curve]) -> Option<Factors> {
    let mut all = vec![];
    for curve in own {
        for point in &curve.points {
            let base = at(other, &curve.name, point.x).filter(|&base| base > 0.0);
            if let Some(base) = base.filter(|_| point.seconds.median > 0.0) {
                all.push((curve.name.clone(), point.x, point.seconds.median / base));
            }
        }
    }
    let mean = geometric_mean(all.iter().map(|(.., factor)| *factor))?;
    let points = all.len();
    let most = all.into_iter().max_by(|a, b| a.2.total_cmp(&b.2))?;
    Some(Factors { points, mean, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Told {
        Told::parse(text).unwrap()
    }

    #[test]
    fn points_are_read_whole_or_not() {
        let point = told("barrier 32 1.5e-8");
        assert_eq!((point.x, point.seconds), (32.0, 1.5e-8));
        for bad in [
            "barrier 32",
            "barrier x 1",
            "barrier 32 nan",
            "a 1 2 3",
            "a 1 -2",
        ] {
            assert_eq!(Told::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_point_is_the_median_of_its_runs() {
        let mut gathered = Gathered::default();
        for seconds in ["3e-9", "1e-9", "2e-9"] {
            gathered.add(&[
                told(&format!("barrier 1 {seconds}")),
                told(&format!("barrier 32 {seconds}")),
                told("single 1 5e-9"),
            ]);
        }
        let curves = gathered.curves();
        assert_eq!(curves.len(), 2);
        assert_eq!(curves[0].points[1].seconds.median, 2e-9);
        assert_eq!(at(&curves, "single", 1.0), Some(5e-9));
        assert_eq!(at(&curves, "single", 2.0), None);
        let cycles = Unit::of(Some(2e9));
        assert!((cycles.of_seconds(2e-9) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn rows_are_compared_where_both_have_a_point() {
        let curves = |points: &[&str]| {
            let mut gathered = Gathered::default();
            let points: Vec<Told> = points.iter().map(|text| told(text)).collect();
            gathered.add(&points);
            gathered.curves()
        };
        let own = curves(&["a 1 4e-9", "a 2 1e-9", "b 1 1e-9"]);
        let other = curves(&["a 1 1e-9", "a 2 1e-9"]);
        let factors = factors(&own, &other).unwrap();
        assert_eq!((factors.points, factors.mean), (2, 2.0));
        assert_eq!(factors.most, ("a".to_string(), 1.0, 4.0));
        assert!(super::factors(&own, &[]).is_none());
    }
}
