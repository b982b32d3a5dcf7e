//! (to be written)

pub mod device_code;
