//! Clicks that read like publishing (specification, "The `posts` header").

use super::{Op, OpKind, PageOp, Program, Target, Text};

/// A button with one of these as a whole word reads like one that publishes. The list is a hint: a test says with
/// `posts` what it does.
const WORDS: [&str; 5] = ["post", "publish", "tweet", "skeet", "share"];

impl Program {
    /// The clicks that read like publishing, by the number of their operation, each with the word; none for a program
    /// that says `posts`. Who runs scripts for others refuses a program that has any.
    pub fn unannounced_posts(&self) -> Vec<(usize, &'static str)> {
        if self.posts {
            return Vec::new();
        }
        let ops = self.ops().enumerate();
        ops.filter_map(|(number, op)| Some((number, publishes(op)?)))
            .collect()
    }
}

fn publishes(op: &Op) -> Option<&'static str> {
    let OpKind::Page(PageOp::Click { target, .. }) = &op.kind else {
        return None;
    };
    texts(target).find_map(publishing_word)
}

fn texts(target: &Target) -> impl Iterator<Item = &str> {
    let Target {
        role,
        name,
        text,
        text_contains,
        label,
        placeholder,
        testid,
        css,
        xpath,
        index: _,
    } = target;
    let keys = [
        role,
        name,
        text,
        text_contains,
        label,
        placeholder,
        testid,
        css,
        xpath,
    ];
    keys.into_iter().flatten().flat_map(Text::literals)
}

fn publishing_word(text: &str) -> Option<&'static str> {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.find_map(|word| WORDS.into_iter().find(|known| word.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::publishing_word;

    #[test]
    fn only_whole_words_count() {
        for (text, expected) in [
            ("Post", Some("post")),
            ("PUBLISH now", Some("publish")),
            ("Tweet!", Some("tweet")),
            ("share-button", Some("share")),
            ("Posts", None),
            ("Repost", None),
            ("compost", None),
            ("post_count", None),
            ("Send", None),
            ("", None),
        ] {
            assert_eq!(publishing_word(text), expected, "{text}");
        }
    }
}
