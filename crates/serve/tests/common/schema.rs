//! A checker for the description of the service. It supports the words of JSON Schema that the
//! description uses.

use serde_json::{Map, Value, json};

/// The description, with its schemas.
pub(crate) struct Description(pub(crate) Value);

impl Description {
    /// The schema of an answer's body, by path, lower-case method and status; `None` if the answer
    /// has no body.
    pub(crate) fn answer(&self, path: &str, method: &str, status: u16) -> Option<&Value> {
        let answers = &self.0["paths"][path][method]["responses"];
        let known = answers.get(status.to_string()).or_else(|| answers.get("default"));
        let known = known.unwrap_or_else(|| panic!("{method} {path}: {status} is not described"));
        known["content"].as_object()?.values().next().map(|content| &content["schema"])
    }

    /// A schema by its name.
    pub(crate) fn named(&self, name: &str) -> &Value {
        let schema = &self.0["components"]["schemas"][name];
        assert!(schema.is_object(), "no schema {name}");
        schema
    }

    /// The differences between a value and its schema; none if the value is as described.
    pub(crate) fn faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(schema, value, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let words = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is no schema"));
        for (word, wanted) in words {
            let holds = match word.as_str() {
                "description" | "required" | "additionalProperties" => true,
                "$ref" => {
                    let name = wanted.as_str().and_then(|path| path.rsplit('/').next());
                    self.check(self.named(name.expect("a name")), value, at, faults);
                    true
                }
                "type" => is_of(wanted, value),
                "enum" => wanted.as_array().expect("values").contains(value),
                "const" => wanted == value,
                "minimum" => value.as_f64().is_none_or(|value| value >= number(wanted)),
                "maximum" => value.as_f64().is_none_or(|value| value <= number(wanted)),
                "oneOf" => {
                    let choices = wanted.as_array().expect("schemas").iter();
                    choices.filter(|choice| self.faults(choice, value).is_empty()).count() == 1
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(wanted, item, &format!("{at}/{index}"), faults);
                    }
                    true
                }
                "properties" => true,
                _ => panic!("{at}: the checker does not know {word}"),
            };
            if !holds {
                faults.push(format!("{at}: read {value}, expected {word} {wanted}"));
            }
        }
        if let Some(object) = value.as_object() {
            self.check_object(words, object, at, faults);
        }
    }

    /// Checks that each key is described and no required key is missing.
    fn check_object(
        &self,
        words: &Map<String, Value>,
        object: &Map<String, Value>,
        at: &str,
        faults: &mut Vec<String>,
    ) {
        let listed = |word: &str| words.get(word).and_then(Value::as_array).into_iter().flatten();
        for key in listed("required").filter_map(Value::as_str) {
            if !object.contains_key(key) {
                faults.push(format!("{at}: no {key}"));
            }
        }
        let properties = words.get("properties").and_then(Value::as_object);
        let more = words.get("additionalProperties");
        if properties.is_none() && more.is_none() {
            // A reference or a choice: the schema that it names is checked instead.
            return;
        }
        for (key, value) in object {
            let at = format!("{at}/{key}");
            match properties.and_then(|known| known.get(key)).or(more) {
                Some(schema) => self.check(schema, value, &at, faults),
                None => faults.push(format!("{at}: is not described")),
            }
        }
    }

    /// A value that fits a schema, with only the required keys.
    pub(crate) fn example(&self, schema: &Value) -> Value {
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        match schema["type"].as_str() {
            Some("object") => {
                let keys = schema["required"].as_array().into_iter().flatten();
                let keys = keys.filter_map(Value::as_str);
                let entry = |key: &str| (key.to_owned(), self.example(&schema["properties"][key]));
                Value::Object(keys.map(entry).collect())
            }
            Some("array") => json!([self.example(&schema["items"])]),
            Some("integer") => json!(0),
            Some("string") => json!("x"),
            _ => panic!("no example of {schema}"),
        }
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Whether a value has a type, or one of several types.
fn is_of(wanted: &Value, value: &Value) -> bool {
    if let Some(several) = wanted.as_array() {
        return several.iter().any(|wanted| is_of(wanted, value));
    }
    match wanted.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the checker does not know the type {other}"),
    }
}
