//! Pure renderings of what a run made: for the player, the author, and people who look into it.

mod explanation;
mod manifest;
mod markdown;
mod page;
mod picture_book;
mod play_html;

pub use explanation::{codes_near, error_json, explain_json, kind_json};
pub use manifest::{ManifestSource, manifest};
pub use markdown::{notes_md, plan_md, report_md};
pub use page::report_html;
pub use picture_book::picture_book;
pub use play_html::play_html;
