//! The roofline (Williams, Waterman and Patterson, 2009): operations a second over operations a byte, below what the
//! machine's measured peaks allow.

use super::{Area, Drawn, Hue, LEGEND, Theme, legend, log_ticks, plain, svg};
use crate::bench::machine::Peaks;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A program's row in the plot.
pub struct Point {
    pub name: String,
    pub hue: Hue,
    /// Operations a byte.
    pub intensity: f64,
    /// Operations a second.
    pub rate: f64,
}

pub struct Roofline {
    pub peaks: Peaks,
    pub points: Vec<Point>,
    /// The names of the colours.
    pub legend: Vec<(String, Hue)>,
}

const GIGA: f64 = 1e9;

impl Roofline {
    /// The bounds of both axes: all points, and the ridges of the roofs.
    fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        let Peaks { bytes, f32, f64 } = self.peaks;
        let ridge = f32.max(f64) / bytes;
        let x = |pick: fn(f64, f64) -> f64, start: f64| {
            self.points.iter().map(|p| p.intensity).fold(start, pick)
        };
        let y = |pick: fn(f64, f64) -> f64, start: f64| {
            self.points.iter().map(|p| p.rate / GIGA).fold(start, pick)
        };
        let top = f32.max(f64) / GIGA;
        (
            (x(f64::min, 0.1) / 2.0, x(f64::max, ridge * 4.0) * 2.0),
            (y(f64::min, top / 1e3) / 2.0, y(f64::max, top) * 2.0),
        )
    }

    pub fn draw(&self, theme: Theme) -> String {
        svg((980, 560), theme, |area| self.draw_on(area, theme))
    }

    fn draw_on(&self, area: &Area, theme: Theme) -> Drawn {
        let ((left, right), (bottom, top)) = self.bounds();
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .margin_top(LEGEND)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(
                (left..right)
                    .log_scale()
                    .with_key_points(log_ticks(left, right, &[1.0])),
                (bottom..top)
                    .log_scale()
                    .with_key_points(log_ticks(bottom, top, &[1.0])),
            )?;
        chart
            .configure_mesh()
            .axis_style(theme.grid())
            .bold_line_style(theme.grid())
            .light_line_style(theme.background())
            .label_style(theme.font(13))
            .axis_desc_style(theme.font(13))
            .x_desc("operations a byte of memory traffic that is needed at least")
            .x_label_formatter(&|x| plain(*x))
            .y_desc("GFLOP/s in the kernels' time")
            .y_label_formatter(&|y| plain(*y))
            .draw()?;
        for (name, peak) in [("single", self.peaks.f32), ("double", self.peaks.f64)] {
            let ridge = peak / self.peaks.bytes;
            let slope = |x: f64| x * self.peaks.bytes / GIGA;
            // From where the slope enters the plot.
            let start = left.max(bottom / slope(1.0));
            let roof = [
                (start, slope(start)),
                (ridge, peak / GIGA),
                (right, peak / GIGA),
            ];
            chart.draw_series(std::iter::once(PathElement::new(
                roof,
                theme.text().stroke_width(2),
            )))?;
            let text = format!("{:.1} TFLOP/s {name}", peak / 1e12);
            let style = theme.font(12).pos(Pos::new(HPos::Right, VPos::Bottom));
            let label = Text::new(text, (right, peak / GIGA * 1.04), style);
            chart.draw_series(std::iter::once(label))?;
        }
        for (_, hue) in &self.legend {
            let colour = theme.hue(*hue);
            let points = self.points.iter().filter(|point| point.hue == *hue);
            chart.draw_series(
                points.map(|p| Circle::new((p.intensity, p.rate / GIGA), 4, colour.filled())),
            )?;
        }
        // A program's name stands beside its first point.
        let mut named: Vec<&str> = vec![];
        for point in &self.points {
            if !named.contains(&point.name.as_str()) {
                named.push(&point.name);
                let at = (point.intensity * 1.06, point.rate / GIGA);
                chart.draw_series(std::iter::once(Text::new(
                    point.name.clone(),
                    at,
                    theme.font(11),
                )))?;
            }
        }
        legend(
            area,
            theme,
            self.legend.iter().map(|(name, hue)| (name.as_str(), *hue)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_within_the_plot() {
        let point = |intensity: f64, rate: f64| Point {
            name: "a".into(),
            hue: Hue::Own,
            intensity,
            rate,
        };
        let plot = Roofline {
            peaks: Peaks {
                bytes: 4e12,
                f32: 6e13,
                f64: 3e13,
            },
            points: vec![point(1e-3, 1e9), point(1e3, 5e13)],
            legend: vec![("best".into(), Hue::Own)],
        };
        let ((left, right), (bottom, top)) = plot.bounds();
        assert!(left < 1e-3 && right > 1e3 && bottom < 1.0 && top > 6e4);
        let text = plot.draw(Theme::Light);
        assert_eq!(text.matches("<circle").count(), 2);
        assert!(text.contains("30.0 TFLOP/s double"));
    }
}
