//! The variables of a run, in scopes: an included script sees those set before it and keeps its own.

use std::collections::{BTreeMap, HashMap};

use aite_compiler::ir::Text;

/// Variables by name.
#[derive(Debug)]
pub(super) struct Variables {
    scopes: Vec<HashMap<String, String>>,
}

impl Variables {
    pub(super) fn new() -> Self {
        Self {
            scopes: vec![HashMap::new()],
        }
    }

    /// An included script begins.
    pub(super) fn enter(&mut self) {
        self.scopes.push(HashMap::new());
    }

    /// An included script ends, and with it what it set.
    pub(super) fn leave(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    pub(super) fn set(&mut self, name: &str, value: String) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), value);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.get(name))
            .map(String::as_str)
    }

    /// All that are to be seen here.
    pub(super) fn seen(&self) -> BTreeMap<String, String> {
        let scopes = self.scopes.iter().flatten();
        scopes
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// Fills the holes of a text.
    ///
    /// # Errors
    /// The name of the first variable that is not set. The compiler refuses such scripts (E007).
    pub(super) fn fill(&self, text: &Text) -> Result<String, String> {
        text.fill(|name| self.get(name)).map_err(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::Variables;

    #[test]
    fn an_included_script_sees_what_was_set_and_keeps_its_own() {
        let mut variables = Variables::new();
        variables.set("a", "1".into());
        variables.enter();
        variables.set("b", "2".into());
        variables.set("a", "3".into());
        assert_eq!((variables.get("a"), variables.get("b")), (Some("3"), Some("2")));
        variables.leave();
        assert_eq!((variables.get("a"), variables.get("b")), (Some("1"), None));
    }
}
