//! Turns a vague idea into a browser game that is proven playable.
//!
//! [`machine`] decides what a run does next and never acts; [`drive`] acts through [`ports`] and never decides.
//! [`composer`] makes a game without a model, [`critic`] reads it, [`validator`] plays it. A whole build, in memory
//! and without a browser (feature `stores`):
//!
//! ```
//! # #[cfg(feature = "stores")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use builder_core::{
//!     drive::{self, DriveSettings, Ports, RunEnd},
//!     drivers::{authors::PreparedAuthor, clocks::SystemClock, stores::MemoryStore},
//!     game::{BuildRequest, EngineChoice},
//!     ports::{DerivedIds, RunIds},
//!     protocol::{DeliveryMode, Limits},
//! };
//!
//! let request = BuildRequest { engine: EngineChoice::None, ..BuildRequest::new("an owl catches mice at night") };
//! let run = DerivedIds.candidate(&request, 1);
//! let store = MemoryStore::new();
//! let ports = Ports {
//!     author: &PreparedAuthor::default(), // nobody to ask: what is open is assumed
//!     model: None,                        // no model: the game is composed
//!     tester: None,                       // no browser: the game stays unproven
//!     checkpoints: &store,
//!     artifacts: &store,
//!     clock: &SystemClock::start(),
//!     events: &(),
//! };
//! let end = drive::build(ports, &DriveSettings::default(), &run, request, Limits::default()).await?;
//!
//! let RunEnd::Delivered { delivery, .. } = end else { unreachable!("nothing asked it to stop") };
//! assert_eq!(delivery.mode, Some(DeliveryMode::Composed));
//! let game = store.folder(&run, "game").expect("a delivered game");
//! assert!(game.text("play.html").is_some_and(|page| page.contains("Owl")));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "stores"))]
//! # fn main() {}
//! ```

pub mod codes;
pub mod composer;
pub mod critic;
pub mod drive;
pub mod drivers;
pub mod game;
pub mod genres;
pub mod machine;
pub mod phases;
pub mod ports;
pub mod prompts;
pub mod protocol;
pub mod report;
pub mod source;
#[cfg(feature = "testing")]
pub mod testing;
pub mod validator;
