//! What the translator carries inside: the runtime library and the headers.

/// The runtime library `libromp.a`. Until it is built in: an empty archive.
pub fn runtime_library() -> Vec<u8> {
    b"!<arch>\n".to_vec()
}

/// File names below the include directory, with their text.
pub fn headers() -> &'static [(&'static str, &'static str)] {
    &[("romp.h", include_str!("../../runtime-cuda/include/romp.h"))]
}
