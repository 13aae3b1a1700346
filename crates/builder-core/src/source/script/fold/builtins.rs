//! What the language's own functions make of constants.

use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

use super::*;

pub(super) fn from_codes(method: &str, codes: &[Fixed]) -> Option<Fixed> {
    match method {
        "fromCharCode" | "fromCodePoint" => {
            let units: Vec<u16> = codes.iter().map(|code| to_i32(code.number()) as u16).collect();
            Some(Fixed::Text(String::from_utf16_lossy(&units)))
        }
        _ => None,
    }
}

pub(super) fn global_function(name: &str, arguments: &[Fixed]) -> Option<Fixed> {
    let first = arguments.first()?;
    let text = first.text();
    Some(match name {
        "atob" => Fixed::Text(base64(&text)?),
        "unescape" | "decodeURIComponent" | "decodeURI" => Fixed::Text(unescaped(&text)?),
        "String" => Fixed::Text(text),
        "Number" | "parseFloat" => Fixed::Number(first.number()),
        "parseInt" => {
            let radix = arguments.get(1).map_or(10.0, Fixed::number);
            let radix = if (2.0..=36.0).contains(&radix) { radix as u32 } else { 10 };
            i64::from_str_radix(text.trim().trim_start_matches("0x"), radix)
                .ok()
                .map(|number| Fixed::Number(number as f64))?
        }
        _ => return None,
    })
}

/// What `atob` makes of a text: a character for each byte; blanks and missing padding do not matter.
fn base64(text: &str) -> Option<String> {
    const FORGIVING: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    let text: String = text.chars().filter(|letter| !letter.is_ascii_whitespace()).collect();
    FORGIVING.decode(text).ok().map(|bytes| bytes.into_iter().map(char::from).collect())
}

fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let hex = |from: usize, to: usize| rest.get(from..to).and_then(|hex| u32::from_str_radix(hex, 16).ok());
        if first == '%' && rest.get(1..2) == Some("u") {
            let code = char::from_u32(hex(2, 6)?)?;
            bytes.extend(code.to_string().bytes());
            rest = rest.get(6..)?;
        } else if first == '%' {
            bytes.push(u8::try_from(hex(1, 3)?).ok()?);
            rest = rest.get(3..)?;
        } else {
            bytes.extend(first.to_string().bytes());
            rest = rest.get(first.len_utf8()..)?;
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

pub(super) fn method_of(object: &Fixed, method: &str, arguments: &[Fixed]) -> Option<Fixed> {
    let number = |at: usize| arguments.get(at).map(Fixed::number);
    if let (Fixed::Number(value), "toString") = (object, method) {
        let radix = number(0).unwrap_or(10.0);
        return Some(Fixed::Text(if radix == 10.0 { number_text(*value) } else { in_radix(*value, radix)? }));
    }
    match object {
        Fixed::List(parts) => Some(match method {
            "join" => {
                let by = arguments.first().map_or_else(|| ",".to_owned(), Fixed::text);
                let texts: Vec<String> = parts
                    .iter()
                    .map(|part| if *part == Fixed::Undefined { String::new() } else { part.text() })
                    .collect();
                Fixed::Text(texts.join(&by))
            }
            "reverse" | "toReversed" => Fixed::List(parts.iter().rev().cloned().collect()),
            "concat" => {
                let mut all = parts.clone();
                for argument in arguments {
                    match argument {
                        Fixed::List(more) => all.extend(more.iter().cloned()),
                        other => all.push(other.clone()),
                    }
                }
                Fixed::List(all)
            }
            "slice" => {
                let (from, to) = range(number(0), number(1), parts.len());
                Fixed::List(parts.get(from..to)?.to_vec())
            }
            "at" => {
                let at = number(0)?;
                let at = if at < 0.0 { parts.len() as f64 + at } else { at };
                parts.get(at as usize).cloned().unwrap_or(Fixed::Undefined)
            }
            "toString" => Fixed::Text(object.text()),
            _ => return None,
        }),
        Fixed::Text(text) => {
            let letters: Vec<char> = text.chars().collect();
            Some(match method {
                "split" => {
                    let by = arguments.first().map(Fixed::text)?;
                    let parts: Vec<Fixed> = if by.is_empty() {
                        letters.iter().map(|c| Fixed::Text(c.to_string())).collect()
                    } else {
                        text.split(by.as_str()).map(|part| Fixed::Text(part.to_owned())).collect()
                    };
                    Fixed::List(parts)
                }
                "concat" => Fixed::Text(text.clone() + &arguments.iter().map(Fixed::text).collect::<String>()),
                "toLowerCase" => Fixed::Text(text.to_lowercase()),
                "toUpperCase" => Fixed::Text(text.to_uppercase()),
                "trim" => Fixed::Text(text.trim().to_owned()),
                "toString" | "valueOf" => Fixed::Text(text.clone()),
                "slice" | "substring" => {
                    let (from, to) = range(number(0), number(1), letters.len());
                    Fixed::Text(letters.get(from..to)?.iter().collect())
                }
                "substr" => {
                    let (from, _) = range(number(0), None, letters.len());
                    let count = number(1).map_or(usize::MAX, |count| count.max(0.0) as usize);
                    Fixed::Text(letters.iter().skip(from).take(count).collect())
                }
                "charAt" | "at" => {
                    let at = number(0).unwrap_or(0.0);
                    let at = if at < 0.0 { letters.len() as f64 + at } else { at };
                    Fixed::Text(letters.get(at as usize).map(char::to_string).unwrap_or_default())
                }
                "charCodeAt" | "codePointAt" => {
                    Fixed::Number(f64::from(u32::from(*letters.get(number(0).unwrap_or(0.0) as usize)?)))
                }
                "repeat" => {
                    let count = number(0)? as usize;
                    (count.saturating_mul(text.len()) <= LENGTH_MAX).then(|| Fixed::Text(text.repeat(count)))?
                }
                _ => return None,
            })
        }
        Fixed::Bool(_) if method == "toString" => Some(Fixed::Text(object.text())),
        _ => None,
    }
}

fn range(from: Option<f64>, to: Option<f64>, length: usize) -> (usize, usize) {
    let place = |at: f64| {
        let at = if at < 0.0 { (length as f64 + at).max(0.0) } else { at };
        (at as usize).min(length)
    };
    let from = from.map_or(0, place);
    (from, to.map_or(length, place).max(from))
}

fn in_radix(value: f64, radix: f64) -> Option<String> {
    if value.fract() != 0.0 || !(0.0..=9_007_199_254_740_991.0).contains(&value) || !(2.0..=36.0).contains(&radix) {
        return None;
    }
    let (mut value, radix) = (value as u64, radix as u64);
    let mut out = Vec::new();
    loop {
        out.push(char::from_digit((value % radix) as u32, radix as u32)?);
        value /= radix;
        if value == 0 {
            break;
        }
    }
    Some(out.iter().rev().collect())
}
