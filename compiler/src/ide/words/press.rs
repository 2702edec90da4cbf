//! The keys of the keyboard.

/// What a named key does on most pages; `None` for what is no key's name.
pub fn key_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "Enter" => "Sends a form, follows a link, or begins a line.",
        "Tab" => "Goes to the next field. The one that is left fires `change`.",
        "Escape" => "Closes a dialog or a menu, or gives up a change.",
        "ArrowDown" => "Down: the next line, option or menu entry.",
        "ArrowUp" => "Up: the previous line, option or menu entry.",
        "ArrowLeft" => "Left: the previous character, tab or value.",
        "ArrowRight" => "Right: the next character, tab or value.",
        "Backspace" => "Deletes what is before the cursor.",
        "Delete" => "Deletes what is behind the cursor.",
        "Space" => "A blank in a text; elsewhere it presses a button or ticks a box.",
        "Home" => "To the beginning of the line or list.",
        "End" => "To the end of the line or list.",
        "PageUp" => "A screen up.",
        "PageDown" => "A screen down.",
        _ => return None,
    })
}

/// What holding a key does; `None` for what cannot be held.
pub fn held(name: &str) -> Option<&'static str> {
    Some(match name {
        "Control" => "Held: commands of the page and of fields, such as `Control+A`.",
        "Shift" => "Held: selects while moving; with `Tab` it goes back.",
        "Alt" => "Held: access keys and menus.",
        "Meta" => "Held: the Command key of a Mac, the Windows key elsewhere.",
        _ => return None,
    })
}
