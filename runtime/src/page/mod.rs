//! A page: locating, observing and acting in every frame of a tab.

pub mod agent;
