//! Orders that no barrier makes: tickets, flags, locks, the last block.

pub mod block_tickets;
pub mod block_totals;
pub mod families;
pub mod flags;
pub mod handover;
pub mod last_block;
pub mod locks;
pub mod mbarriers;
pub mod order;
pub mod tickets;
mod told;
pub mod warp_tickets;
