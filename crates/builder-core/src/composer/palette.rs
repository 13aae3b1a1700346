use serde::Serialize;

/// Where a game can take place.
pub const SCENES: &[&str] =
    &["night", "day", "space", "water", "city", "forest", "cave", "desert", "snow", "kitchen", "office", "abstract"];

/// Least contrast of text on its panel (WCAG 2, AA).
pub const TEXT_CONTRAST_MIN: f64 = 4.5;
/// Least contrast of things that matter with what is behind them (WCAG 2, graphical objects).
pub const SPRITE_CONTRAST_MIN: f64 = 3.0;

/// The colours of a game, each as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// The upper end of what is behind everything.
    pub sky_top: String,
    /// The lower end.
    pub sky_bottom: String,
    /// What one stands on.
    pub ground: String,
    /// Letters.
    pub text: String,
    /// What draws the eye.
    pub accent: String,
    /// What letters stand on.
    pub panel: String,
    /// Things in the background.
    pub decor: String,
}

/// sky top, sky bottom, ground, accent, decor
type Row = [&'static str; 5];

const fn rows(scene: &str) -> [Row; 3] {
    match scene.as_bytes() {
        b"night" => [
            ["#0b1030", "#232a5c", "#1c2340", "#ffd166", "#44508c"],
            ["#10122b", "#3a2a5e", "#221c3c", "#f7b2ff", "#54407e"],
            ["#06182c", "#16405c", "#12303f", "#7ef0d2", "#2c5f7c"],
        ],
        b"day" => [
            ["#bfe6ff", "#f3fbff", "#8fce6b", "#c2410c", "#a8d8f0"],
            ["#ffe9c7", "#fff9ec", "#b9d37a", "#b03a5b", "#f2d9a8"],
            ["#d6f5e3", "#f6fffa", "#7cc48a", "#1d5fa8", "#b5e2c8"],
        ],
        b"space" => [
            ["#05060f", "#141233", "#1b1740", "#7df9ff", "#3b3670"],
            ["#080314", "#2a0f38", "#2c1540", "#ffb86b", "#55306a"],
            ["#020a12", "#0b2a3a", "#0f2d3c", "#b6ff6b", "#245064"],
        ],
        b"water" => [
            ["#06304f", "#0a5a7d", "#0b3c4c", "#ffd166", "#1f7f9f"],
            ["#04283a", "#0d5f63", "#0c4044", "#ff9f80", "#1f8a86"],
            ["#0a2a5e", "#15539a", "#12386a", "#fff07a", "#2f74b8"],
        ],
        b"city" => [
            ["#1b2238", "#3d4668", "#2b3044", "#ffca3a", "#55608a"],
            ["#2a1b33", "#59405e", "#33263a", "#6ee7ff", "#6d5478"],
            ["#16262e", "#35535e", "#22343b", "#ff8fa3", "#4a6b78"],
        ],
        b"forest" => [
            ["#0f2a1d", "#24543a", "#1a3a26", "#ffd166", "#3a7350"],
            ["#1f2a10", "#4a5a24", "#2f3a18", "#ffb4a2", "#66783a"],
            ["#0d2b2b", "#1f5650", "#173c38", "#f9f871", "#37736c"],
        ],
        b"cave" => [
            ["#17131f", "#322a3f", "#241d2e", "#6ee7ff", "#4a3f5c"],
            ["#1f1612", "#42302a", "#2d211c", "#ffd166", "#5e463d"],
            ["#101a1f", "#24383f", "#1a2a30", "#ff9f80", "#3b545d"],
        ],
        b"desert" => [
            ["#ffe8bf", "#fff6e3", "#e0b875", "#a63a1e", "#f2d5a0"],
            ["#fbd9b5", "#fff1e0", "#d9a066", "#7a2e6b", "#efc79c"],
            ["#e9f1ff", "#fff4dc", "#dcbb80", "#1f5a8a", "#e8d2a6"],
        ],
        b"snow" => [
            ["#dceeff", "#f8fcff", "#ffffff", "#b3261e", "#c3def2"],
            ["#e7e9ff", "#fbfaff", "#ffffff", "#1c6e5a", "#cfd3f2"],
            ["#d6f2f5", "#f5feff", "#ffffff", "#8a2d7c", "#bfe2e6"],
        ],
        b"kitchen" => [
            ["#fff1dc", "#fffaf2", "#e6c49a", "#b3261e", "#f2ddbd"],
            ["#e4f4ec", "#f8fdfa", "#c8d9b8", "#9a3412", "#cfe6da"],
            ["#fdeaea", "#fff8f7", "#e3c3bd", "#1f5a7a", "#f2d3d0"],
        ],
        b"office" => [
            ["#e6edf5", "#f7fafd", "#c3ccd8", "#b3261e", "#d3dde8"],
            ["#efeaf7", "#fbf9fe", "#cfc6dc", "#0f6a5a", "#ddd5ea"],
            ["#e8f3ee", "#f9fdfb", "#c2d3ca", "#8a3b0c", "#d2e4db"],
        ],
        _ => [
            ["#14142b", "#2a2a55", "#22224a", "#ffd166", "#3f3f78"],
            ["#0f2230", "#1f4258", "#183447", "#ff9f80", "#33607c"],
            ["#2a1430", "#512a5c", "#3d2047", "#7ef0d2", "#6d3f7a"],
        ],
    }
}

/// The colours of a scene, one of three sets.
pub fn palette(scene: &str, variant: usize, high_contrast: bool) -> Palette {
    let row = rows(scene);
    let [sky_top, sky_bottom, ground, accent, decor] = row[variant % row.len()];
    if high_contrast {
        return Palette {
            sky_top: "#000000".into(),
            sky_bottom: "#000000".into(),
            ground: "#1a1a1a".into(),
            text: "#ffffff".into(),
            accent: "#ffff00".into(),
            panel: "#000000".into(),
            decor: "#262626".into(),
        };
    }
    let light = luminance(sky_top) > 0.35;
    let panel = if light { mix(sky_bottom, "#ffffff", 0.6) } else { mix(sky_top, "#000000", 0.45) };
    let text = readable(if light { "#1b2233" } else { "#f4f6ff" }, &[&panel], 7.0);
    let accent = readable(accent, &[&panel, sky_top, sky_bottom], TEXT_CONTRAST_MIN);
    Palette {
        sky_top: sky_top.into(),
        sky_bottom: sky_bottom.into(),
        ground: ground.into(),
        text,
        accent,
        panel,
        decor: decor.into(),
    }
}

fn channels(color: &str) -> [f64; 3] {
    let digits = color.trim_start_matches('#');
    [0, 2, 4].map(|at| {
        let pair = digits.get(at..at + 2).unwrap_or("80");
        f64::from(u8::from_str_radix(pair, 16).unwrap_or(0x80))
    })
}

/// Relative luminance after WCAG 2, from 0 (black) to 1 (white).
pub(super) fn luminance(color: &str) -> f64 {
    let [r, g, b] = channels(color).map(|value| {
        let value = value / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast after WCAG 2, from 1 (none) to 21.
pub fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// `share` of `b` in `a`.
pub(super) fn mix(a: &str, b: &str, share: f64) -> String {
    let (a, b) = (channels(a), channels(b));
    let part = |at: usize| (a[at] + (b[at] - a[at]) * share).round().clamp(0.0, 255.0) as u8;
    format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
}

/// The colour nearest to `color`, lighter or darker, that has at least this contrast with every one of `behind`.
pub(super) fn readable(color: &str, behind: &[&str], least: f64) -> String {
    let worst = |candidate: &str| behind.iter().map(|back| contrast(candidate, back)).fold(21.0, f64::min);
    let mut best = (worst(color), color.to_lowercase());
    for step in 0..=20 {
        let share = f64::from(step) / 20.0;
        for end in ["#ffffff", "#000000"] {
            let candidate = mix(color, end, share);
            let has = worst(&candidate);
            if has >= least {
                return candidate;
            }
            if has > best.0 {
                best = (has, candidate);
            }
        }
    }
    best.1
}

/// The colour of that English, German, Spanish or French name.
pub(super) fn named_color(word: &str) -> Option<&'static str> {
    const NAMES: &[(&str, &str)] = &[
        ("red rot rote roter rojo roja rouge", "#e5383b"),
        ("orange naranja", "#f48c06"),
        ("yellow gelb gelbe amarillo amarilla jaune", "#ffd60a"),
        ("green grun grune verde vert verte", "#2fbf4a"),
        ("blue blau blaue azul bleu bleue", "#3a86ff"),
        ("purple violet lila morado", "#8f4fd9"),
        ("pink rosa rose", "#ff70a6"),
        ("brown braun marron", "#9c6644"),
        ("black schwarz schwarze negro negra noir noire", "#22252b"),
        ("white weiss weisse blanco blanca blanc blanche", "#f8f9fa"),
        ("grey gray grau gris", "#9aa0a8"),
        ("turquoise cyan teal turkis", "#22c7c7"),
        ("golden goldene dorado", "#f2c230"),
    ];
    NAMES.iter().find(|(words, _)| words.split(' ').any(|name| name == word)).map(|(_, color)| *color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
        assert_eq!(mix("#000000", "#ffffff", 0.5), "#808080");
    }

    #[test]
    fn every_palette_can_be_read() {
        for scene in SCENES {
            for variant in 0..3 {
                for high in [false, true] {
                    let palette = palette(scene, variant, high);
                    assert!(contrast(&palette.text, &palette.panel) >= TEXT_CONTRAST_MIN, "{scene} {variant}");
                    for sky in [&palette.sky_top, &palette.sky_bottom] {
                        assert!(contrast(&palette.accent, sky) >= SPRITE_CONTRAST_MIN, "{scene} {variant} accent");
                        for color in ["#808080", "#ffd60a", "#22252b", "#2fbf4a", "#3a86ff"] {
                            let behind = [palette.sky_top.as_str(), palette.sky_bottom.as_str()];
                            let shown = readable(color, &behind, SPRITE_CONTRAST_MIN);
                            assert!(contrast(&shown, sky) >= SPRITE_CONTRAST_MIN, "{scene} {variant} {color} {shown}");
                        }
                    }
                }
            }
        }
    }
}
