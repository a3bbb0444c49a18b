//! Releases of Terraform: the version of the language that applies to a module.

/// A release of Terraform, as far as the language differs between releases. The default is the
/// newest.
///
/// ```
/// use polycty_terraform::module::Release;
/// assert_eq!(Release::parse("1.11"), Some(Release::V1_11));
/// assert_eq!(Release::parse("1.14.3"), Some(Release::V1_14));
/// assert_eq!(Release::parse("0.12"), None);
/// assert!(Release::V1_11 < Release::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Release {
    /// Terraform 1.11.
    V1_11,
    /// Terraform 1.12.
    V1_12,
    /// Terraform 1.13.
    V1_13,
    /// Terraform 1.14.
    V1_14,
    /// Terraform 1.15.
    V1_15,
    /// Terraform 1.16.
    V1_16,
    /// Terraform 1.17.
    #[default]
    V1_17,
}

impl Release {
    /// All releases, the oldest first.
    pub const ALL: [Release; 7] = [
        Release::V1_11,
        Release::V1_12,
        Release::V1_13,
        Release::V1_14,
        Release::V1_15,
        Release::V1_16,
        Release::V1_17,
    ];

    /// Returns the release of a version such as `1.15` or `1.15.2`. The third number is ignored.
    #[must_use]
    pub fn parse(version: &str) -> Option<Release> {
        let mut parts = version.splitn(3, '.');
        let (major, minor) = (parts.next()?, parts.next()?);
        let minor: usize = minor.parse().ok()?;
        let known = major == "1" && minor >= 11;
        Release::ALL
            .get(minor.checked_sub(11)?)
            .copied()
            .filter(|_| known)
    }

    /// The version without a patch number, such as `1.15`.
    #[must_use]
    pub fn version(self) -> &'static str {
        match self {
            Release::V1_11 => "1.11",
            Release::V1_12 => "1.12",
            Release::V1_13 => "1.13",
            Release::V1_14 => "1.14",
            Release::V1_15 => "1.15",
            Release::V1_16 => "1.16",
            Release::V1_17 => "1.17",
        }
    }
}
