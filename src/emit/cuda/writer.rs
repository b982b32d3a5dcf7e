//! Indented lines of text. Knows nothing of C.

/// Text under construction; `line` writes at the current indentation.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    pub text: String,
    /// In levels of four blanks.
    pub indent: usize,
    /// The first line is the head of a loop.
    pub starts_with_loop: bool,
}

impl Writer {
    pub fn at(indent: usize) -> Writer {
        Writer {
            indent,
            ..Writer::default()
        }
    }

    /// One line, or several where `text` holds line breaks (each is indented).
    pub fn line(&mut self, text: impl AsRef<str>) {
        for line in text.as_ref().split('\n') {
            if !line.is_empty() {
                self.text.extend(std::iter::repeat_n("    ", self.indent));
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// The next line is the head of a loop.
    pub fn loop_follows(&mut self) {
        self.starts_with_loop |= self.text.is_empty();
    }

    /// A line one level to the left: labels.
    pub fn outdented(&mut self, text: &str) {
        self.indent = self.indent.saturating_sub(1);
        self.line(text);
        self.indent += 1;
    }

    /// A blank line, unless there is one already or nothing before it.
    pub fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    pub fn nested(&mut self, f: impl FnOnce(&mut Writer)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }
}
