//! Room: phases.
