//! The files that the translator carries: the runtime's static library and its headers.
//!
//! Both are fixed when romp2cuda is built, and packed (`build.rs`). Must not know where they will be written.

use std::sync::OnceLock;

/// `libromp.a`, to be linked before the host's OpenMP library, with `-lpthread -ldl -lm`. It is unpacked for each call:
/// `cache::runtime_library` is the file that was unpacked before.
pub fn runtime_library() -> Vec<u8> {
    // A constant would be in the program once for each place that reads it.
    static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libromp.a.packed"));
    unpacked(PACKED)
}

static HEADERS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/headers.packed"));

/// The packed headers: other bytes where any of them is another one.
pub fn packed_headers() -> &'static [u8] {
    HEADERS
}

/// Each header's path below an include folder, and its text.
pub fn headers() -> &'static [(String, String)] {
    static UNPACKED: OnceLock<Vec<(String, String)>> = OnceLock::new();
    UNPACKED.get_or_init(|| {
        let text = String::from_utf8(unpacked(HEADERS)).expect("headers are UTF-8");
        let mut rest = text.as_str();
        let mut headers = vec![];
        while let Some((name, behind)) = rest.split_once('\n') {
            let (length, behind) = behind.split_once('\n').expect("what build.rs wrote");
            let length = length.parse().expect("what build.rs wrote");
            let (header, behind) = behind.split_at(length);
            headers.push((name.to_owned(), header.to_owned()));
            rest = behind;
        }
        headers
    })
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(packed).expect("what build.rs packed")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::image::ABI;
    use crate::plan::decisions::launch::MASTER;

    #[test]
    fn the_library_is_an_archive() {
        assert!(runtime_library().starts_with(b"!<arch>\n"));
    }

    #[test]
    fn no_header_is_forgotten() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-cuda/include");
        let mut found: Vec<String> = ["", "romp"]
            .iter()
            .flat_map(|sub| {
                std::fs::read_dir(format!("{folder}/{sub}"))
                    .unwrap()
                    .map(move |e| (sub, e.unwrap()))
            })
            .filter(|(_, entry)| entry.file_type().unwrap().is_file())
            .map(|(sub, entry)| {
                let name = entry.file_name().into_string().unwrap();
                if sub.is_empty() {
                    name
                } else {
                    format!("{sub}/{name}")
                }
            })
            .collect();
        found.sort();
        assert_eq!(
            found,
            headers()
                .iter()
                .map(|(name, _)| name.to_string())
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn headers_have_the_translators_numbers() {
        let text = |wanted: &str| {
            let mut all = headers().iter();
            let found = all.find(|(name, _)| *name == wanted);
            found.expect("it is a header").1.as_str()
        };
        let constants = text("romp.h");
        for (name, number) in [("ROMP_ABI", ABI), ("ROMP_MASTER", MASTER)] {
            let line = format!("#define {name} {number}\n");
            assert!(constants.contains(&line), "{line}");
        }
        let workers = format!("workers() {{ return threads() - {MASTER}; }}");
        assert!(text("romp/fork.cuh").contains(&workers), "{workers}");
    }
}
