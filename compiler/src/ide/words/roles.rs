//! The roles of ARIA that pages use. The runtime knows those of books and graphics besides.

use super::{Word, find, word};

/// The roles, each with what it is and which HTML elements have it by themselves.
pub const ROLES: [Word; 85] = [
    word(
        "alert",
        "alert",
        "Something important that has just appeared, such as an error.",
    ),
    word(
        "alertdialog",
        "alertdialog",
        "A dialog that needs an answer before anything else.",
    ),
    word(
        "application",
        "application",
        "A part of a page that handles the keyboard itself.",
    ),
    word(
        "article",
        "article",
        "A piece that stands on its own: a post, a comment, a product. HTML: `<article>`.",
    ),
    word(
        "banner",
        "banner",
        "The head of the page. HTML: `<header>` of the page.",
    ),
    word("blockquote", "blockquote", "A quotation. HTML: `<blockquote>`."),
    word(
        "button",
        "button",
        "Something to press. HTML: `<button>`, `<input type=submit>`, `<summary>`.",
    ),
    word(
        "caption",
        "caption",
        "The heading of a table or figure. HTML: `<caption>`, `<figcaption>`.",
    ),
    word("cell", "cell", "A cell of a table. HTML: `<td>`."),
    word(
        "checkbox",
        "checkbox",
        "A box that can be ticked. HTML: `<input type=checkbox>`.",
    ),
    word("code", "code", "A piece of code. HTML: `<code>`."),
    word(
        "columnheader",
        "columnheader",
        "The head of a table's column. HTML: `<th scope=col>`.",
    ),
    word(
        "combobox",
        "combobox",
        "A field with a list to choose from. HTML: `<select>`, `<input list>`.",
    ),
    word("comment", "comment", "A remark on something."),
    word(
        "complementary",
        "complementary",
        "What goes beside the main part. HTML: `<aside>`.",
    ),
    word(
        "contentinfo",
        "contentinfo",
        "The foot of the page. HTML: `<footer>` of the page.",
    ),
    word("definition", "definition", "What a term means. HTML: `<dd>`."),
    word("deletion", "deletion", "Text that was taken out. HTML: `<del>`."),
    word("dialog", "dialog", "A window in the page. HTML: `<dialog>`."),
    word("document", "document", "A part of a page that is read."),
    word("emphasis", "emphasis", "Text with stress. HTML: `<em>`."),
    word("feed", "feed", "A list of articles that grows while it is read."),
    word(
        "figure",
        "figure",
        "A picture, a diagram or code with its caption. HTML: `<figure>`.",
    ),
    word(
        "form",
        "form",
        "A form that has a name. HTML: `<form aria-label>`.",
    ),
    word(
        "generic",
        "generic",
        "Nothing in particular. HTML: `<div>`, `<span>`.",
    ),
    word("grid", "grid", "A table that is worked in with the keyboard."),
    word("gridcell", "gridcell", "A cell of a grid."),
    word(
        "group",
        "group",
        "Things that belong together. HTML: `<fieldset>`, `<details>`.",
    ),
    word("heading", "heading", "A heading. HTML: `<h1>` to `<h6>`."),
    word("img", "img", "A picture; `image` is the same. HTML: `<img>`."),
    word("insertion", "insertion", "Text that was put in. HTML: `<ins>`."),
    word(
        "link",
        "link",
        "Something that leads elsewhere. HTML: `<a href>`.",
    ),
    word("list", "list", "A list. HTML: `<ul>`, `<ol>`."),
    word(
        "listbox",
        "listbox",
        "A list to choose from. HTML: `<select size>`, `<datalist>`.",
    ),
    word("listitem", "listitem", "An entry of a list. HTML: `<li>`."),
    word(
        "log",
        "log",
        "Entries that are added at the end: a chat, a history.",
    ),
    word("main", "main", "The main part of the page. HTML: `<main>`."),
    word("mark", "mark", "Text that is highlighted. HTML: `<mark>`."),
    word(
        "marquee",
        "marquee",
        "Entries that change by themselves: a ticker.",
    ),
    word("math", "math", "A formula. HTML: `<math>`."),
    word("menu", "menu", "A list of things to do."),
    word("menubar", "menubar", "A menu that stays in sight."),
    word("menuitem", "menuitem", "An entry of a menu."),
    word(
        "menuitemcheckbox",
        "menuitemcheckbox",
        "An entry of a menu that can be ticked.",
    ),
    word(
        "menuitemradio",
        "menuitemradio",
        "One of several entries of a menu.",
    ),
    word("meter", "meter", "A measure within a range. HTML: `<meter>`."),
    word(
        "navigation",
        "navigation",
        "Links that lead around. HTML: `<nav>`.",
    ),
    word(
        "none",
        "none",
        "Nothing: the element is only for looks; `presentation` is the same.",
    ),
    word("note", "note", "A remark beside the text."),
    word(
        "option",
        "option",
        "An entry of a list to choose from. HTML: `<option>`.",
    ),
    word("paragraph", "paragraph", "A paragraph. HTML: `<p>`."),
    word(
        "progressbar",
        "progressbar",
        "How far something is. HTML: `<progress>`.",
    ),
    word(
        "radio",
        "radio",
        "One of several choices. HTML: `<input type=radio>`.",
    ),
    word("radiogroup", "radiogroup", "Choices of which one is made."),
    word(
        "region",
        "region",
        "A part of the page that has a name. HTML: `<section aria-label>`.",
    ),
    word("row", "row", "A row of a table. HTML: `<tr>`."),
    word(
        "rowgroup",
        "rowgroup",
        "Rows of a table. HTML: `<tbody>`, `<thead>`.",
    ),
    word(
        "rowheader",
        "rowheader",
        "The head of a table's row. HTML: `<th scope=row>`.",
    ),
    word("scrollbar", "scrollbar", "A bar to scroll with."),
    word(
        "search",
        "search",
        "A part of the page to search with. HTML: `<search>`.",
    ),
    word(
        "searchbox",
        "searchbox",
        "A field to search with. HTML: `<input type=search>`.",
    ),
    word(
        "sectionfooter",
        "sectionfooter",
        "The foot of a section. HTML: `<footer>` of a section.",
    ),
    word(
        "sectionheader",
        "sectionheader",
        "The head of a section. HTML: `<header>` of a section.",
    ),
    word(
        "separator",
        "separator",
        "A line between two parts. HTML: `<hr>`.",
    ),
    word(
        "slider",
        "slider",
        "A value that is chosen within a range. HTML: `<input type=range>`.",
    ),
    word(
        "spinbutton",
        "spinbutton",
        "A field for a number. HTML: `<input type=number>`.",
    ),
    word(
        "status",
        "status",
        "A message that is not urgent. HTML: `<output>`.",
    ),
    word("strong", "strong", "Text that is important. HTML: `<strong>`."),
    word(
        "subscript",
        "subscript",
        "Small text below the line. HTML: `<sub>`.",
    ),
    word("suggestion", "suggestion", "A change that somebody proposes."),
    word(
        "superscript",
        "superscript",
        "Small text above the line. HTML: `<sup>`.",
    ),
    word("switch", "switch", "Something that is on or off."),
    word("tab", "tab", "The head of a part of which one is shown."),
    word("table", "table", "A table. HTML: `<table>`."),
    word("tablist", "tablist", "The heads of parts of which one is shown."),
    word("tabpanel", "tabpanel", "The part that belongs to a tab."),
    word("term", "term", "A term that is explained. HTML: `<dt>`, `<dfn>`."),
    word(
        "textbox",
        "textbox",
        "A field for text. HTML: `<input>`, `<textarea>`.",
    ),
    word("time", "time", "A point in time. HTML: `<time>`."),
    word("timer", "timer", "A count of time."),
    word("toolbar", "toolbar", "Buttons that belong together."),
    word(
        "tooltip",
        "tooltip",
        "Words that explain something that is pointed at.",
    ),
    word("tree", "tree", "A list with levels that open and close."),
    word("treegrid", "treegrid", "A table with levels that open and close."),
    word("treeitem", "treeitem", "An entry of a tree."),
];

/// A role by its name.
pub fn role(written: &str) -> Option<&'static Word> {
    find(&ROLES, written)
}
