use super::PlayCheck;
use crate::validator::evidence::{Evidence, Outcome};

/// The least contrast between text and what is behind it.
const CONTRAST_MIN: f64 = 3.0;
/// The least height of letters in CSS pixels.
const SIZE_MIN: f64 = 10.0;

pub(super) const CHECK: PlayCheck = PlayCheck {
    id: "text-unreadable",
    run: |evidence| {
        let Some(play) = evidence.record.play("idle").or_else(|| evidence.record.play("nobody plays")) else {
            return Outcome::undecided("the game was not played");
        };
        for (_, moment) in Evidence::looks(play).filter(|(label, _)| matches!(*label, "load" | "started")) {
            for element in moment.page.iter().filter(|element| !element.text.is_empty() && !element.disabled) {
                if let (Some(front), Some(behind)) = (color(&element.color), color(&element.behind)) {
                    let contrast = contrast(front, behind);
                    if contrast < CONTRAST_MIN && front.3 > 0.9 && behind.3 > 0.9 {
                        let what = format!(
                            "\"{}\" has a contrast of {contrast:.1} to what is behind it.",
                            short(&element.text)
                        );
                        return Outcome::of(vec![
                            evidence
                                .finding(CHECK.id, what, "Use a darker or lighter colour for the text.")
                                .with_contrast(contrast),
                        ]);
                    }
                }
                if element.size > 0.0 && element.size < SIZE_MIN && !element.color.is_empty() {
                    let what = format!("\"{}\" is {:.0} CSS pixels high.", short(&element.text), element.size);
                    return Outcome::of(vec![evidence.finding(CHECK.id, what, "Use at least 12 pixels.")]);
                }
            }
            for canvas in moment.canvases.iter().filter(|canvas| canvas.shown && canvas.width > 0.0) {
                let scale = canvas.area[2] / canvas.width;
                for text in canvas
                    .texts
                    .iter()
                    .filter(|text| text.alpha > 0.3 && text.text.chars().filter(|c| c.is_alphabetic()).count() > 2)
                {
                    let size = text.size * scale;
                    if size > 0.5 && size < SIZE_MIN - 0.5 {
                        let what = format!("\"{}\" is {size:.0} CSS pixels high on the canvas.", short(&text.text));
                        return Outcome::of(vec![evidence.finding(CHECK.id, what, "Draw it with a larger font.")]);
                    }
                }
            }
        }
        Outcome::passed()
    },
};

trait WithContrast {
    fn with_contrast(self, contrast: f64) -> Self;
}

impl WithContrast for crate::game::Finding {
    fn with_contrast(mut self, contrast: f64) -> Self {
        self.evidence.insert("contrast".into(), ((contrast * 100.0).round() / 100.0).into());
        self
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`.
fn color(text: &str) -> Option<(f64, f64, f64, f64)> {
    let inner = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("))?.strip_suffix(')')?;
    let parts: Vec<f64> = inner.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match parts.as_slice() {
        [red, green, blue] => Some((*red, *green, *blue, 1.0)),
        [red, green, blue, alpha] => Some((*red, *green, *blue, *alpha)),
        _ => None,
    }
}

/// The contrast of two colours as the accessibility guidelines measure it.
fn contrast(one: (f64, f64, f64, f64), other: (f64, f64, f64, f64)) -> f64 {
    let luminance = |(red, green, blue, _): (f64, f64, f64, f64)| {
        let linear = |value: f64| {
            let value = value / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    };
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_the_most() {
        assert!((contrast((0.0, 0.0, 0.0, 1.0), (255.0, 255.0, 255.0, 1.0)) - 21.0).abs() < 0.01);
        assert_eq!(color("rgba(1, 2, 3, 0.5)"), Some((1.0, 2.0, 3.0, 0.5)));
    }
}
