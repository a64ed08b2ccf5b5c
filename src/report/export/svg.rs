//! SVG charts of a comparison, with the names of strategies beside their points, so that colours need not be
//! distinguished.

use std::fmt::Write as _;

use super::compared::Compared;
use crate::report::numbers::{count, seconds};
use crate::report::plot::{Plot, plots};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
/// Left, top, right and bottom of the field.
const FIELD: (f64, f64, f64, f64) = (70.0, 50.0, 600.0, 320.0);

/// Colours that differ in brightness, too.
const COLOURS: [&str; 8] =
    ["#1b6ca8", "#c0392b", "#1e8449", "#7d3c98", "#b9770e", "#117a65", "#5d6d7e", "#922b21"];
const DASHES: [&str; 4] = ["none", "6 3", "2 3", "9 3 2 3"];

pub(super) fn document(compared: &[Compared]) -> String {
    let mut body = String::new();
    let mut top = 0.0;
    for it in compared {
        for plot in plots(&it.comparison) {
            let _ = writeln!(body, "<g transform=\"translate(0 {top})\">");
            body.push_str(&chart(&plot, &it.title()));
            body.push_str("</g>\n");
            top += HEIGHT;
        }
    }
    let height = if top > 0.0 { top } else { 40.0 };
    if top == 0.0 {
        body.push_str("<text x=\"20\" y=\"25\">no data</text>\n");
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "labels of an axis")]
fn chart(plot: &Plot, title: &str) -> String {
    let (left, top, right, bottom) = FIELD;
    let (across, up) = plot.ranges();
    let place = |(x, y): (f64, f64)| {
        (left + across.place_by_factor(x) * (right - left), bottom - up.place(y) * (bottom - top))
    };
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<text x=\"{left}\" y=\"24\" font-size=\"15\">{}: {}</text>",
        escaped(title),
        plot.title
    );
    let _ = writeln!(text, "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#333\"/>");
    let show = |value: f64| if plot.across == "seconds" { seconds(value) } else { count(value as u64) };
    for (x, anchor, label) in [
        (left, "start", show(across.least)),
        (f64::midpoint(left, right), "middle", format!("{} (by factors)", plot.across)),
        (right, "end", show(across.most)),
    ] {
        let y = bottom + 20.0;
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{label}</text>");
    }
    for (y, label) in [
        (bottom, up.least.to_string()),
        (top, up.most.to_string()),
        (f64::midpoint(top, bottom), plot.up.to_owned()),
    ] {
        let _ =
            writeln!(text, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>", left - 8.0, y + 4.0);
    }
    // The names stand at the right, in the order of their last points, none on top of another.
    let mut names: Vec<(f64, usize)> = Vec::new();
    for (index, series) in plot.series.iter().enumerate() {
        let colour = COLOURS[series.place % COLOURS.len()];
        let points: Vec<_> = series.points.iter().map(|&point| place(point)).collect();
        if plot.lines {
            let dash = DASHES[series.place % DASHES.len()];
            let mut path = String::new();
            for (at, (x, y)) in points.iter().enumerate() {
                // A bound holds until it rises: steps, not slopes.
                let _ = if at == 0 { write!(path, "M{x:.1} {y:.1}") } else { write!(path, "H{x:.1}V{y:.1}") };
            }
            let _ = writeln!(
                text,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-dasharray=\"{dash}\"/>"
            );
        } else {
            for (x, y) in &points {
                let _ = writeln!(
                    text,
                    "<circle class=\"run\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
                );
            }
        }
        if let Some((_, y)) = points.last() {
            names.push((*y, index));
        }
    }
    names.sort_by(|one, two| one.0.total_cmp(&two.0));
    let places = apart(&names.iter().map(|name| name.0).collect::<Vec<_>>());
    for ((y, index), free) in names.into_iter().zip(places) {
        let series = &plot.series[index];
        let (x, from) = series.points.last().map_or((right, y), |&point| place(point));
        let colour = COLOURS[series.place % COLOURS.len()];
        let (end, label) = (right + 14.0, right + 18.0);
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {from:.1}L{end} {free:.1}\" stroke=\"{colour}\" stroke-width=\"0.4\"/>\n\
             <text x=\"{label}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>",
            free + 4.0,
            series.name
        );
    }
    text
}

/// Heights for lines of text at `wanted` heights, which grow: none on top of another, all on the
/// chart.
fn apart(wanted: &[f64]) -> Vec<f64> {
    let (_, top, _, bottom) = FIELD;
    let (highest, lowest) = (top - 20.0, bottom + 40.0);
    #[expect(clippy::cast_precision_loss, reason = "some strategies")]
    let gap = (lowest - highest) / wanted.len().max(1) as f64;
    let gap = gap.min(14.0);
    let mut free = highest;
    let mut places: Vec<_> = wanted
        .iter()
        .map(|&height| {
            let place = height.max(free);
            free = place + gap;
            place
        })
        .collect();
    let mut free = lowest;
    for place in places.iter_mut().rev() {
        *place = place.min(free);
        free = *place - gap;
    }
    places
}

fn escaped(text: &str) -> String {
    crate::report::diagnostic::escaped(text).replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_apart_and_on_the_chart() {
        for wanted in [vec![320.0; 22], vec![50.0; 22], vec![100.0, 101.0, 300.0], vec![]] {
            let places = apart(&wanted);
            assert!(places.iter().all(|place| (29.0..=361.0).contains(place)), "{places:?}");
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 13.0), "{places:?}");
        }
        assert_eq!(apart(&[100.0, 200.0]), [100.0, 200.0], "where there is room they stay");
    }
}
