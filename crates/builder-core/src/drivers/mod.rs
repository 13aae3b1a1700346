//! Adapters to the world: the only room that touches it.
