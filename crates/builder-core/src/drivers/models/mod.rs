//! Language models.

mod command;

pub use command::CommandModel;
