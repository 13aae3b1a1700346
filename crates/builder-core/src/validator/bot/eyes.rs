//! What moved between two moments, as a player sees it.

use crate::ports::{Box2, Moment};

/// What a thing looks like, wherever it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Looks {
    /// Number of the canvas; `None` for an element of the page.
    pub(crate) canvas: Option<usize>,
    /// `rect`, `path`, `image`, or the element's tag and id.
    pub(crate) kind: String,
    /// Its colour.
    pub(crate) style: String,
    /// Width and height, in pixels of its canvas or of the page.
    pub(crate) size: (f64, f64),
}

impl Looks {
    /// Whether both may be the same thing: turning round or breathing changes a size a little.
    pub(crate) fn same(&self, other: &Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= 1.5 + 0.06 * a.abs().max(b.abs());
        self.canvas == other.canvas
            && self.kind == other.kind
            && self.style == other.style
            && near(self.size.0, other.size.0)
            && near(self.size.1, other.size.1)
    }
}

/// A thing at a place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thing {
    pub(crate) looks: Looks,
    pub(crate) area: Box2,
}

impl Thing {
    pub(crate) fn center(&self) -> (f64, f64) {
        (self.area[0] + self.area[2] / 2.0, self.area[1] + self.area[3] / 2.0)
    }
}

/// A thing that is elsewhere in another play.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Moved {
    pub(crate) from: Thing,
    pub(crate) to: Thing,
}

impl Moved {
    /// How far, to the right and down.
    pub(crate) fn by(&self) -> (f64, f64) {
        let ((x1, y1), (x2, y2)) = (self.from.center(), self.to.center());
        (x2 - x1, y2 - y1)
    }
}

/// Everything that is drawn or shown, backgrounds and texts left out.
pub(crate) fn things(moment: &Moment) -> Vec<Thing> {
    let mut out = Vec::new();
    for (number, canvas) in moment.canvases.iter().enumerate().filter(|(_, canvas)| canvas.shown) {
        for shape in &canvas.shapes {
            let large = shape.area[2] >= canvas.width * 0.95 && shape.area[3] >= canvas.height * 0.5;
            if large || shape.alpha <= 0.05 {
                continue;
            }
            let looks = Looks {
                canvas: Some(number),
                kind: shape.kind.clone(),
                style: shape.style.clone(),
                size: (shape.area[2], shape.area[3]),
            };
            out.push(Thing { looks, area: shape.area });
        }
    }
    for element in moment.page.iter().filter(|element| element.tag != "canvas") {
        let looks = Looks {
            canvas: None,
            kind: format!("{}#{}", element.tag, element.id),
            style: String::new(),
            size: (element.area[2], element.area[3]),
        };
        // In the page, not in the window: a page that scrolls moves nothing.
        let [x, y, w, h] = element.area;
        out.push(Thing { looks, area: [x, y + moment.scroll, w, h] });
    }
    out
}

/// Things that are compared.
const THINGS_MAX: usize = 400;

/// What is at another place in `other` than in `one`: pairs of things that look alike and are not where they were.
pub(crate) fn moved(one: &Moment, other: &Moment) -> Vec<Moved> {
    let (mut before, mut after) = (things(one), things(other));
    // Pairing is quadratic, and hundreds of dots tell nothing.
    before.truncate(THINGS_MAX);
    after.truncate(THINGS_MAX);
    // What both show at the same place did not move.
    before.retain(|thing| match after.iter().position(|twin| twin == thing) {
        Some(at) => {
            after.swap_remove(at);
            false
        }
        None => true,
    });
    let mut out = Vec::new();
    for from in before {
        let distance = |thing: &Thing| {
            let ((x1, y1), (x2, y2)) = (from.center(), thing.center());
            (x2 - x1).hypot(y2 - y1)
        };
        let nearest = after
            .iter()
            .enumerate()
            .filter(|(_, thing)| thing.looks.same(&from.looks))
            .min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)))
            .map(|(at, _)| at);
        if let Some(at) = nearest {
            let to = after.swap_remove(at);
            out.push(Moved { from, to });
        }
    }
    out
}

/// What a key moves: the things that are elsewhere because of it, the one that moved most first. Things that move
/// together by the same way are one.
pub(crate) fn steered(untouched: &Moment, touched: &Moment) -> Vec<Moved> {
    let mut out: Vec<Moved> =
        moved(untouched, touched).into_iter().filter(|moved| moved.by().0.hypot(moved.by().1) >= 2.0).collect();
    out.sort_by(|a, b| {
        let length = |moved: &Moved| moved.by().0.hypot(moved.by().1);
        length(b).total_cmp(&length(a))
    });
    out
}

/// Whether a thing lies outside of what can be seen. Things of the page are measured against the whole page.
pub(crate) fn outside(moment: &Moment, thing: &Thing) -> bool {
    let (width, height) = match thing.looks.canvas.and_then(|number| moment.canvases.get(number)) {
        Some(canvas) => (canvas.width, canvas.height),
        None => (moment.extent[0].max(moment.extent[2]), moment.extent[1].max(moment.extent[3])),
    };
    let [x, y, w, h] = thing.area;
    x + w <= 0.0 || y + h <= 0.0 || x >= width || y >= height
}

/// Fewest places that make a board, and the least side of one in pixels.
const BOARD_MIN: usize = 6;
const PLACE_MIN: f64 = 18.0;

/// The places of a board, in CSS pixels of the window: what is drawn or shown most often in one size, without
/// covering another of its kind. Empty when there is no board.
pub(crate) fn board(moment: &Moment) -> Vec<(f64, f64)> {
    let mut groups: Vec<Vec<Thing>> = Vec::new();
    for thing in things(moment) {
        if thing.area[2] < PLACE_MIN || thing.area[3] < PLACE_MIN || outside(moment, &thing) {
            continue;
        }
        let kind = |thing: &Thing| thing.looks.kind.split('#').next().unwrap_or_default().to_owned();
        let near = |a: f64, b: f64| (a - b).abs() <= 1.5;
        let alike = |known: &Thing| {
            known.looks.canvas == thing.looks.canvas
                && kind(known) == kind(&thing)
                && near(known.area[2], thing.area[2])
                && near(known.area[3], thing.area[3])
        };
        match groups.iter_mut().find(|group| group.first().is_some_and(alike)) {
            Some(group) => {
                let apart = |known: &Thing| {
                    let ((x1, y1), (x2, y2)) = (known.center(), thing.center());
                    (x2 - x1).abs() >= thing.area[2] - 1.5 || (y2 - y1).abs() >= thing.area[3] - 1.5
                };
                if group.iter().all(apart) {
                    group.push(thing);
                }
            }
            None => groups.push(vec![thing]),
        }
    }
    let largest = groups.into_iter().filter(|group| group.len() >= BOARD_MIN).max_by_key(Vec::len);
    let in_window = |thing: Thing| {
        let (x, y) = thing.center();
        match thing.looks.canvas.and_then(|number| moment.canvases.get(number)) {
            Some(canvas) => {
                let [left, top, width, height] = canvas.area;
                (left + x * width / canvas.width.max(1.0), top + y * height / canvas.height.max(1.0))
            }
            None => (x, y - moment.scroll),
        }
    };
    largest.unwrap_or_default().into_iter().map(in_window).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{CanvasLook, Shape};

    fn picture(shapes: &[(f64, &str)]) -> Moment {
        let shape = |(x, style): &(f64, &str)| Shape {
            kind: "rect".into(),
            area: [*x, 50.0, 20.0, 20.0],
            style: (*style).into(),
            alpha: 1.0,
        };
        let canvas = CanvasLook {
            id: String::new(),
            width: 400.0,
            height: 300.0,
            area: [0.0, 0.0, 400.0, 300.0],
            shown: true,
            draws: 1,
            nan: 0,
            kind: "2d".into(),
            pixelated: false,
            texts: Vec::new(),
            shapes: shapes.iter().map(shape).collect(),
        };
        Moment { canvases: vec![canvas], ..Moment::default() }
    }

    #[test]
    fn only_what_differs_has_moved() {
        let one = picture(&[(10.0, "#f00"), (100.0, "#0f0"), (200.0, "#0f0")]);
        let other = picture(&[(60.0, "#f00"), (100.0, "#0f0"), (200.0, "#0f0")]);
        let found = steered(&one, &other);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].by(), (50.0, 0.0));
        assert!(!outside(&other, &found[0].to));
        assert!(outside(&other, &things(&picture(&[(401.0, "#f00")]))[0]));
    }

    #[test]
    fn a_board_is_what_stands_side_by_side_in_one_size() {
        let row: Vec<(f64, &str)> = (0..7).map(|at| (f64::from(at) * 24.0, "#888")).collect();
        assert_eq!(board(&picture(&row)).len(), 7);
        assert_eq!(board(&picture(&row))[1], (34.0, 60.0));
        let heap: Vec<(f64, &str)> = (0..7).map(|at| (f64::from(at) * 4.0, "#888")).collect();
        assert!(board(&picture(&heap)).is_empty(), "they lie on each other");
    }
}
