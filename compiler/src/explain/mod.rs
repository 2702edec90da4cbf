//! What each code means, for people: the pages of `docs/errors/`.

use crate::diagnostic::Code;

/// The page of a code, as Markdown: what it means, a bad example, why, a good example.
pub const fn explain(code: Code) -> &'static str {
    match code {
        Code::E001 => include_str!("../../../docs/errors/E001.md"),
        Code::E002 => include_str!("../../../docs/errors/E002.md"),
        Code::E003 => include_str!("../../../docs/errors/E003.md"),
        Code::E004 => include_str!("../../../docs/errors/E004.md"),
        Code::E005 => include_str!("../../../docs/errors/E005.md"),
        Code::E006 => include_str!("../../../docs/errors/E006.md"),
        Code::E007 => include_str!("../../../docs/errors/E007.md"),
        Code::E010 => include_str!("../../../docs/errors/E010.md"),
        Code::E011 => include_str!("../../../docs/errors/E011.md"),
        Code::S001 => include_str!("../../../docs/errors/S001.md"),
        Code::C001 => include_str!("../../../docs/errors/C001.md"),
        Code::C002 => include_str!("../../../docs/errors/C002.md"),
        Code::C003 => include_str!("../../../docs/errors/C003.md"),
        Code::W001 => include_str!("../../../docs/errors/W001.md"),
        Code::W002 => include_str!("../../../docs/errors/W002.md"),
        Code::W003 => include_str!("../../../docs/errors/W003.md"),
        Code::W004 => include_str!("../../../docs/errors/W004.md"),
        Code::W005 => include_str!("../../../docs/errors/W005.md"),
        Code::W006 => include_str!("../../../docs/errors/W006.md"),
        Code::W007 => include_str!("../../../docs/errors/W007.md"),
    }
}
