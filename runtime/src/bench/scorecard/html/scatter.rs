//! Points over two axes, as an SVG: memory to the right on a logarithmic scale, success upwards.

use maud::{Markup, html};

/// An engine in the picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub(super) name: String,
    /// Of a hundred.
    pub(super) success: f64,
    /// The lowest and the highest of it.
    pub(super) range: (f64, f64),
    /// In mebibytes, more than none.
    pub(super) memory: f64,
    /// Where the line to the right ends, in mebibytes.
    pub(super) high: f64,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 28.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 56.0;
/// About how wide a letter of a label is, and how high its line.
const LETTER: f64 = 9.6;
const LINE: f64 = 18.0;
const RADIUS: f64 = 7.0;

/// How far the axes reach.
#[derive(Debug, PartialEq)]
struct Scale {
    /// In mebibytes.
    memory: (f64, f64),
    /// Of a hundred.
    success: (f64, f64),
}

impl Scale {
    /// Everything is inside, at round values.
    fn of(points: &[Point]) -> Self {
        let least = points.iter().map(|it| it.memory).fold(f64::INFINITY, f64::min);
        let most = points.iter().map(|it| it.high).fold(0.0, f64::max);
        let worst = points.iter().map(|it| it.range.0).fold(100.0, f64::min);
        let best = points.iter().map(|it| it.range.1).fold(0.0, f64::max);
        let floor = (((worst - 4.0) / 10.0).floor() * 10.0).clamp(0.0, 80.0);
        let ceiling = (((best + 4.0) / 10.0).ceil() * 10.0).clamp(floor + 20.0, 100.0);
        Self {
            memory: (below(least / 1.15), above(most * 1.15)),
            success: (floor, ceiling),
        }
    }

    fn x(&self, mebibytes: f64) -> f64 {
        let (low, high) = (self.memory.0.ln(), self.memory.1.ln());
        let share = (mebibytes.ln() - low) / (high - low);
        (WIDTH - LEFT - RIGHT).mul_add(share, LEFT)
    }

    fn y(&self, success: f64) -> f64 {
        let share = (success - self.success.0) / (self.success.1 - self.success.0);
        (HEIGHT - TOP - BOTTOM).mul_add(1.0 - share, TOP)
    }

    fn memory_marks(&self) -> Vec<f64> {
        let mut marks = vec![self.memory.0];
        while let Some(last) = marks.last().copied().filter(|last| *last < self.memory.1) {
            marks.push(above(last * 1.01));
        }
        marks
    }

    fn success_marks(&self) -> Vec<f64> {
        let step = if self.success.1 - self.success.0 > 50.0 {
            20.0
        } else {
            10.0
        };
        // From above, so that a hundred is marked where it is reached.
        let mut marks = vec![self.success.1];
        while let Some(last) = marks.last().copied().filter(|last| last - step >= self.success.0) {
            marks.push(last - step);
        }
        marks
    }
}

/// 1, 2, 5, 10, 20, 50 and so on: the first that is not smaller.
fn above(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps
        .into_iter()
        .find(|step| *step >= value)
        .unwrap_or(10.0 * power)
}

/// The last of them that is not greater.
fn below(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let steps = [5.0, 2.0, 1.0].map(|step| step * power);
    steps.into_iter().find(|step| *step <= value).unwrap_or(power)
}

/// A size for people.
pub(super) fn mebibytes(value: f64) -> String {
    match value {
        small if small < 10.0 => format!("{small:.1}\u{202f}MiB"),
        value if value < 10_000.0 => format!("{value:.0}\u{202f}MiB"),
        large => format!("{:.1}\u{202f}GiB", large / 1024.0),
    }
}

/// The picture; the numbers stand in a table beside it.
pub(super) fn picture(points: &[Point]) -> Markup {
    let scale = Scale::of(points);
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    let number = |value: f64| format!("{value:.1}");
    let labels = labels(points, &scale);
    html! {
        svg.scatter viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-labelledby="scatter-title" {
            title #scatter-title { "Success of each engine against its memory; the table below has the numbers" }
            g.grid {
                line x1=(LEFT) x2=(right) y1=(bottom) y2=(bottom) {}
                @for mark in scale.success_marks() {
                    line x1=(LEFT) x2=(right) y1=(number(scale.y(mark))) y2=(number(scale.y(mark))) {}
                    text.end x=(LEFT - 10.0) y=(number(scale.y(mark) + 4.0)) { (mark) " %" }
                }
                @for mark in scale.memory_marks() {
                    line x1=(number(scale.x(mark))) x2=(number(scale.x(mark))) y1=(TOP) y2=(bottom) {}
                    text.middle x=(number(scale.x(mark))) y=(bottom + 20.0) { (mark) }
                }
            }
            text.axis.middle x=((LEFT + right) / 2.0) y=(HEIGHT - 12.0) { "memory of the engine's processes, MiB" }
            text.axis x=(LEFT + 10.0) y=(TOP + 18.0) { "↖ better" }
            @for (at, (point, label)) in points.iter().zip(&labels).enumerate() {
                @let (x, y) = (scale.x(point.memory), scale.y(point.success));
                g class=(format!("point engine{}", at % 4)) {
                    line x1=(number(x)) x2=(number(x)) y1=(number(scale.y(point.range.0))) y2=(number(scale.y(point.range.1))) {}
                    line x1=(number(x)) x2=(number(scale.x(point.high))) y1=(number(y)) y2=(number(y)) {}
                    circle cx=(number(x)) cy=(number(y)) r=(RADIUS) {}
                    text x=(number(label.x)) y=(number(label.y + 13.0)) { (point.name) }
                }
            }
        }
    }
}

/// A rectangle by its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    fn is_inside(&self) -> bool {
        self.x >= LEFT
            && self.x + self.width <= WIDTH
            && self.y >= 0.0
            && self.y + self.height <= HEIGHT - BOTTOM
    }
}

/// Where the names stand: beside their points, and off one another, other points and lines where there is room.
fn labels(points: &[Point], scale: &Scale) -> Vec<Area> {
    let at = |point: &Point| (scale.x(point.memory), scale.y(point.success));
    let marks = points.iter().flat_map(|point| {
        let (x, y) = at(point);
        let (low, high) = (scale.y(point.range.0), scale.y(point.range.1));
        let width = scale.x(point.high) - x;
        [
            Area {
                x: x - RADIUS,
                y: y - RADIUS,
                width: 2.0 * RADIUS,
                height: 2.0 * RADIUS,
            },
            Area {
                x,
                y: y - 1.0,
                width,
                height: 2.0,
            },
            Area {
                x: x - 1.0,
                y: high,
                width: 2.0,
                height: low - high,
            },
        ]
    });
    let mut taken: Vec<Area> = marks.collect();
    let mut labels = Vec::new();
    for point in points {
        let (x, y) = at(point);
        #[expect(clippy::cast_precision_loss, reason = "letters of a name")]
        let (width, height) = (point.name.chars().count() as f64 * LETTER, LINE);
        let beyond = scale.x(point.high).max(x + RADIUS) + 6.0;
        let corners = [
            (x + RADIUS + 3.0, y - height - 4.0),
            (x + RADIUS + 3.0, y + 4.0),
            (x - width - RADIUS - 3.0, y - height / 2.0),
            (beyond, y - height / 2.0),
            (x - width / 2.0, y - height - RADIUS - 6.0),
            (x - width / 2.0, y + RADIUS + 6.0),
        ];
        let areas = corners.map(|(x, y)| Area { x, y, width, height });
        let free = |area: &&Area| area.is_inside() && !taken.iter().any(|other| area.overlaps(other));
        let label = *areas.iter().find(free).unwrap_or(&areas[0]);
        taken.push(label);
        labels.push(label);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str, success: f64, memory: f64) -> Point {
        Point {
            name: name.into(),
            success,
            range: (success - 1.0, success),
            memory,
            high: memory * 1.2,
        }
    }

    #[test]
    fn axes_are_round_and_hold_everything() {
        let scale = Scale::of(&[point("chrome", 99.0, 697.0), point("lightpanda", 52.6, 33.5)]);
        assert_eq!(
            scale,
            Scale {
                memory: (20.0, 1000.0),
                success: (40.0, 100.0)
            }
        );
        assert_eq!(scale.memory_marks(), [20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
        assert_eq!(scale.success_marks(), [100.0, 80.0, 60.0, 40.0]);
        let alone = Scale::of(&[point("a", 100.0, 40.0)]);
        assert_eq!(
            alone,
            Scale {
                memory: (20.0, 100.0),
                success: (80.0, 100.0)
            }
        );
        let bad = Scale::of(&[point("a", 1.0, 0.4)]);
        assert_eq!(bad.success, (0.0, 20.0));
        assert_eq!(bad.success_marks(), [20.0, 10.0, 0.0]);
    }

    #[test]
    fn names_stand_off_one_another() {
        let points = [
            point("moli", 52.0, 35.0),
            point("lightpanda", 52.6, 35.0),
            point("obscura", 52.3, 36.0),
            point("chrome", 99.0, 700.0),
        ];
        let labels = labels(&points, &Scale::of(&points));
        for (at, label) in labels.iter().enumerate() {
            assert!(label.is_inside(), "{label:?}");
            assert!(
                !labels[at + 1..].iter().any(|other| label.overlaps(other)),
                "{labels:?}"
            );
        }
    }

    #[test]
    fn sizes_are_for_people() {
        assert_eq!(mebibytes(3.21), "3.2\u{202f}MiB");
        assert_eq!(mebibytes(697.2), "697\u{202f}MiB");
        assert_eq!(mebibytes(20_480.0), "20.0\u{202f}GiB");
    }
}
