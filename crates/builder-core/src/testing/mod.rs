//! Scripted ports, and the contract suites that every implementation of a port must pass.
