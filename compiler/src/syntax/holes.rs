//! `${NAME}` inside strings (specification, "Variables").

/// A part of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text as it is.
    Literal(&'t str),
    /// The name of a variable that is read here.
    Variable(&'t str),
}

/// The parts of a string, in order; joined with their `${` and `}` they are the string.
///
/// A `${` that is not followed by a name and `}` is plain text.
pub fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if let Some((name, after)) = hole(rest) {
            rest = after;
            return Some(Part::Variable(name));
        }
        let end = next_hole(rest);
        let (literal, after) = rest
            .split_at_checked(end)
            .filter(|(literal, _)| !literal.is_empty())?;
        rest = after;
        Some(Part::Literal(literal))
    })
}

/// The names that a string reads, in order.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    parts(text).filter_map(|part| match part {
        Part::Literal(_) => None,
        Part::Variable(name) => Some(name),
    })
}

/// A hole at the very beginning: its name and what follows it.
fn hole(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("${")?;
    let end = inside
        .find(|letter| !is_name_letter(letter))
        .filter(|end| *end > 0)?;
    let (name, after) = inside.split_at_checked(end)?;
    Some((name, after.strip_prefix('}')?))
}

/// Where the next hole begins, or the end.
fn next_hole(text: &str) -> usize {
    text.match_indices("${")
        .map(|(at, _)| at)
        .find(|at| text.get(*at..).is_some_and(|rest| hole(rest).is_some()))
        .unwrap_or(text.len())
}

/// Whether a text is a NAME: letters, digits, `-` and `_`.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_letter)
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::{Part, names, parts};

    #[test]
    fn splits_at_holes() {
        let all: Vec<_> = parts("a ${x} b${y-1}").collect();
        let expected = [
            Part::Literal("a "),
            Part::Variable("x"),
            Part::Literal(" b"),
            Part::Variable("y-1"),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn what_is_no_hole_is_text() {
        for text in ["", "${}", "${", "${a b}", "$ {a}", "${a", "a}", "é${é"] {
            assert!(parts(text).all(|part| matches!(part, Part::Literal(_))), "{text}");
        }
        assert_eq!(names("${${a}}").collect::<Vec<_>>(), ["a"]);
    }
}
