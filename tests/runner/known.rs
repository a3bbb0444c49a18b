//! Known differences, with their reasons.
//!
//! The file has one line for each case: its id, white space, the reason. Blank lines and lines that
//! begin with `#` are comments.

use std::collections::{HashMap, HashSet};
use std::path::Path;

pub struct Known {
    reasons: HashMap<String, String>,
    used: HashSet<String>,
}

impl Known {
    /// Reads the list; every line must give a reason.
    pub fn read(path: &Path) -> Known {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut reasons = HashMap::new();
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (id, reason) = line
                .split_once(char::is_whitespace)
                .unwrap_or_else(|| panic!("known-differences: no reason for {line}"));
            reasons.insert(id.to_owned(), reason.trim().to_owned());
        }
        Known {
            reasons,
            used: HashSet::new(),
        }
    }

    /// Whether a difference in this case is listed.
    pub fn allows(&mut self, id: &str) -> bool {
        let listed = self.reasons.contains_key(id);
        if listed {
            self.used.insert(id.to_owned());
        }
        listed
    }

    /// The listed cases that did not differ.
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        self.reasons
            .keys()
            .map(String::as_str)
            .filter(|id| !self.used.contains(*id))
    }
}
