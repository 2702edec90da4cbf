//! The time of day as files say it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// RFC 3339 in UTC with milliseconds: `2026-11-30T20:15:00.123Z`.
pub fn rfc3339(time: SystemTime) -> String {
    let (year, month, day, since_midnight) = civil(time);
    let (hour, minute, second) = clock(since_midnight);
    let millis = since_midnight.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// The same without separators, so that it can be a file name and still sorts by time: `20261130T201500.123Z`.
pub(super) fn compact(time: SystemTime) -> String {
    rfc3339(time).replace(['-', ':'], "")
}

fn clock(since_midnight: Duration) -> (u64, u64, u64) {
    let seconds = since_midnight.as_secs();
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Days to year, month and day of the Gregorian calendar; a time before 1970 counts as 1970.
fn civil(time: SystemTime) -> (u64, u64, u64, Duration) {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = since.as_secs() / 86_400;
    // Years are counted from March, so that the leap day is the last day of a year; 400 years have 146,097 days.
    let from_march = days + 719_468;
    let era = from_march / 146_097;
    let day_of_era = from_march % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day, since - Duration::from_secs(days * 86_400))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64, millis: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_millis(millis)
    }

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(rfc3339(at(0, 0)), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(at(951_782_400, 7)), "2000-02-29T00:00:00.007Z");
        assert_eq!(rfc3339(at(1_796_069_700, 123)), "2026-11-30T20:15:00.123Z");
        assert_eq!(rfc3339(at(4_107_542_399, 999)), "2100-02-28T23:59:59.999Z");
        assert_eq!(rfc3339(at(4_107_542_400, 0)), "2100-03-01T00:00:00.000Z");
    }

    #[test]
    fn the_compact_form_is_a_file_name() {
        assert_eq!(compact(at(1_796_069_700, 123)), "20261130T201500.123Z");
    }
}
