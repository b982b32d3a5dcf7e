//! Performance profiles (Dolan and Moré, 2002): for each contender, the share of the programs on which it takes at most
//! so many times the time of the fastest.

use super::{Area, Drawn, Hue, LEGEND, Theme, legend, log_ticks, plain, svg};
use plotters::prelude::*;

pub struct Series {
    pub name: String,
    pub hue: Hue,
    /// Its time over the fastest's for each program; none where it was not measured.
    pub factors: Vec<Option<f64>>,
}

pub struct Profile {
    pub series: Vec<Series>,
}

impl Profile {
    pub fn draw(&self, theme: Theme) -> String {
        svg((980, 420), theme, |area| self.draw_on(area, theme))
    }

    fn draw_on(&self, area: &Area, theme: Theme) -> Drawn {
        let all = self
            .series
            .iter()
            .flat_map(|series| series.factors.iter().flatten());
        let most = all.copied().fold(2.0, f64::max).min(1000.0) * 1.1;
        let across =
            (1.0..most)
                .log_scale()
                .with_key_points(log_ticks(1.0, most, &[1.0, 2.0, 5.0]));
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_right(24)
            .margin_top(LEGEND)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(across, 0.0..1.02)?;
        chart
            .configure_mesh()
            .axis_style(theme.grid())
            .bold_line_style(theme.grid())
            .light_line_style(theme.background())
            .label_style(theme.font(13))
            .axis_desc_style(theme.font(13))
            .x_desc("at most so many times the time of the fastest")
            .x_label_formatter(&|x| plain(*x))
            .y_desc("share of the programs")
            .y_label_formatter(&|y| format!("{:.0} %", 100.0 * y))
            .draw()?;
        for series in &self.series {
            let colour = theme.hue(series.hue);
            let line = PathElement::new(steps(&series.factors, most), colour.stroke_width(3));
            chart.draw_series(std::iter::once(line))?;
        }
        legend(
            area,
            theme,
            self.series.iter().map(|one| (one.name.as_str(), one.hue)),
        )
    }
}

/// The corners of the steps from 1 to `most`.
fn steps(factors: &[Option<f64>], most: f64) -> Vec<(f64, f64)> {
    let mut sorted: Vec<f64> = factors.iter().flatten().copied().collect();
    sorted.sort_by(f64::total_cmp);
    let mut corners = vec![(1.0, 0.0)];
    let mut share = 0.0;
    for (at, factor) in sorted.iter().enumerate() {
        let x = factor.min(most);
        corners.push((x, share));
        share = (at + 1) as f64 / factors.len() as f64;
        corners.push((x, share));
    }
    corners.push((most, share));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_measured_is_never_reached() {
        let corners = steps(&[Some(2.0), None, Some(1.0), None], 10.0);
        assert_eq!(corners.last(), Some(&(10.0, 0.5)));
        assert!(corners.contains(&(1.0, 0.25)) && corners.contains(&(2.0, 0.5)));
    }

    #[test]
    fn lines_have_their_names() {
        let profile = Profile {
            series: vec![Series {
                name: "auto".into(),
                hue: Hue::Own,
                factors: vec![Some(1.0), Some(3.0)],
            }],
        };
        let text = profile.draw(Theme::Dark);
        assert!(text.contains("auto") && text.contains("polyline"));
    }
}
