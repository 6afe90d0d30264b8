//! `docs/report.schema.json` is true of what is written, by as much of JSON Schema as it uses.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Words that say nothing about a value.
const SILENT: [&str; 5] = ["$schema", "$defs", "title", "description", "pattern"];

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.schema.json");
    serde_json::from_str(&fs::read_to_string(path).expect("it is there")).expect("it is JSON")
}

/// What of a value is not as the schema says.
pub(crate) fn faults(root: &Value) -> Vec<String> {
    let schema = schema();
    let mut faults = vec![];
    hold(root, &schema, &schema, "", &mut faults);
    faults
}

fn hold(value: &Value, schema: &Value, root: &Value, at: &str, faults: &mut Vec<String>) {
    let mut fault = |what: String| faults.push(format!("{at}: {what}"));
    for (word, said) in schema.as_object().expect("a schema is an object") {
        match word.as_str() {
            "type" if !of_types(value, said) => fault(format!("{value} is no {said}")),
            "enum" if !said.as_array().is_some_and(|all| all.contains(value)) => {
                fault(format!("{value} is none of {said}"))
            }
            "const" if said != value => fault(format!("{value} is not {said}")),
            "required" => {
                let absent = said
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|key| value.get(key.as_str().expect("a name")).is_none());
                absent.for_each(|key| fault(format!("no {key}")));
            }
            "minItems" | "maxItems" => {
                let (wanted, found) = (said.as_u64().expect("a number"), value.as_array().map_or(0, Vec::len) as u64);
                if (word == "minItems" && found < wanted) || (word == "maxItems" && found > wanted) {
                    fault(format!("{found} items"));
                }
            }
            "$ref" | "properties" | "additionalProperties" | "items" | "oneOf" | "type" | "enum" | "const" => {}
            word => assert!(SILENT.contains(&word), "this test does not know `{word}`"),
        }
    }
    if let Some(name) = schema["$ref"].as_str() {
        let (_, name) = name.rsplit_once('/').expect("a path");
        hold(value, &root["$defs"][name], root, at, faults);
    }
    if let Some(all) = schema["oneOf"].as_array() {
        let fits = |one: &&Value| {
            let mut faults = vec![];
            hold(value, one, root, at, &mut faults);
            faults.is_empty()
        };
        if all.iter().filter(fits).count() != 1 {
            faults.push(format!("{at}: {value} is not one of several"));
        }
    }
    for (key, value) in value.as_object().into_iter().flatten() {
        let at = format!("{at}/{key}");
        match (&schema["properties"][key], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => faults.push(format!("{at}: not in the schema")),
            (Value::Null, Value::Object(_)) => hold(value, &schema["additionalProperties"], root, &at, faults),
            (Value::Null, _) => {}
            (known, _) => hold(value, known, root, &at, faults),
        }
    }
    if schema["items"].is_object() {
        for (n, item) in value.as_array().into_iter().flatten().enumerate() {
            hold(item, &schema["items"], root, &format!("{at}/{n}"), faults);
        }
    }
}

fn of_types(value: &Value, types: &Value) -> bool {
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        name => panic!("this test does not know the type {name}"),
    };
    match types {
        Value::String(name) => is(name),
        names => names.as_array().expect("several").iter().any(|name| is(name.as_str().expect("a name"))),
    }
}
