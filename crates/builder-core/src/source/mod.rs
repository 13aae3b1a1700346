//! Reads a game's files into facts. The only room that knows the parser of the language.
//!
//! What comes out is plain data: neither the critic nor the validator sees a syntax tree.

mod facts;
mod guards;
mod instrument;
mod keys;
mod page;
mod places;
mod reach;
mod scopes;
mod script;
mod single_file;
mod words;

pub use facts::{
    Assignment, Compared, ConstWrite, Declared, Edge, EndlessLoop, Facts, FunctionFacts, GlobalUse, Listener, Lookup,
    MemberUse, PageFacts, PageTag, ParseError, Place, Problem, Runs, Scheduler, ScriptFacts, Shown, Sink, Target,
    Trigger, Use,
};
pub(crate) use facts::{is_foreign, may_be};
pub use guards::Bounds;
pub use instrument::{Instrumented, debug_copy, instrument};
pub use keys::{codes_of, right_key_name};
pub use page::read_page;
pub use script::read;
pub(crate) use script::{is_input_event, path_of};
pub use single_file::single_file;
pub use words::{is_browser_name, key_codes_in};
