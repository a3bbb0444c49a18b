//! Releases of Terraform and OpenTofu: the version of the language that applies to a module.

/// A program whose language applies to a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Terraform.
    #[default]
    Terraform,
    /// OpenTofu.
    OpenTofu,
}

impl Dialect {
    /// Returns the dialect of a name: `terraform` or `opentofu`.
    ///
    /// ```
    /// use polycty_terraform::module::Dialect;
    /// assert_eq!(Dialect::parse("opentofu"), Some(Dialect::OpenTofu));
    /// assert_eq!(Dialect::parse("OpenTofu"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Dialect> {
        match name {
            "terraform" => Some(Dialect::Terraform),
            "opentofu" => Some(Dialect::OpenTofu),
            _ => None,
        }
    }

    /// The name of the program in messages.
    #[must_use]
    pub fn product(self) -> &'static str {
        match self {
            Dialect::Terraform => "Terraform",
            Dialect::OpenTofu => "OpenTofu",
        }
    }
}

/// A release of Terraform or OpenTofu, as far as the language differs between releases. The default
/// is the newest release of Terraform.
///
/// The order is that of the language: a release has the rules of all releases before it. OpenTofu
/// has the rules of Terraform 1.13, and its own versions of some later ones.
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
    /// OpenTofu 1.13.
    OpenTofu1_13,
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
    /// All releases of Terraform, the oldest first.
    pub const ALL: [Release; 7] = [
        Release::V1_11,
        Release::V1_12,
        Release::V1_13,
        Release::V1_14,
        Release::V1_15,
        Release::V1_16,
        Release::V1_17,
    ];

    /// Returns the release of Terraform of a version such as `1.15` or `1.15.2`. The third number is ignored.
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
            Release::V1_13 | Release::OpenTofu1_13 => "1.13",
            Release::V1_14 => "1.14",
            Release::V1_15 => "1.15",
            Release::V1_16 => "1.16",
            Release::V1_17 => "1.17",
        }
    }

    /// The program that the release belongs to.
    #[must_use]
    pub fn dialect(self) -> Dialect {
        if self == Release::OpenTofu1_13 {
            Dialect::OpenTofu
        } else {
            Dialect::Terraform
        }
    }

    /// Whether it is a release of OpenTofu.
    pub(crate) fn is_tofu(self) -> bool {
        self.dialect() == Dialect::OpenTofu
    }

    /// Whether it is a release of OpenTofu, or of Terraform since `release`.
    pub(crate) fn is_tofu_or_since(self, release: Release) -> bool {
        self.is_tofu() || self >= release
    }
}
