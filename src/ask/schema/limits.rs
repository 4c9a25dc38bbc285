//! What a field's kind allows, but for formats and patterns: comparisons that need no library.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::Number;

use crate::ask::{Choice, NumberLimits, TextLimits, Value};

/// The keywords that a text's length breaks. Lengths are counted in code points (validation, 6.3).
pub(super) fn length(limits: &TextLimits, text: &str) -> impl Iterator<Item = &'static str> {
    outside(
        ("minLength", limits.min_length),
        ("maxLength", limits.max_length),
        || text.chars().count(),
    )
}

/// The keywords that a list of texts breaks as a list.
pub(super) fn list(
    min: Option<u64>,
    max: Option<u64>,
    unique: bool,
    texts: &[String],
) -> impl Iterator<Item = &'static str> {
    let doubled = unique && texts.iter().collect::<HashSet<_>>().len() < texts.len();
    outside(("minItems", min), ("maxItems", max), || texts.len())
        .chain(doubled.then_some("uniqueItems"))
}

fn outside(
    (least, min): (&'static str, Option<u64>),
    (most, max): (&'static str, Option<u64>),
    count: impl Fn() -> usize,
) -> impl Iterator<Item = &'static str> {
    let count = (min.is_some() || max.is_some()).then(|| count() as u64);
    let few = min > count;
    let many = max.is_some_and(|max| count > Some(max));
    [few.then_some(least), many.then_some(most)]
        .into_iter()
        .flatten()
}

/// The keywords that a number breaks.
///
/// # Errors
/// `multipleOf`, if it is one that no schema may have (validation, 6.2.1).
pub(super) fn number(
    limits: &NumberLimits,
    number: &Number,
) -> Result<Vec<&'static str>, &'static str> {
    let broken = |limit: &Option<Number>, broken: fn(Ordering) -> bool| {
        limit
            .as_ref()
            .is_some_and(|limit| compare(number, limit).is_none_or(broken))
    };
    let multiple = match &limits.multiple_of {
        Some(of) if compare(of, &Number::from(0)) != Some(Ordering::Greater) => {
            return Err("multipleOf");
        }
        Some(of) => is_multiple(number, of),
        None => true,
    };
    let checks = [
        ("type", limits.integer && !is_integer(number)),
        ("minimum", broken(&limits.minimum, Ordering::is_lt)),
        ("maximum", broken(&limits.maximum, Ordering::is_gt)),
        (
            "exclusiveMinimum",
            broken(&limits.exclusive_minimum, Ordering::is_le),
        ),
        (
            "exclusiveMaximum",
            broken(&limits.exclusive_maximum, Ordering::is_ge),
        ),
        ("multipleOf", !multiple),
    ];
    Ok(checks
        .into_iter()
        .filter_map(|(keyword, broken)| broken.then_some(keyword))
        .collect())
}

/// Whether a value is on offer.
pub(super) fn offers(offered: &[Choice], value: &Value) -> bool {
    offered.iter().any(|choice| choice.value.equals(value))
}

/// Whether all of these texts are on offer.
pub(super) fn offers_all(offered: &[Choice], texts: &[String]) -> bool {
    let offered: HashSet<&str> = offered
        .iter()
        .filter_map(|choice| match &choice.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    texts.iter().all(|text| offered.contains(text.as_str()))
}

/// A number without a fraction is an integer, however it is written (core, 4.2.3).
fn is_integer(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// Compares numbers by value. An integer is not rounded to compare it with a float.
pub(in crate::ask) fn compare(left: &Number, right: &Number) -> Option<Ordering> {
    match (integer(left), integer(right)) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        (Some(left), None) => compare_to_float(left, right.as_f64()?),
        (None, Some(right)) => compare_to_float(right, left.as_f64()?).map(Ordering::reverse),
        (None, None) => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

fn integer(number: &Number) -> Option<i128> {
    let signed = number.as_i64().map(i128::from);
    signed.or_else(|| number.as_u64().map(i128::from))
}

fn compare_to_float(integer: i128, float: f64) -> Option<Ordering> {
    // Where this reaches the end of its range it is beyond every integer of JSON's.
    let whole = float.trunc() as i128;
    Some(match integer.cmp(&whole) {
        Ordering::Equal => 0.0.partial_cmp(&float.fract())?,
        unequal => unequal,
    })
}

/// Whether one number is a whole multiple of another, by their decimal digits: in binary, 0.3 isn't one of 0.1.
fn is_multiple(number: &Number, of: &Number) -> bool {
    let (Some((digits, place)), Some((of_digits, of_place))) = (decimal(number), decimal(of))
    else {
        return false;
    };
    let shift = place.saturating_sub(of_place);
    if shift >= 0 {
        // Only the remainder is kept, or the number might be too long.
        let rest = (0..shift).fold(digits % of_digits, |rest, _| rest * 10 % of_digits);
        return rest == 0;
    }
    // A divisor that doesn't fit is larger than any digits.
    let divisor = 10_u128
        .checked_pow(shift.unsigned_abs())
        .and_then(|power| power.checked_mul(of_digits));
    digits == 0 || divisor.is_some_and(|divisor| digits % divisor == 0)
}

/// A number without its sign as digits and the power of ten that they count; `None` for what is no divisor.
fn decimal(number: &Number) -> Option<(u128, i32)> {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{part}", whole.trim_start_matches('-'));
    let place = exponent
        .parse::<i32>()
        .ok()?
        .checked_sub(i32::try_from(part.len()).ok()?)?;
    Some((digits.parse().ok()?, place))
}
