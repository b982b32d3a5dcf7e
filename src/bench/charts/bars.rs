//! A bar for each program and series, on a logarithmic axis: twice as fast is as far from 1 as half as fast.

use super::{Area, Drawn, Hue, LEGEND, Theme, legend, log_ticks, plain, svg};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The bars of one colour.
pub struct Series {
    pub name: String,
    pub hue: Hue,
    /// A value for each program; none where there is no bar.
    pub values: Vec<Option<f64>>,
}

pub struct Bars {
    /// What the axis shows.
    pub axis: String,
    pub programs: Vec<String>,
    pub series: Vec<Series>,
}

const WIDTH: u32 = 980;
const BAR: u32 = 9;
const GAP: u32 = 9;
const AROUND: u32 = 130;

impl Bars {
    fn values(&self) -> impl Iterator<Item = f64> {
        self.series
            .iter()
            .flat_map(|series| series.values.iter().flatten().copied())
    }

    /// Bounds that hold all values and 1, and are themselves labels.
    fn bounds(&self) -> (f64, f64) {
        const STEPS: &[f64] = &[1.0, 2.0, 5.0];
        let least = self.values().fold(1.0, f64::min) * 0.95;
        let most = self.values().fold(1.0, f64::max) * 1.05;
        let ticks = log_ticks(least / 10.0, most * 10.0, STEPS);
        let low = ticks
            .iter()
            .copied()
            .filter(|&tick| tick <= least)
            .fold(f64::NAN, f64::max);
        let high = ticks
            .iter()
            .copied()
            .filter(|&tick| tick >= most)
            .fold(f64::NAN, f64::min);
        (low, high)
    }

    pub fn draw(&self, theme: Theme) -> String {
        let rows = self.programs.len() as u32 * (self.series.len() as u32 * BAR + GAP);
        svg((WIDTH, rows + AROUND), theme, |area| {
            self.draw_on(area, theme)
        })
    }

    fn draw_on(&self, area: &Area, theme: Theme) -> Drawn {
        let (low, high) = self.bounds();
        let count = self.programs.len();
        let across =
            (low..high)
                .log_scale()
                .with_key_points(log_ticks(low, high, &[1.0, 2.0, 5.0]));
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .margin_top(LEGEND)
            .x_label_area_size(44)
            .y_label_area_size(130)
            // Programs stand from the top down.
            .build_cartesian_2d(across, count as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .axis_style(theme.grid())
            .bold_line_style(theme.grid())
            .light_line_style(theme.background())
            .label_style(theme.font(13))
            .axis_desc_style(theme.font(13))
            .x_desc(&self.axis)
            .x_label_formatter(&|x| plain(*x))
            .y_labels(0)
            .draw()?;
        let part = f64::from(BAR) / f64::from(self.series.len() as u32 * BAR + GAP);
        for (at, series) in self.series.iter().enumerate() {
            let colour = theme.hue(series.hue);
            let top = (1.0 - part * self.series.len() as f64) / 2.0 + part * at as f64;
            let bars = series.values.iter().enumerate().filter_map(|(row, value)| {
                let y = row as f64 + top;
                let (from, to) = (value.as_ref()?.min(1.0), value.as_ref()?.max(1.0));
                Some(Rectangle::new(
                    [(from, y + 0.08 * part), (to, y + 0.92 * part)],
                    colour.filled(),
                ))
            });
            chart.draw_series(bars)?;
        }
        let style = theme.font(13).pos(Pos::new(HPos::Right, VPos::Center));
        for (row, name) in self.programs.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(low, row as f64 + 0.5));
            area.draw(&Text::new(name.clone(), (x - 10, y), style.clone()))?;
        }
        let one = PathElement::new([(1.0, 0.0), (1.0, count as f64)], theme.text());
        chart.draw_series(std::iter::once(one))?;
        legend(
            area,
            theme,
            self.series.iter().map(|one| (one.name.as_str(), one.hue)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(values: &[Option<f64>]) -> Bars {
        Bars {
            axis: "times as fast".into(),
            programs: (0..values.len()).map(|at| format!("program{at}")).collect(),
            series: vec![Series {
                name: "one".into(),
                hue: Hue::Own,
                values: values.to_vec(),
            }],
        }
    }

    #[test]
    fn every_program_has_its_name_and_its_bar() {
        let bars = bars(&[Some(0.5), None, Some(3.0)]);
        assert_eq!(bars.bounds(), (0.2, 5.0));
        for theme in [Theme::Light, Theme::Dark] {
            let text = bars.draw(theme);
            assert!(
                (0..3).all(|at| text.contains(&format!("program{at}"))),
                "{text}"
            );
            let RGBColor(r, g, b) = theme.hue(Hue::Own);
            // Two bars and the legend.
            assert_eq!(
                text.matches(&format!("fill=\"#{r:02X}{g:02X}{b:02X}\""))
                    .count(),
                3
            );
        }
    }

    #[test]
    fn a_chart_without_values_is_drawn() {
        assert!(bars(&[None]).draw(Theme::Light).contains("program0"));
    }
}
