//! Dates and times.
//!
//! They use the proleptic Gregorian calendar without leap seconds, with astronomical years: the
//! year before year 1 is 0. Available crates limit years to four to six digits, and Puppet's
//! timestamps do not, so this module uses none.

use std::fmt::{self, Write};

/// The seconds of a day.
pub const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// The nanoseconds of a second.
pub const NANOSECONDS_A_SECOND: i64 = 1_000_000_000;

/// The months, from the first.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The days of a week, in the order of [`weekday`].
pub const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
}

/// A date and a time of day. It is displayed as `YYYY-MM-DDThh:mm:ss`, the beginning of the form of
/// RFC 3339.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateTime {
    /// The date.
    pub date: Date,
    /// The hour, from 0 to 23.
    pub hour: i64,
    /// The minute, from 0 to 59.
    pub minute: i64,
    /// The second, from 0 to 59.
    pub second: i64,
}

/// The days of four centuries.
const ERA: i64 = 146_097;

/// The days from the first of March of year zero to the first of 1970.
const EPOCH: i64 = 719_468;

impl Date {
    /// Returns the date this number of days after 1970-01-01.
    ///
    /// The computation counts years from March, so that the leap day is the last of a year.
    #[inline]
    pub fn of_days(days: i64) -> Date {
        let since = days.saturating_add(EPOCH);
        let (era, day) = (since.div_euclid(ERA), since.rem_euclid(ERA));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        Date { year, month, day }
    }

    /// Returns the number of days from 1970-01-01 to the date. Days past the end of the month
    /// continue in the next month.
    ///
    /// The year must be within 10¹⁵ of zero.
    #[inline]
    pub fn days(self) -> i64 {
        let year = self.year - i64::from(self.month <= 2);
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let month = (self.month + 9) % 12;
        let day = (153 * month + 2) / 5 + self.day - 1;
        era * ERA + year * 365 + year / 4 - year / 100 + day - EPOCH
    }
}

impl DateTime {
    /// Returns the time this number of seconds after 1970-01-01T00:00:00.
    #[inline]
    pub fn of_seconds(seconds: i64) -> DateTime {
        DateTime::of_day(
            seconds.div_euclid(SECONDS_A_DAY),
            seconds.rem_euclid(SECONDS_A_DAY),
        )
    }

    /// Returns the time `seconds` after the beginning of the day that is `days` after 1970-01-01.
    #[inline]
    pub fn of_day(days: i64, seconds: i64) -> DateTime {
        DateTime {
            date: Date::of_days(days),
            hour: seconds / 3600,
            minute: seconds / 60 % 60,
            second: seconds % 60,
        }
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Date { year, month, day } = self.date;
        if year < 0 {
            formatter.write_char('-')?;
        }
        write!(
            formatter,
            "{:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}",
            year.unsigned_abs(),
            self.hour,
            self.minute,
            self.second
        )
    }
}

/// Returns the day of the week of the day that is `days` after 1970-01-01; 0 is Sunday.
#[inline]
pub fn weekday(days: i64) -> usize {
    // The first day of 1970 was a Thursday.
    (days.rem_euclid(7) + 4) as usize % 7
}

/// Returns the number of days of a month.
#[inline]
pub fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_are_converted_both_ways() {
        for ((year, month, day), days, weekday_name) in [
            ((1970, 1, 1), 0, "Thursday"),
            ((2000, 2, 29), 11_016, "Tuesday"),
            ((1900, 3, 1), -25_508, "Thursday"),
            ((0, 1, 1), -719_528, "Saturday"),
            ((9999, 12, 31), 2_932_896, "Friday"),
            ((-1, 12, 31), -719_529, "Friday"),
        ] {
            let date = Date { year, month, day };
            assert_eq!(Date::of_days(days), date);
            assert_eq!(date.days(), days);
            assert_eq!(WEEKDAYS[weekday(days)], weekday_name);
        }
        for days in (-800_000..3_000_000).step_by(97) {
            assert_eq!(Date::of_days(days).days(), days);
        }
        // All numbers of days are valid.
        assert!(Date::of_days(i64::MAX).year > 9999);
        assert!(Date::of_days(i64::MIN).year < 0);
    }

    #[test]
    fn months_are_contiguous() {
        for year in [1900, 1999, 2000, 2004, -4] {
            for month in 1..=12 {
                let first = Date {
                    year,
                    month,
                    day: 1,
                };
                let next = match month {
                    12 => Date {
                        year: year + 1,
                        month: 1,
                        day: 1,
                    },
                    _ => Date {
                        month: month + 1,
                        ..first
                    },
                };
                assert_eq!(days_in_month(year, month), next.days() - first.days());
            }
        }
    }

    #[test]
    fn times_print_as_in_rfc_3339() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00"),
            (951_827_696, "2000-02-29T12:34:56"),
            (-1, "1969-12-31T23:59:59"),
            (-62_167_219_201, "-0001-12-31T23:59:59"),
            (253_402_300_800, "10000-01-01T00:00:00"),
        ] {
            assert_eq!(DateTime::of_seconds(seconds).to_string(), text);
        }
    }
}
