//! Room: ports.
