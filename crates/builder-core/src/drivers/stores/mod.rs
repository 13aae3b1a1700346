//! Where runs are kept: a folder on disk, or memory.

mod folder;
mod memory;

pub use folder::FolderStore;
pub use memory::MemoryStore;
