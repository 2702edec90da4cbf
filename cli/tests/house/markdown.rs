//! As much of Markdown as the tests of the documentation need.

/// A fenced block.
pub(crate) struct Block<'a> {
    /// What stands after the opening fence, split at commas: the language first.
    pub(crate) info: Vec<&'a str>,
    /// The lines inside.
    pub(crate) body: String,
    /// The line of the opening fence, from 1.
    pub(crate) line: usize,
}

impl Block<'_> {
    pub(crate) fn language(&self) -> &str {
        self.info.first().copied().unwrap_or_default()
    }

    pub(crate) fn has(&self, label: &str) -> bool {
        self.info.iter().skip(1).any(|part| *part == label)
    }
}

/// Every fenced block of a page.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            if !open {
                let info = info.split(',').map(str::trim).collect();
                blocks.push(Block {
                    info,
                    body: String::new(),
                    line: index + 1,
                });
            }
            open = !open;
        } else if let Some(block) = blocks.last_mut().filter(|_| open) {
            block.body.push_str(line);
            block.body.push('\n');
        }
    }
    blocks
}

/// The text without its fenced blocks and code spans.
pub(crate) fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.extend(line.split('`').step_by(2));
            prose.push('\n');
        }
    }
    prose
}

/// The targets of all links and pictures.
pub(crate) fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let after = prose.split("](").skip(1);
    after
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target.to_owned())
        .collect()
}

/// The anchors of the headings, as GitHub and mdBook make them.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut anchors = Vec::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if let Some(title) = line.strip_prefix('#').filter(|_| !fenced) {
            anchors.push(slug(title.trim_start_matches('#').trim()));
        }
    }
    anchors
}

fn slug(title: &str) -> String {
    let kept = title
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .collect::<String>();
    kept.replace(' ', "-")
}
