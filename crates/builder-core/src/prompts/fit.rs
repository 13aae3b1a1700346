//! Values of about the right shape into the right shape.

use serde_json::{Map, Value};

use super::json::Flag;

/// The value in the shape of the schema, with a flag for everything that was changed.
///
/// # Errors
/// The first thing that is wrong, with its place, in words for whoever wrote it.
pub(super) fn fit(value: Value, schema: &Value, flags: &mut Vec<Flag>) -> Result<Value, String> {
    at("", value, schema, flags)
}

fn at(path: &str, value: Value, schema: &Value, flags: &mut Vec<Flag>) -> Result<Value, String> {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return one_of(path, &value, words, flags);
    }
    match (schema.get("type").and_then(Value::as_str).unwrap_or_default(), value) {
        ("object", Value::Object(fields)) => object(path, fields, schema, flags),
        ("object", Value::Array(mut list)) if list.len() == 1 => {
            flags.push(Flag::Coerced(place(path)));
            at(path, list.remove(0), schema, flags)
        }
        ("array", Value::Array(list)) => {
            let item = schema.get("items").unwrap_or(&Value::Null);
            let fitted = list.into_iter().enumerate().map(|(nr, one)| at(&format!("{path}[{nr}]"), one, item, flags));
            fitted.collect::<Result<Vec<_>, _>>().map(Value::Array)
        }
        ("array", Value::Null) => Ok(Value::Array(Vec::new())),
        ("array", single) => {
            flags.push(Flag::Coerced(place(path)));
            let item = schema.get("items").unwrap_or(&Value::Null);
            let list = match single {
                Value::Object(fields) if as_pairs(item).is_some() && !has_keys_of(&fields, item) => pairs(fields, item),
                other => vec![other],
            };
            at(path, Value::Array(list), schema, flags)
        }
        ("string", Value::String(text)) => Ok(Value::String(text)),
        ("string", Value::Number(number)) => Ok(coerced(path, Value::String(number.to_string()), flags)),
        ("string", Value::Bool(yes)) => Ok(coerced(path, Value::String(yes.to_string()), flags)),
        ("string", Value::Null) => Ok(coerced(path, Value::String(String::new()), flags)),
        ("string", Value::Array(list)) if list.iter().all(Value::is_string) => {
            let text = list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
            Ok(coerced(path, Value::String(text), flags))
        }
        ("boolean", Value::Bool(yes)) => Ok(Value::Bool(yes)),
        ("boolean", Value::String(text)) if matches!(text.to_lowercase().as_str(), "true" | "yes" | "false" | "no") => {
            let yes = matches!(text.to_lowercase().as_str(), "true" | "yes");
            Ok(coerced(path, Value::Bool(yes), flags))
        }
        ("integer" | "number", Value::Number(number)) => Ok(Value::Number(number)),
        ("integer" | "number", Value::String(text)) if text.trim().parse::<f64>().is_ok() => {
            let number =
                text.trim().parse::<i64>().map(Value::from).or_else(|_| text.trim().parse::<f64>().map(Value::from));
            Ok(coerced(path, number.unwrap_or(Value::Null), flags))
        }
        ("", any) => Ok(any),
        (wanted, other) => Err(format!("{} is {}, but has to be {}", place(path), kind(&other), article(wanted))),
    }
}

fn object(path: &str, mut fields: Map<String, Value>, schema: &Value, flags: &mut Vec<Flag>) -> Result<Value, String> {
    let empty = Map::new();
    let wanted = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    // An answer inside another object of one key is meant to be that answer.
    if fields.len() == 1
        && !fields.keys().any(|key| wanted.contains_key(key))
        && let Some((key, inner @ Value::Object(_))) = fields.clone().into_iter().next()
        && wanted.len() > 1
    {
        flags.push(Flag::ExtraKey(key));
        return at(path, inner, schema, flags);
    }
    let mut fitted = Map::new();
    for (name, inner) in wanted {
        let inside = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let value = take(&mut fields, name, flags);
        match value {
            Some(value) => drop(fitted.insert(name.clone(), at(&inside, value, inner, flags)?)),
            None => return Err(format!("{inside} is missing")),
        }
    }
    flags.extend(fields.into_iter().map(|(key, _)| Flag::ExtraKey(key)));
    Ok(Value::Object(fitted))
}

/// The field of that name, however it is spelled.
fn take(fields: &mut Map<String, Value>, name: &str, flags: &mut Vec<Flag>) -> Option<Value> {
    if let Some(value) = fields.remove(name) {
        return Some(value);
    }
    let plain = letters(name);
    let known = fields.keys().find(|key| letters(key) == plain).cloned()?;
    flags.push(Flag::Coerced(name.to_owned()));
    fields.remove(&known)
}

fn one_of(path: &str, value: &Value, words: &[Value], flags: &mut Vec<Flag>) -> Result<Value, String> {
    if words.contains(value) {
        return Ok(value.clone());
    }
    let said = value.as_str().map(letters).unwrap_or_default();
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let same = words.iter().copied().find(|word| letters(word) == said);
    let within: Vec<&str> =
        words.iter().copied().filter(|word| !said.is_empty() && said.contains(&letters(word))).collect();
    match (same, within.as_slice()) {
        (Some(word), _) => Ok(coerced(path, Value::String(word.to_owned()), flags)),
        (None, [word]) => Ok(coerced(path, Value::String((*word).to_owned()), flags)),
        _ => Err(format!("{} is {value}, but has to be one of {}", place(path), words.join(", "))),
    }
}

fn coerced(path: &str, value: Value, flags: &mut Vec<Flag>) -> Value {
    flags.push(Flag::Coerced(place(path)));
    value
}

/// The two text fields of a list of pairs, such as an input and its action: models write those as one object.
fn as_pairs(item: &Value) -> Option<[&String; 2]> {
    let fields = item.get("properties")?.as_object()?;
    let names: Vec<&String> = item
        .get("required")?
        .as_array()?
        .iter()
        .filter_map(|name| {
            let name = name.as_str()?;
            fields.keys().find(|key| *key == name)
        })
        .collect();
    names.try_into().ok()
}

fn has_keys_of(fields: &Map<String, Value>, item: &Value) -> bool {
    as_pairs(item).is_some_and(|names| names.iter().all(|name| fields.contains_key(*name)))
}

fn pairs(fields: Map<String, Value>, item: &Value) -> Vec<Value> {
    let Some([first, second]) = as_pairs(item) else { return Vec::new() };
    fields
        .into_iter()
        .map(|(key, value)| {
            let mut pair = Map::new();
            pair.insert(first.clone(), Value::String(key));
            pair.insert(second.clone(), value);
            Value::Object(pair)
        })
        .collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn place(path: &str) -> String {
    if path.is_empty() { "the answer".to_owned() } else { path.to_owned() }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn article(wanted: &str) -> &'static str {
    match wanted {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        _ => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Value {
        json!({"type": "object", "required": ["title", "controls", "role"], "properties": {
            "title": {"type": "string"},
            "role": {"enum": ["player", "hazard"]},
            "controls": {"type": "array", "items": {"type": "object", "required": ["input", "action"], "properties": {
                "input": {"type": "string"}, "action": {"type": "string"}
            }}}
        }})
    }

    #[test]
    fn what_can_only_mean_one_thing_is_taken_as_that() {
        let wanted = json!({"title": "7", "role": "player", "controls": [{"input": "Space", "action": "jump"}]});
        for value in [
            json!({"title": 7, "role": "Player!", "controls": {"Space": "jump"}}),
            json!({"Title": "7", "role": "the player", "controls": {"input": "Space", "action": "jump"}}),
            json!({"plan": {"title": "7", "role": "PLAYER", "controls": [{"input": "Space", "action": "jump"}]}}),
            json!([{"title": ["7"], "role": "player", "controls": [{"input": "Space", "action": "jump"}], "mood": 1}]),
        ] {
            let mut flags = Vec::new();
            assert_eq!(fit(value.clone(), &schema(), &mut flags), Ok(wanted.clone()), "{value}");
            assert!(!flags.is_empty());
        }
        let mut flags = Vec::new();
        assert_eq!(fit(wanted.clone(), &schema(), &mut flags), Ok(wanted));
        assert_eq!(flags, []);
    }

    #[test]
    fn complaints_name_the_place() {
        let complaint = |value: Value| fit(value, &schema(), &mut Vec::new()).unwrap_err();
        assert_eq!(complaint(json!({"title": "x", "role": "player"})), "controls is missing");
        assert_eq!(
            complaint(json!({"title": {}, "role": "player", "controls": []})),
            "title is an object, but has to be a text"
        );
        assert_eq!(
            complaint(json!({"title": "x", "role": "boss", "controls": []})),
            "role is \"boss\", but has to be one of player, hazard"
        );
        assert_eq!(
            complaint(json!({"title": "x", "role": "player", "controls": [{"input": "Space"}]})),
            "controls[0].action is missing"
        );
        assert_eq!(complaint(json!(3)), "the answer is a number, but has to be an object");
    }
}
