//! A page of the report, read without a browser: what a browser must find in it. `tests/page/check.sh` has one open it.

use std::collections::BTreeSet;

/// Ids are unique, all links lead to one of them, and the file needs no other file.
pub fn check(page: &str) -> Result<(), String> {
    let mut ids = BTreeSet::new();
    for id in attributes(page, " id=\"") {
        if !ids.insert(id) {
            return Err(format!("two elements have the id {id}"));
        }
    }
    for to in attributes(page, " href=\"") {
        if !to.strip_prefix('#').is_some_and(|id| ids.contains(id)) {
            return Err(format!("a link leads to {to}, which is nowhere"));
        }
    }
    for outside in ["http:", "https:", " src=", "<link", "@import", "url("] {
        if page.contains(outside) {
            return Err(format!("the page needs something else: {outside}"));
        }
    }
    Ok(())
}

fn attributes<'a>(page: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let mut parts = page.split(name);
    parts.next();
    parts.filter_map(|part| part.split('"').next())
}

/// Each line of the CUDA file behind the line of the program that it is linked to.
pub fn links(page: &str) -> String {
    let mut out = String::new();
    for line in page.split("<span class=\"l").skip(1) {
        let line = line.split("</code>").next().unwrap_or_default();
        let id = attributes(line, " id=\"").next().unwrap_or_default();
        if !id.contains("c-") {
            continue;
        }
        let to = attributes(line, " href=\"#").next().unwrap_or_default();
        let text = line.split_once('>').map_or("", |(_, text)| text);
        let text = plain(text);
        let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
        out.push_str(format!("{to:>10} | {text}").trim_end());
        out.push('\n');
    }
    out
}

/// The text without elements.
fn plain(html: &str) -> String {
    let mut out = String::new();
    for part in html.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    let signs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    signs
        .iter()
        .fold(out, |text, (name, sign)| text.replace(name, sign))
}
