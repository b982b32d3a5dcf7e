//! Charts of a report as SVG, each in colours for light and for dark pages.
//!
//! Must not know the page around them.

pub mod bars;
pub mod lines;
pub mod profile;
pub mod roofline;

use plotters::prelude::*;

/// The colours of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// What a series is of; each has one colour in all charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// This translator's best row, or its own choice.
    Own,
    OwnNested,
    OwnSpmd,
    Cuda,
    Clang,
    Gcc,
}

impl Theme {
    pub fn background(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(255, 255, 255),
            Theme::Dark => RGBColor(22, 24, 29),
        }
    }

    pub fn text(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(40, 44, 52),
            Theme::Dark => RGBColor(215, 218, 224),
        }
    }

    /// Of lines that are only there to be compared with.
    pub fn grid(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(222, 225, 230),
            Theme::Dark => RGBColor(52, 57, 66),
        }
    }

    /// Okabe and Ito's colours, which people with any colour vision tell apart; lighter on dark pages.
    pub fn hue(self, hue: Hue) -> RGBColor {
        let (light, dark) = match hue {
            Hue::Own => ((0, 114, 178), (86, 180, 233)),
            Hue::OwnNested => ((204, 121, 167), (225, 160, 195)),
            Hue::OwnSpmd => ((0, 158, 115), (60, 200, 155)),
            Hue::Cuda => ((90, 95, 105), (170, 175, 185)),
            Hue::Clang => ((230, 159, 0), (240, 185, 60)),
            Hue::Gcc => ((213, 94, 0), (240, 130, 60)),
        };
        let (r, g, b) = match self {
            Theme::Light => light,
            Theme::Dark => dark,
        };
        RGBColor(r, g, b)
    }

    /// Text of this size.
    pub fn font(self, size: u32) -> TextStyle<'static> {
        ("sans-serif", size).into_font().color(&self.text())
    }
}

/// What drawing into a string cannot fail with.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A chart of this size, drawn into text.
fn svg(size: (u32, u32), theme: Theme, draw: impl FnOnce(&Area) -> Drawn) -> String {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        let drawn = area
            .fill(&theme.background())
            .map_err(Into::into)
            .and_then(|()| draw(&area))
            .and_then(|()| area.present().map_err(Into::into));
        drawn.expect("drawing into a string cannot fail");
    }
    text
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// The height of the line above a plot that says what the colours are.
const LEGEND: i32 = 40;

/// Draws that line.
fn legend<'a>(area: &Area, theme: Theme, names: impl Iterator<Item = (&'a str, Hue)>) -> Drawn {
    const LETTER: i32 = 8;
    let mut x = 140;
    for (name, hue) in names {
        let mark = Rectangle::new([(x, 13), (x + 14, 25)], theme.hue(hue).filled());
        area.draw(&mark)?;
        area.draw(&Text::new(name.to_string(), (x + 20, 12), theme.font(14)))?;
        x += 44 + LETTER * name.chars().count() as i32;
    }
    Ok(())
}

/// Powers of ten, and 2 and 5 times these, between two bounds: where a logarithmic axis has its labels.
fn log_ticks(low: f64, high: f64, steps: &[f64]) -> Vec<f64> {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let ticks =
        (first..=last).flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
    // Bounds themselves have labels.
    ticks
        .filter(|tick| *tick >= low * 0.999 && *tick <= high * 1.001)
        .collect()
}

/// A number with no more digits than it needs.
fn plain(value: f64) -> String {
    match value {
        v if v >= 1e4 => format!("{v:.0e}"),
        v if v >= 1.0 => format!("{}", (v * 100.0).round() / 100.0),
        v => format!("{}", (v * 1e4).round() / 1e4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_axes_have_labels_within_their_bounds() {
        assert_eq!(
            log_ticks(0.2, 5.0, &[1.0, 2.0, 5.0]),
            [0.2, 0.5, 1.0, 2.0, 5.0]
        );
        assert_eq!(log_ticks(0.05, 20.0, &[1.0]), [0.1, 1.0, 10.0]);
        assert_eq!([plain(0.05), plain(2.0), plain(1e5)], ["0.05", "2", "1e5"]);
    }
}
