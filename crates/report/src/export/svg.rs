//! Charts of comparisons, drawn by plotters: for each puzzle the time of each strategy, time against cost, and how
//! lower bounds rose.
//!
//! A strategy has a row with its name and its result, so colours only repeat what the text says. They are those
//! of Okabe and Ito (2008), which differ for any kind of colour vision.

use std::error::Error;

use lurd_toolkit::results::benchmark::Benchmark;
use plotters::prelude::*;
use plotters::{
    backend::SVGBackend,
    coord::{
        Shift,
        ranged1d::{AsRangedCoord, ValueFormatter},
    },
    style::text_anchor::{HPos, Pos, VPos},
};

use super::Compared;
use crate::{
    chart::{Plot, Range, RankedStrategy, Standard, cactus, curves, ranked},
    diagnostic::escaped,
    numbers::seconds,
    picture::PictureError,
};

const WIDTH: u32 = 900;
/// The height of a strategy's row.
const ROW: u32 = 24;
/// The room above and below the rows: title, axis.
const AROUND: u32 = 96;
/// The height of the chart of costs.
const COSTS: u32 = 320;
/// The height of a cactus plot.
const CACTUS: u32 = 480;
/// The room for names on the left, and for results on the right.
const NAMES: u32 = 220;
const RESULTS: u32 = 270;

const PROVED: RGBColor = RGBColor(0, 114, 178);
const UNPROVED: RGBColor = RGBColor(230, 159, 0);
const FAILED: RGBColor = RGBColor(160, 160, 160);

/// The colours of Okabe and Ito in turn.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(90, 90, 90),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawResult = Result<(), Box<dyn Error>>;

/// A chart of a puzzle and its height.
struct Chart<'c> {
    height: u32,
    draw: Box<dyn Fn(&Area<'_>) -> DrawResult + 'c>,
}

/// The charts as one SVG document.
pub(super) fn document(compared: &[Compared]) -> Result<String, PictureError> {
    let tables: Vec<(String, Vec<RankedStrategy>, Option<Plot>)> =
        compared.iter().map(|it| (escaped(&it.title()), ranked(&it.comparison), curves(&it.comparison))).collect();
    let charts: Vec<Chart<'_>> =
        tables.iter().flat_map(|(title, rows, curves)| charts(title, rows, curves.as_ref())).collect();
    drawn(&charts)
}

/// The cactus plot of a benchmark as an SVG document.
pub(super) fn cactus_document(benchmark: &Benchmark) -> Result<String, PictureError> {
    let plot = cactus(benchmark);
    let legend: Vec<_> = plot.iter().flat_map(|plot| &plot.series).map(|it| escaped(&it.name)).collect();
    let charts =
        plot.iter().map(|plot| Chart { height: CACTUS, draw: Box::new(|area| draw_curves(area, plot, &legend)) });
    drawn(&charts.collect::<Vec<_>>())
}

fn drawn(charts: &[Chart<'_>]) -> Result<String, PictureError> {
    let height = charts.iter().map(|chart| chart.height).sum::<u32>().max(40);
    let mut svg = String::new();
    let draw = |svg: &mut String| -> DrawResult {
        let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut top = 0;
        for chart in charts {
            (chart.draw)(&root.clone().shrink((0, top), (WIDTH, chart.height)))?;
            top += chart.height;
        }
        root.present()?;
        Ok(())
    };
    draw(&mut svg).map_err(|error| format!("the charts cannot be drawn: {error}"))?;
    Ok(svg)
}

/// The charts of a puzzle that have data.
fn charts<'c>(title: &'c str, rows: &'c [RankedStrategy], curves: Option<&'c Plot>) -> Vec<Chart<'c>> {
    let count = u32::try_from(rows.len()).unwrap_or_default();
    let times = Chart { height: AROUND + ROW * count, draw: Box::new(move |area| draw_times(area, title, rows)) };
    let mut charts = vec![times];
    if rows.iter().filter(|row| row.cost.is_some() && row.median.is_some()).count() > 1 {
        charts.push(Chart { height: COSTS, draw: Box::new(move |area| draw_costs(area, rows)) });
    }
    if let Some(curves) = curves {
        // With the number of the row above.
        let number = |name: &str| rows.iter().position(|row| row.name == name).map_or(0, |at| at + 1);
        let legend: Vec<_> = curves.series.iter().map(|it| format!("{}  {}", number(&it.name), it.name)).collect();
        charts.push(Chart { height: COSTS, draw: Box::new(move |area| draw_curves(area, curves, &legend)) });
    }
    charts
}

fn colour(row: &RankedStrategy) -> RGBColor {
    match row.standard {
        Standard::Proved => PROVED,
        Standard::Unproved => UNPROVED,
        Standard::Failed => FAILED,
    }
}

/// The label of a whole number; others have none.
fn whole(value: f64) -> String {
    if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { String::new() }
}

/// The range of times, a little wider, so that the shortest has a bar.
fn range<'r>(rows: impl Iterator<Item = &'r RankedStrategy>) -> (f64, f64) {
    let all = rows.flat_map(|row| row.times.iter().copied());
    let (least, most) = all.fold((f64::INFINITY, 0.0_f64), |(least, most), it| (least.min(it), most.max(it)));
    if most > 0.0 { (least.max(1e-6) / 2.0, most.max(1e-6) * 1.3) } else { (0.001, 1.0) }
}

fn text(area: &Area<'_>, text: &str, at: (i32, i32), size: u32, horizontal: HPos) -> DrawResult {
    let style = ("sans-serif", size).into_text_style(area).pos(Pos::new(horizontal, VPos::Center));
    area.draw_text(text, &style, at)?;
    Ok(())
}

/// The times of the strategies: a point for each run, and a mark at their median. On a linear scale from 0, where the
/// length of a bar means its value, a bar leads to the median.
fn draw_times(area: &Area<'_>, title: &str, rows: &[RankedStrategy]) -> DrawResult {
    let is_linear = Range::of(rows.iter().flat_map(|row| row.times.iter().copied())).is_linear();
    let scale = if is_linear { "" } else { " (logarithmic scale)" };
    text(area, &format!("{title}: time{scale}, best first"), (12, 20), 17, HPos::Left)?;
    if rows.is_empty() {
        return text(area, "no data", (12, 50), 13, HPos::Left);
    }
    let (least, most) = range(rows.iter());
    if is_linear {
        draw_rows(area, 0.0..most, rows, true)
    } else {
        draw_rows(area, (least..most).log_scale(), rows, false)
    }
}

#[expect(clippy::cast_precision_loss, reason = "some strategies")]
fn draw_rows<X>(area: &Area<'_>, times: X, rows: &[RankedStrategy], has_bars: bool) -> DrawResult
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
{
    let times = X::CoordDescType::from(times);
    let (least, most) = (times.range().start, times.range().end);
    let mut chart = ChartBuilder::on(area)
        .margin_top(40)
        .margin_right(RESULTS)
        .x_label_area_size(40)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(times, rows.len() as f64..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(8)
        .x_label_formatter(&|value| seconds(*value))
        .label_style(("sans-serif", 12))
        .draw()?;
    for (index, row) in rows.iter().enumerate() {
        let y = index as f64;
        let colour = colour(row);
        if let Some(median) = row.median {
            if has_bars {
                let bar = Rectangle::new([(least, y + 0.2), (median, y + 0.8)], colour.mix(0.45).filled());
                chart.draw_series(std::iter::once(bar))?;
            }
            let mark = PathElement::new([(median, y + 0.15), (median, y + 0.85)], colour.stroke_width(3));
            chart.draw_series(std::iter::once(mark))?;
        }
        let points = row.times.iter().map(|&time| Circle::new((time, y + 0.5), 3, colour.filled()));
        chart.draw_series(points)?;
        let (left, middle) = chart.backend_coord(&(least, y + 0.5));
        let (right, _) = chart.backend_coord(&(most, y + 0.5));
        // The coordinates are those of the whole document.
        let (_, top) = area.get_base_pixel();
        let middle = middle - top;
        text(area, &format!("{}  {}", index + 1, row.name), (left - 8, middle), 13, HPos::Right)?;
        text(area, &row.result, (right + 10, middle), 13, HPos::Left)?;
    }
    Ok(())
}

/// The median time of the strategies against the cost of their answers. Numbers stand for the strategies.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
fn draw_costs(area: &Area<'_>, rows: &[RankedStrategy]) -> DrawResult {
    text(area, "time against cost of the answer; the numbers are those of the rows above", (12, 20), 14, HPos::Left)?;
    let answered: Vec<(usize, &RankedStrategy, f64, f64)> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| Some((index + 1, row, row.median?, row.cost? as f64)))
        .collect();
    let costs = || answered.iter().map(|it| it.3);
    let (low, high) = (costs().fold(f64::INFINITY, f64::min), costs().fold(0.0, f64::max));
    let margin = ((high - low) / 8.0).max(1.0);
    let (least, most) = range(answered.iter().map(|it| it.1));
    let mut chart = ChartBuilder::on(area)
        .margin_top(40)
        .margin_right(40)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((least..most).log_scale(), low - margin..high + 2.0 * margin)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .y_desc("cost")
        .x_label_formatter(&|value| seconds(*value))
        .y_label_formatter(&|value| whole(*value))
        .label_style(("sans-serif", 12))
        .draw()?;
    let (_, top) = area.get_base_pixel();
    let mut placed: Vec<(i32, i32)> = Vec::new();
    for (number, row, time, cost) in answered {
        let point = Circle::new((time, cost), 4, colour(row).filled());
        chart.draw_series(std::iter::once(point))?;
        let (x, y) = chart.backend_coord(&(time, cost));
        // Above the point, and above numbers that are there already.
        let mut at = (x, y - top - 11);
        while placed.iter().any(|it| (it.0 - at.0).abs() < 18 && (it.1 - at.1).abs() < 12) {
            at.1 -= 12;
        }
        placed.push(at);
        text(area, &number.to_string(), at, 12, HPos::Center)?;
    }
    Ok(())
}

/// How much was achieved with what effort: steps, because it holds until the next.
fn draw_curves(area: &Area<'_>, plot: &Plot, legend: &[String]) -> DrawResult {
    text(area, plot.title, (12, 20), 14, HPos::Left)?;
    let (across, up) = plot.ranges();
    let mut chart = ChartBuilder::on(area)
        .margin_top(40)
        .margin_right(RESULTS)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((across.least / 2.0..across.most * 1.3).log_scale(), up.least - 1.0..up.most + 1.0)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .y_desc(plot.up)
        .x_desc(plot.across)
        .x_label_formatter(&|value| (plot.label)(*value))
        .y_label_formatter(&|value| whole(*value))
        .label_style(("sans-serif", 12))
        .draw()?;
    let (_, top) = area.get_base_pixel();
    let mut ends = Vec::new();
    for (index, series) in plot.series.iter().enumerate() {
        let mut path: Vec<(i32, i32)> = Vec::new();
        for point in &series.points {
            let (x, y) = chart.backend_coord(point);
            // Equal curves stand beside each other, not one behind the other.
            let y = y - top - 2 * i32::try_from(index).unwrap_or_default();
            path.extend(path.last().map(|&(_, before)| (x, before)));
            path.push((x, y));
        }
        ends.extend(path.last().map(|&end| (end, index)));
        area.draw(&PathElement::new(path, COLOURS[index % COLOURS.len()].stroke_width(2)))?;
    }
    // The names stand at the right, in the order of the ends of the curves, each with a line from there.
    ends.sort_by_key(|&((x, y), _)| (y, x));
    let x = i32::try_from(WIDTH - RESULTS).unwrap_or_default() + 10;
    let mut free = i32::MIN;
    for (end, index) in ends {
        let colour = COLOURS[index % COLOURS.len()];
        let y = end.1.max(free);
        free = y + 14;
        area.draw(&PathElement::new([end, (x, y)], colour.mix(0.4).stroke_width(1)))?;
        area.draw(&Rectangle::new([(x, y - 4), (x + 8, y + 4)], colour.filled()))?;
        text(area, &legend[index], (x + 14, y), 12, HPos::Left)?;
    }
    Ok(())
}
