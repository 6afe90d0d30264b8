//! Times that users give in seconds, for the analyser and, compiled in, for the wrapper.

use std::time::Duration;

/// More than anybody waits for, and little enough for sums and multiples of it: some thirty years.
pub const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// As many seconds; none if the number is not positive. A time without end is a long one.
#[must_use]
pub fn positive(number: f64) -> Option<Duration> {
    let given = Duration::from_secs_f64(number.clamp(0.0, LONGEST.as_secs_f64()));
    (!number.is_nan() && !given.is_zero()).then_some(given)
}
