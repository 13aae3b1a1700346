//! Room: ports.

mod fault;
mod play_tester;

pub use fault::Fault;
pub use play_tester::{
    Box2, CanvasLook, CanvasText, Counts, Element, Incident, Input, Moment, PlayTester, Screen, Shape, Stage, Step,
    Storage, World,
};
