//! The benchmark's run loop on engines that do what a script says: errors, silence, disconnects, death.

mod costs;
mod hostile;
mod launch;
mod record;
mod remote;
mod set;
mod stand_in;
mod table_a;
mod table_b;
