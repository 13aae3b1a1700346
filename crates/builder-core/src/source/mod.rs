//! The only room that knows HTML, CSS and JavaScript as languages.

mod single_file;

pub use single_file::single_file;
