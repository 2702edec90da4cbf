//! Real mouse events.

use aite_cdp::browser::input::{DispatchMouseEventParams, DispatchMouseEventType, MouseButton};

use super::agent::Point;

/// The pointer goes somewhere, with the button held or not.
pub(crate) fn moved(to: Point, held: bool) -> DispatchMouseEventParams {
    let mut event = DispatchMouseEventParams::new(DispatchMouseEventType::MouseMoved, to.x, to.y);
    if held {
        event.button = Some(MouseButton::Left);
        event.buttons = Some(1);
    }
    event
}

/// The left button goes down, for the `count`th time in quick succession.
pub(crate) fn pressed(at: Point, count: i64) -> DispatchMouseEventParams {
    let mut event = button(DispatchMouseEventType::MousePressed, at, count);
    event.buttons = Some(1);
    event
}

/// The left button comes up.
pub(crate) fn released(at: Point, count: i64) -> DispatchMouseEventParams {
    let mut event = button(DispatchMouseEventType::MouseReleased, at, count);
    event.buttons = Some(0);
    event
}

fn button(kind: DispatchMouseEventType, at: Point, count: i64) -> DispatchMouseEventParams {
    let mut event = DispatchMouseEventParams::new(kind, at.x, at.y);
    event.button = Some(MouseButton::Left);
    event.click_count = Some(count);
    event
}
