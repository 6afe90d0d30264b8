//! What the lanes of a warp access together, as JSON.

use crate::verdict::{Cost, LaneAccess, Together};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Access<'a> {
    /// Bytes that each lane accesses.
    bytes: u64,
    /// Of shared memory: the most words that one bank is asked for at a time, and which.
    #[serde(skip_serializing_if = "Option::is_none")]
    degree: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<u32>,
    /// Of global memory: sectors that are moved, and how many would hold the bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    sectors: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u32>,
    lanes: Vec<Lane<'a>>,
}

#[derive(Serialize)]
struct Lane<'a> {
    lane: u32,
    thread: [u32; 3],
    /// In bytes from the start of the array.
    byte: i64,
    cell: &'a str,
    /// It waits at the bank for others.
    collides: bool,
}

pub(super) fn access(together: &Together) -> Access<'_> {
    let (degree, bank, sectors, least) = match together.cost {
        Cost::Banks { degree, bank } => (Some(degree), Some(bank), None, None),
        Cost::Sectors { moved, least } => (None, None, Some(moved), Some(least)),
    };
    Access { bytes: together.bytes, degree, bank, sectors, least, lanes: together.lanes.iter().map(lane).collect() }
}

fn lane(LaneAccess { lane, thread, at, cell, collides }: &LaneAccess) -> Lane<'_> {
    Lane { lane: *lane, thread: *thread, byte: *at, cell, collides: *collides }
}
