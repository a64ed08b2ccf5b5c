//! Charts, drawn by plotters: of a comparison for each puzzle the time of each strategy, time against cost, and how lower
//! bounds rose; of a benchmark how many levels each solver solves within a time.
//!
//! A strategy has a row with its name and its result, so colours only repeat what the text says. They are those
//! of Okabe and Ito (2008), which differ for any kind of colour vision.

use std::{error::Error, fmt::Write as _, ops::Range};

use lurd_engine::program::outcome::{Cost, Proof};
use lurd_toolkit::{
    compare::{Comparison, Ranking, Spread, StrategyRuns},
    results::benchmark::{Benchmark, Solver},
};
use plotters::{
    backend::SVGBackend,
    coord::{Shift, combinators::LogCoord, types::RangedCoordf64},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::Compared;
use crate::{
    diagnostic::escaped,
    numbers::{count, seconds},
};

const WIDTH: u32 = 900;
/// The height of a strategy's row.
const ROW: u32 = 24;
/// The room above and below the rows: title, axis.
const AROUND: u32 = 96;
/// The height of the charts of costs and of lower bounds.
const COSTS: u32 = 320;
/// The height of a cactus plot.
const CACTUS: u32 = 480;
/// The room for names on the left, for numbers there, and for results on the right.
const NAMES: u32 = 220;
const NUMBERS: u32 = 60;
const RESULTS: u32 = 270;
/// Shorter times are drawn as this one.
const SHORTEST: f64 = 1e-4;

const PROVED: RGBColor = RGBColor(0, 114, 178);
const UNPROVED: RGBColor = RGBColor(230, 159, 0);
const FAILED: RGBColor = RGBColor(160, 160, 160);

/// The colours of Okabe and Ito in turn.
const COLOURS: [RGBColor; 7] = [
    PROVED,
    UNPROVED,
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(90, 90, 90),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawResult = Result<(), Box<dyn Error>>;

/// The height of a chart, and what draws it.
type Chart<'c> = (u32, Box<dyn Fn(&Area<'_>) -> DrawResult + 'c>);

/// The charts of a comparison as one SVG document.
pub(super) fn document(compared: &[Compared]) -> Result<String, String> {
    let tables: Vec<(String, Vec<Row>)> =
        compared.iter().map(|it| (escaped(&it.title()), ranked(&it.comparison))).collect();
    let mut charts: Vec<Chart<'_>> = Vec::new();
    for (it, (title, rows)) in compared.iter().zip(&tables) {
        let height = AROUND + ROW * u32::try_from(rows.len()).unwrap_or_default();
        charts.push((height, Box::new(move |area| draw_times(area, title, rows))));
        if rows.iter().filter(|row| row.cost.is_some()).count() > 1 {
            charts.push((COSTS, Box::new(move |area| draw_costs(area, rows))));
        }
        let curves = bounds(&it.comparison, rows);
        if !curves.is_empty() {
            let title = "lower bound by states expanded";
            charts
                .push((COSTS, Box::new(move |area| draw_curves(area, title, ["expanded", "f"], whole_count, &curves))));
        }
    }
    drawn(&charts)
}

/// The cactus plot of a benchmark as an SVG document.
pub(super) fn cactus_document(benchmark: &Benchmark) -> Result<String, String> {
    let curves: Vec<Curve> = benchmark.solvers.iter().filter_map(cactus).collect();
    let title = "levels solved within a time";
    let draw = |area: &Area<'_>| draw_curves(area, title, ["time", "solved"], seconds, &curves);
    if curves.is_empty() { drawn(&[]) } else { drawn(&[(CACTUS, Box::new(draw))]) }
}

fn drawn(charts: &[Chart<'_>]) -> Result<String, String> {
    let height = charts.iter().map(|(height, _)| height).sum::<u32>().max(40);
    let mut svg = String::new();
    let draw = |svg: &mut String| -> DrawResult {
        let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut top = 0;
        for (height, draw) in charts {
            draw(&root.clone().shrink((0, top), (WIDTH, *height)))?;
            top += height;
        }
        Ok(root.present()?)
    };
    draw(&mut svg).map_err(|error| format!("the charts cannot be drawn: {error}"))?;
    Ok(svg)
}

// The data of charts.

/// A strategy in a chart, and what it achieved.
struct Row {
    name: String,
    colour: RGBColor,
    /// The wall time of each run in seconds.
    times: Vec<f64>,
    cost: Option<Cost>,
    /// The result in words: `cost 8, proved optimal`.
    result: String,
}

impl Row {
    fn median(&self) -> Option<f64> {
        Spread::of(self.times.clone()).map(|spread| spread.median)
    }
}

/// The strategies of a comparison that fit its puzzle, in the order of its ranking.
fn ranked(comparison: &Comparison) -> Vec<Row> {
    let Some(Ranking { proved, unproved, failed }) = comparison.ranking() else { return Vec::new() };
    let mut rows = Vec::new();
    for (standing, colour) in proved.iter().map(|it| (it, PROVED)).chain(unproved.iter().map(|it| (it, UNPROVED))) {
        let mut result = match (standing.cost, standing.proof) {
            (None, _) => "no solution, proved".to_owned(),
            (Some(cost), Proof::Nothing) => format!("cost {cost}"),
            (Some(cost), proof) => format!("cost {cost}, proved {proof}"),
        };
        if let Some(limit) = standing.stopped {
            let _ = write!(result, "; stopped by {limit}");
        }
        let times = standing.row.runs.iter().filter_map(|run| Some(run.statistics?.seconds)).collect();
        rows.push(Row { name: standing.row.name(), colour, times, cost: standing.cost, result });
    }
    // A run without a result only shows its limit.
    let failed = failed.into_iter().filter(|row| row.left_out().is_none());
    let row = |name| Row { name, colour: FAILED, times: Vec::new(), cost: None, result: "no result".to_owned() };
    rows.extend(failed.map(|it| row(it.name())));
    rows
}

/// A name, and what was achieved with how much effort.
struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
}

/// How the lower bound of each strategy rose, with the number of its row.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
fn bounds(comparison: &Comparison, rows: &[Row]) -> Vec<Curve> {
    let curve = |runs: &StrategyRuns| {
        let (run, name) = (runs.result()?, runs.name());
        let last = run.trace.bounds.last()?.cost;
        let end = run.statistics.map(|it| (it.expanded, last));
        let points = run.trace.bounds.iter().map(|it| (it.expanded, it.cost)).chain(end);
        let points = points.map(|(expanded, cost)| (expanded.max(1) as f64, cost as f64)).collect();
        let number = rows.iter().position(|row| row.name == name).map_or(0, |at| at + 1);
        Some(Curve { name: format!("{number}  {name}"), points })
    };
    comparison.rows.iter().filter_map(curve).collect()
}

/// How many levels a solver solves within a time; `None` if it solves none.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
fn cactus(solver: &Solver) -> Option<Curve> {
    let times = solver.times().into_iter().enumerate();
    let points: Vec<_> = times.map(|(before, time)| (time.max(SHORTEST), (before + 1) as f64)).collect();
    (!points.is_empty()).then(|| Curve { name: escaped(&solver.name), points })
}

/// The label of a whole number; others have none.
fn whole(value: f64) -> String {
    if value.fract().abs() < 1e-9 { format!("{value:.0}") } else { String::new() }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a label")]
fn whole_count(value: f64) -> String {
    count(value as u64)
}

/// The least and the greatest of some values; 1 without any.
fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let least = values.clone().min_by(f64::total_cmp).unwrap_or(1.0);
    (least, values.max_by(f64::total_cmp).unwrap_or(1.0))
}

// Drawing.

type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f64>, RangedCoordf64>>;

/// The axes of a chart: an effort across, on a logarithmic scale that is a little wider than `across`.
fn plane<'a, 'b>(
    area: &'a Area<'b>,
    title: &str,
    names: [&str; 2],
    [left, right]: [u32; 2],
    label: fn(f64) -> String,
    across: impl Iterator<Item = f64> + Clone,
    up: Range<f64>,
) -> Result<Plane<'a, 'b>, Box<dyn Error>> {
    text(area, title, (12, 20), 15, HPos::Left)?;
    let (least, most) = range(across);
    let mut chart = ChartBuilder::on(area)
        .margin_top(40)
        .margin_right(right)
        .x_label_area_size(40)
        .y_label_area_size(left)
        .build_cartesian_2d((least.max(1e-6) / 2.0..most.max(1e-6) * 1.3).log_scale(), up)?;
    let (label, whole) = (|value: &f64| label(*value), |value: &f64| whole(*value));
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(WHITE).x_desc(names[0]).x_label_formatter(&label).x_labels(8);
    mesh.y_desc(names[1]).y_label_formatter(&whole).label_style(("sans-serif", 12));
    if names[1].is_empty() {
        mesh.disable_y_mesh().y_labels(0);
    }
    mesh.draw()?;
    Ok(chart)
}

fn text(area: &Area<'_>, text: &str, at: (i32, i32), size: u32, horizontal: HPos) -> DrawResult {
    let style = ("sans-serif", size).into_text_style(area).pos(Pos::new(horizontal, VPos::Center));
    area.draw_text(text, &style, at)?;
    Ok(())
}

/// A point of a chart as a place in its area.
fn place(area: &Area<'_>, chart: &Plane<'_, '_>, point: (f64, f64)) -> (i32, i32) {
    // The coordinates are those of the whole document.
    let (x, y) = chart.backend_coord(&point);
    (x, y - area.get_base_pixel().1)
}

/// The times of the strategies: a point for each run, and a mark at their median.
#[expect(clippy::cast_precision_loss, reason = "some strategies")]
fn draw_times(area: &Area<'_>, title: &str, rows: &[Row]) -> DrawResult {
    let title = format!("{title}: time (logarithmic scale), best first");
    let times = rows.iter().flat_map(|row| row.times.iter().copied());
    let up = rows.len().max(1) as f64..0.0;
    let mut chart = plane(area, &title, ["", ""], [NAMES, RESULTS], seconds, times, up)?;
    for (index, row) in rows.iter().enumerate() {
        let y = index as f64;
        if let Some(median) = row.median() {
            let mark = PathElement::new([(median, y + 0.15), (median, y + 0.85)], row.colour.stroke_width(3));
            chart.draw_series([mark])?;
        }
        chart.draw_series(row.times.iter().map(|&time| Circle::new((time, y + 0.5), 3, row.colour.filled())))?;
        let (_, middle) = place(area, &chart, (1.0, y + 0.5));
        let [left, right] = [NAMES, WIDTH - RESULTS].map(|x| i32::try_from(x).unwrap_or_default());
        text(area, &format!("{}  {}", index + 1, row.name), (left - 8, middle), 13, HPos::Right)?;
        text(area, &row.result, (right + 10, middle), 13, HPos::Left)?;
    }
    Ok(())
}

/// The median time of the strategies against the cost of their answers. Numbers stand for the strategies.
#[expect(clippy::cast_precision_loss, reason = "a place on a chart")]
fn draw_costs(area: &Area<'_>, rows: &[Row]) -> DrawResult {
    let title = "time against cost of the answer; the numbers are those of the rows above";
    let costs = rows.iter().filter_map(|row| row.cost).map(|cost| cost as f64);
    let times = rows.iter().filter(|row| row.cost.is_some()).flat_map(|row| row.times.iter().copied());
    let (low, high) = range(costs);
    let margin = ((high - low) / 8.0).max(1.0);
    let up = low - margin..high + 2.0 * margin;
    let mut chart = plane(area, title, ["", "cost"], [NUMBERS, 40], seconds, times, up)?;
    let mut placed: Vec<(i32, i32)> = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let (Some(time), Some(cost)) = (row.median(), row.cost) else { continue };
        chart.draw_series([Circle::new((time, cost as f64), 4, row.colour.filled())])?;
        let (x, y) = place(area, &chart, (time, cost as f64));
        // Above the point, and above numbers that are there already.
        let mut at = (x, y - 11);
        while placed.iter().any(|it| (it.0 - at.0).abs() < 18 && (it.1 - at.1).abs() < 12) {
            at.1 -= 12;
        }
        placed.push(at);
        text(area, &format!("{number}"), at, 12, HPos::Center)?;
    }
    Ok(())
}

/// How much was achieved with what effort: steps, because it holds until the next.
fn draw_curves(
    area: &Area<'_>,
    title: &str,
    names: [&str; 2],
    label: fn(f64) -> String,
    curves: &[Curve],
) -> DrawResult {
    let points = curves.iter().flat_map(|curve| curve.points.iter());
    let (low, high) = range(points.clone().map(|point| point.1));
    let across = points.map(|point| point.0);
    let chart = plane(area, title, names, [NUMBERS, RESULTS], label, across, low - 1.0..high + 1.0)?;
    let mut ends = Vec::new();
    for (index, curve) in curves.iter().enumerate() {
        let mut path: Vec<(i32, i32)> = Vec::new();
        for &point in &curve.points {
            let (x, y) = place(area, &chart, point);
            // Equal curves stand beside each other, not one behind the other.
            let y = y - 2 * i32::try_from(index).unwrap_or_default();
            path.extend(path.last().map(|&(_, before)| (x, before)));
            path.push((x, y));
        }
        let colour = COLOURS[index % COLOURS.len()];
        ends.extend(path.last().map(|&end| (end, colour, &curve.name)));
        area.draw(&PathElement::new(path, colour.stroke_width(2)))?;
    }
    // The names stand at the right, in the order of the ends of the curves, each with a line from there.
    ends.sort_by_key(|&((x, y), ..)| (y, x));
    let x = i32::try_from(WIDTH - RESULTS).unwrap_or_default() + 10;
    let mut free = i32::MIN;
    for (end, colour, name) in ends {
        let y = end.1.max(free);
        free = y + 14;
        area.draw(&PathElement::new([end, (x, y)], colour.mix(0.4).stroke_width(1)))?;
        area.draw(&Rectangle::new([(x, y - 4), (x + 8, y + 4)], colour.filled()))?;
        text(area, name, (x + 14, y), 12, HPos::Left)?;
    }
    Ok(())
}
