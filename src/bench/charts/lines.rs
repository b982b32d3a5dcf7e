//! Curves in small plots side by side, both axes logarithmic: one plot for each curve, a line for each row.

use super::{Area, Drawn, Hue, LEGEND, Theme, legend, log_ticks, plain, svg};
use plotters::prelude::*;

/// One plot.
pub struct Panel {
    pub title: String,
    /// The points of each of `Lines::series`; empty where a row has none.
    pub lines: Vec<Vec<(f64, f64)>>,
}

pub struct Lines {
    /// What the axes are: `cycles over threads`.
    pub axes: String,
    pub series: Vec<(String, Hue)>,
    pub panels: Vec<Panel>,
}

const COLUMNS: usize = 4;
const PANEL: (u32, u32) = (245, 180);

impl Lines {
    pub fn draw(&self, theme: Theme) -> String {
        let rows = self.panels.len().div_ceil(COLUMNS) as u32;
        let size = (PANEL.0 * COLUMNS as u32, PANEL.1 * rows + LEGEND as u32);
        svg(size, theme, |area| self.draw_on(area, theme, rows as usize))
    }

    fn draw_on(&self, area: &Area, theme: Theme, rows: usize) -> Drawn {
        let (above, below) = area.split_vertically(LEGEND);
        above.draw(&Text::new(self.axes.clone(), (12, 12), theme.font(14)))?;
        let names = self.series.iter();
        legend(
            &above,
            theme,
            names.map(|(name, hue)| (name.as_str(), *hue)),
        )?;
        for (panel, place) in self.panels.iter().zip(below.split_evenly((rows, COLUMNS))) {
            self.panel(panel, &place, theme)?;
        }
        Ok(())
    }

    fn panel(&self, panel: &Panel, area: &Area, theme: Theme) -> Drawn {
        let ((left, right), (bottom, top)) = bounds(panel);
        let across = (left..right).log_scale();
        let up = (bottom..top).log_scale();
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .margin_right(18)
            .caption(&panel.title, theme.font(13))
            .x_label_area_size(20)
            .y_label_area_size(38)
            .build_cartesian_2d(
                across.with_key_points(log_ticks(left, right, &[1.0])),
                up.with_key_points(log_ticks(bottom, top, &[1.0])),
            )?;
        chart
            .configure_mesh()
            .axis_style(theme.grid())
            .bold_line_style(theme.grid())
            .light_line_style(theme.background())
            .label_style(theme.font(11))
            .x_label_formatter(&|x| plain(*x))
            .y_label_formatter(&|y| plain(*y))
            .draw()?;
        for (points, (_, hue)) in panel.lines.iter().zip(&self.series) {
            let colour = theme.hue(*hue);
            let line = PathElement::new(points.clone(), colour.stroke_width(2));
            chart.draw_series(std::iter::once(line))?;
            chart.draw_series(
                points
                    .iter()
                    .map(|point| Circle::new(*point, 2, colour.filled())),
            )?;
        }
        Ok(())
    }
}

/// Powers of ten around all points on both axes.
fn bounds(panel: &Panel) -> ((f64, f64), (f64, f64)) {
    let around = |values: &mut dyn Iterator<Item = f64>| {
        let (least, most) = values.fold((f64::INFINITY, 0.0f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let (low, high) = (least.log10().floor(), most.log10().ceil());
        // One value may be a power of ten.
        (10f64.powf(low), 10f64.powf(high.max(low + 1.0)))
    };
    let points = || panel.lines.iter().flatten();
    (
        around(&mut points().map(|point| point.0)),
        around(&mut points().map(|point| point.1)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_curve_has_a_plot_and_each_row_a_line() {
        let panel = |title: &str| Panel {
            title: title.into(),
            lines: vec![vec![(1.0, 20.0), (992.0, 200.0)], vec![(1.0, 10.0)]],
        };
        let lines = Lines {
            axes: "cycles over threads".into(),
            series: vec![("cuda".into(), Hue::Cuda), ("epcc".into(), Hue::Own)],
            panels: vec![panel("barrier"), panel("single")],
        };
        let text = lines.draw(Theme::Light);
        assert!(text.contains("barrier") && text.contains("cycles over threads"));
        assert_eq!(text.matches("<circle").count(), 6);
        let ((left, right), (bottom, top)) = bounds(&lines.panels[0]);
        assert_eq!([left, right], [1.0, 1000.0]);
        assert!((bottom - 10.0).abs() < 1e-9 && (top - 1000.0).abs() < 1e-9);
    }
}
