//! The report as one HTML file that needs nothing else: source on the left, CUDA on the right, the tables
//! of the kernels between.

use super::Kernel;
use askama::Template;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    units: &'a [Unit<'a>],
}

/// What a file became.
pub struct Unit<'a> {
    pub file: String,
    pub source: &'a str,
    pub cuda: &'a str,
    pub kernels: &'a [Kernel],
}

/// A line of text with its number.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(at, line)| (at + 1, line))
}

pub fn render(units: &[Unit]) -> String {
    let page = Page { units };
    page.render().expect("the template has no fallible parts")
}
