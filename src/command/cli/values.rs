//! The values of options, from text.

use std::time::Duration;

use crate::command::bench::Family;
use crate::diagnostics::render::Format;
use crate::front::config::Extent;
use crate::front::seconds;

/// `X[,Y[,Z]]`, each from 1; what is left out is 1.
pub(super) fn extent(text: &str) -> Result<Extent, String> {
    let mut result = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > result.len() {
        return Err("at most three numbers".to_owned());
    }
    for (to, part) in result.iter_mut().zip(parts) {
        *to = part.trim().parse().ok().filter(|number| *number > 0).ok_or(format!("`{part}` is no positive number"))?;
    }
    Ok(result)
}

/// `NAME=VALUE`, the value decimal, hexadecimal after `0x`, `true` or `false`.
pub(super) fn param(text: &str) -> Result<(String, i128), String> {
    let (name, value) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or("write NAME=VALUE")?;
    let (sign, digits) = value.strip_prefix('-').map_or((1, value), |digits| (-1, digits));
    let number = match digits {
        "true" => Ok(1),
        "false" => Ok(0),
        digits => match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => digits.parse(),
        },
    };
    let number = number.map_err(|_| format!("`{value}` is no integer"))?;
    Ok((name.to_owned(), sign * number))
}

pub(super) fn family(text: &str) -> Result<Family, String> {
    let names = || Family::ALL.map(Family::name).join(", ");
    Family::ALL.into_iter().find(|f| f.name() == text).ok_or_else(|| format!("one of {}", names()))
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    seconds::positive(number).ok_or_else(|| format!("`{text}` is no positive number of seconds"))
}

/// When text has colours; `None`: as the terminal and the environment say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Colour(pub(super) Option<bool>);

pub(super) fn colour(text: &str) -> Result<Colour, String> {
    match text {
        "auto" => Ok(Colour(None)),
        "always" => Ok(Colour(Some(true))),
        "never" => Ok(Colour(Some(false))),
        _ => Err("one of auto, always, never".to_owned()),
    }
}

pub(super) fn format(text: &str) -> Result<Format, String> {
    Format::from_name(text).ok_or_else(|| format!("one of {}", Format::ALL.map(Format::name).join(", ")))
}
