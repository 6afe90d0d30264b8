//! What the front end makes of a file: the device side for each architecture, and the host side with its launches.

use super::check::{Check, is_cuda};
use super::devices::Devices;
use super::launches;
use crate::driver::cache::sources::Sources;
use crate::front::clang::{CompiledUnit, Side};
use crate::front::config::{LaunchSites, Stop};
use crate::verdict::Reason;
use std::path::Path;

/// What the front end made of a file. **Invariant:** all that a file's kernels are lowered from, since reports are
/// remembered by it.
pub(super) enum Front {
    Unit {
        devices: Devices,
        /// `None`: it launches nothing, or that is not asked for. Otherwise why clang could not compile it.
        host: Result<Option<Box<CompiledUnit>>, String>,
    },
    /// Nothing: LLVM's IR and protocols are read as they are.
    File,
}

impl Front {
    /// The files that it was made of. `None` if they are not known.
    pub(super) fn sources(&self, path: &Path) -> Option<Sources> {
        match self {
            Front::File => Some(Sources::new([path.to_owned()])),
            Front::Unit { devices, host } => {
                let made = devices.made.iter().map(|device| &device.unit);
                let sides: Vec<_> =
                    host.iter().flatten().map(Box::as_ref).chain(made).map(|unit| &unit.files).collect();
                let all_listed = sides.iter().all(|files| !files.is_empty());
                // What fails is not known to be all that it depends on.
                (all_listed && devices.are_all_listed()).then(|| Sources::new(sides.into_iter().flatten().cloned()))
            }
        }
    }
}

impl Check<'_> {
    pub(super) fn front(&self, path: &Path) -> Result<Front, (String, String)> {
        if self.environment.stop.as_ref().is_some_and(Stop::is_set) {
            return Err((Reason::NotFinished.to_string(), String::new()));
        }
        if let Err(e) = std::fs::File::open(path)
            && !self.environment.has_text_of(path)
        {
            return Err((format!("{}: {e}", path.display()), String::new()));
        }
        if !is_cuda(path) {
            return Ok(Front::File);
        }
        let wanted = self.wants_host(path);
        let compile = || self.compile(path, Side::Host).map(Box::new).map_err(|(reason, _)| reason);
        let (devices, host) = rayon::join(|| self.devices(path), || wanted.then(compile).transpose());
        let devices = devices?;
        // A library's launches are not seen, but what they make of its templates.
        let unforeseen = self.config.launches == LaunchSites::File && !wanted;
        let unforeseen = unforeseen && self.has_instances(path, &devices)?;
        let host = if unforeseen { compile().map(Some) } else { host };
        Ok(Front::Unit { devices, host })
    }

    /// Whether the host side of a CUDA file is looked at in any case.
    pub(super) fn wants_host(&self, path: &Path) -> bool {
        self.config.launches == LaunchSites::File
            && launches::may_launch(path, &self.invocation.include_paths, self.environment)
    }
}
