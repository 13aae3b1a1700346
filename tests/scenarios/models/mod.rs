//! Language models behind a real wire: what servers do, and what comes of it.

mod faults;
mod negotiation;
mod retries;
mod server;
