use super::{lexicon::lexicon, texts::texts, theme::Roles};
use crate::genres::{Genre, Idea, Token, is_emoji, strip_invisible};

/// The longest title, in characters.
pub const TITLE_CHARS_MAX: usize = 40;
/// The longest tagline, in characters.
pub const TAGLINE_CHARS_MAX: usize = 120;

/// Words that do not make a title.
const ASKING: &str = "a an the make mak create build please plese me my i want need can you u do it be game games gmae gaem some something \
    kind of where were that with for about like thing sort lol ok okay so just simple to and in on is are im am id would could there this one \
    ones those these us guess um test asdf hi from who has have had hand only use make makes feel feels but not too no without his her its \
    other people seen before nobody each every all more very ever should while when then they them he she we if or by at as into under over \
    up down off out can cant dont doesnt until through between after other another still also quite really maybe exactly must may might will \
    push onto get gets got goes go going put take takes give gives show shows let lets play playing player players style few new old good bad nice \
    hard hardest easy big small first last any anyone someone somebody mouse keyboard keys key button screen phone level levels score mother one two three four five six seven eight nine ten against towards uses using would want wants";

/// A title for a game.
pub(super) fn title(idea: &Idea, roles: &Roles, genre: &Genre, language: &str) -> String {
    if let Some(own) = own_words(idea, language) {
        return own;
    }
    let texts = texts(language);
    let [player, good, bad] = [&roles.player.name, &roles.good.name, &roles.bad.name].map(|name| capital(name));
    let pair = |form: &str, a: &str, b: &str| clip(&form.replace("{a}", a).replace("{b}", b), TITLE_CHARS_MAX);
    // Only gathering is a hunt.
    let own_kind = genre.id != genre.like;
    let against = matches!(genre.like, "dodge" | "shooter");
    match roles.told {
        [true, _, true] if against => pair(&texts.versus, &player, &bad),
        [true, true, _] => pair(&texts.and, &player, &good),
        [true, false, true] => pair(&texts.versus, &player, &bad),
        _ if language == "en" && idea.tokens.is_empty() => {
            clip(&format!("{good} {}", genre.title_word), TITLE_CHARS_MAX)
        }
        [true, false, false] if language == "en" => clip(&format!("{player} {}", genre.title_word), TITLE_CHARS_MAX),
        [false, true, _] if language == "en" => clip(
            &format!(
                "{good} {}",
                if own_kind || matches!(genre.like, "breakout" | "shooter") { genre.title_word } else { "Hunt" }
            ),
            TITLE_CHARS_MAX,
        ),
        [false, false, true] if language == "en" => clip(
            &format!(
                "{bad} {}",
                if own_kind || against || genre.like == "breakout" { genre.title_word } else { "Escape" }
            ),
            TITLE_CHARS_MAX,
        ),
        [false, false, false] if language == "en" => {
            content_words(idea, true).filter(|title| title.contains(' ')).unwrap_or_else(|| {
                format!("{} {}", if genre.id == "breakout" { "Brick" } else { &good }, genre.title_word)
            })
        }
        [false, false, false] => texts.default_title.clone(),
        _ => pair(&texts.and, &player, &good),
    }
}

/// A short idea is a title as it stands.
fn own_words(idea: &Idea, language: &str) -> Option<String> {
    let spaced = !matches!(language, "ja" | "zh");
    if !spaced || language != "en" || idea.tokens.len() > 5 || idea.tokens.iter().any(|token| token.emoji) {
        return None;
    }
    let title = content_words(idea, false)?;
    let whole = title.split_whitespace().count() <= 3;
    (whole && title.chars().count() <= 28).then_some(title)
}

/// Up to three words of the idea that say something; on demand only such as stand together.
fn content_words(idea: &Idea, together: bool) -> Option<String> {
    let says = |token: &Token| {
        let plain = !token.emoji && token.raw.chars().any(char::is_alphabetic);
        plain && !ASKING.split_whitespace().any(|word| word == token.text)
    };
    // Words that stand together may come later; the first that say something are the floor.
    let pair = |at: &usize| {
        let two = idea.tokens.get(*at..*at + 2).unwrap_or_default();
        two.len() == 2 && two.iter().all(says) && two[0].clause == two[1].clause
    };
    let start = (0..idea.tokens.len()).find(|at| if together { pair(at) } else { says(&idea.tokens[*at]) })?;
    let clause = idea.tokens[start].clause;
    let words: Vec<String> = idea.tokens[start..]
        .iter()
        .take_while(|token| !together || (says(token) && token.clause == clause))
        .filter(|token| says(token))
        .take(3)
        .map(|token| capital(&lexicon().spelled(&token.text).unwrap_or_else(|| token.raw.clone())))
        .collect();
    let title = clip(&words.join(" "), TITLE_CHARS_MAX);
    (title.chars().filter(|c| c.is_alphabetic()).count() >= 3).then_some(title)
}

/// The idea in a line.
pub(super) fn tagline(idea: &Idea, roles: &Roles, language: &str) -> String {
    let line = plain(&idea.clean, TAGLINE_CHARS_MAX);
    if line.chars().any(|c| c.is_alphabetic() || is_emoji(c)) && line.chars().count() > 3 {
        return line;
    }
    let texts = texts(language);
    let name = |part: &super::cast::Part| {
        let emoji = part.concept.and_then(|concept| concept.emoji).unwrap_or_default();
        let name =
            part.concept.and_then(|concept| lexicon().name(concept, language)).unwrap_or_else(|| part.name.clone());
        format!("{emoji} {name}").trim().to_owned()
    };
    format!("{}. {}.", texts.collect.replace("{x}", &name(&roles.good)), texts.avoid.replace("{x}", &name(&roles.bad)))
}

/// A text in one line of at most `most` characters, without links, tags and characters that show nothing.
pub fn plain(text: &str, most: usize) -> String {
    let words: Vec<String> = strip_invisible(text)
        .split_whitespace()
        .filter(|word| !word.contains("://") && !word.to_lowercase().starts_with("www."))
        .map(|word| word.chars().filter(|c| !matches!(c, '<' | '>' | '`' | '\\')).collect())
        .collect();
    // A mark without a letter to stand on would be drawn on the frame around it.
    let joined = words.join(" ");
    let line = joined.trim_start_matches(|c: char| matches!(c, '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{fe0f}'));
    clip(line.trim(), most)
}

fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    let cut = match head.rfind(' ') {
        Some(at) if at > head.len() / 2 => &head[..at],
        _ => head.as_str(),
    };
    format!("{}…", cut.trim_end_matches([' ', ',', '.', ';', ':', '\u{200d}']))
}

/// With its first letter large.
pub(super) fn capital(word: &str) -> String {
    word.split(' ')
        .map(|part| {
            let mut chars = part.chars();
            chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
        })
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_plain_and_short() {
        assert_eq!(plain("a\u{202e}b https://x.invalid <b> c\0d", 40), "ab b c d");
        assert_eq!(plain("\u{301}lone", 40), "lone");
        let long = plain(&"word ".repeat(100), 40);
        assert!(long.chars().count() <= 40 && long.ends_with('…'), "{long}");
        assert_eq!(capital("white owl"), "White Owl");
    }
}
