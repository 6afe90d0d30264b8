//! The floors of the large folders: each room uses only those below it.

use crate::circles::of_sources;
use crate::none;

/// The rooms of a folder of `src/`, from the ground up. Rooms in one row do not use each other. What lies in no room may use
/// all, and no room uses it but for what `BESIDE` lists.
const ROOMS: &[(&str, &[&[&str]])] = &[
    (
        "analysis",
        &[
            &["facts", "reports"],
            &["phases"],
            &["pair"],
            &["warp"],
            &["asking"],
            &["findings"],
            &["barriers", "orders"],
            &["races", "contracts", "concrete"],
        ],
    ),
    ("llvm", &[&["bind"], &["device"], &["flow"], &["prepare"], &["lower", "host", "plain"]]),
];

/// Files that the rooms of their folder use.
const BESIDE: &[[&str; 2]] = &[["analysis", "options"], ["llvm", "reading"]];

/// The floor of a module and its room, if it lies in a room of this folder.
fn floor<'m>(module: &'m [String], folder: &str, floors: &[&[&str]]) -> Option<(usize, &'m str)> {
    let [first, room, ..] = module else { return None };
    let at = floors.iter().position(|rooms| rooms.contains(&room.as_str()))?;
    (first == folder).then_some((at, room))
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let (imports, mut faults) = (of_sources(), vec![]);
    for (folder, floors) in ROOMS {
        for (module, used) in &imports {
            let Some((own, room)) = floor(module, folder, floors) else { continue };
            for other in used.iter().filter(|other| other[0] == *folder) {
                let is_beside = BESIDE.iter().any(|file| other.iter().eq(file));
                let is_below = floor(other, folder, floors).is_some_and(|(at, name)| at < own || name == room);
                if !is_beside && !is_below {
                    faults.push(format!("{} uses {}", module.join("::"), other.join("::")));
                }
            }
        }
    }
    none("a room uses one that is not below it", &faults);
}
