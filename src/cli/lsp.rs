//! `romp2cuda lsp`: a language server on standard input and output.

use super::terminal::Terminal;
use crate::driver::Failure;
use crate::lsp;
use lsp_server::{Connection, Message};
use std::io::{self, BufRead, Read};
use std::thread::{JoinHandle, spawn};

pub(super) fn run(terminal: &Terminal) -> i32 {
    let (connection, threads) = connected();
    let served = lsp::serve(&connection);
    // The threads end when nobody is left who could give them anything.
    drop(connection);
    let joined = threads.into_iter().try_for_each(|thread| {
        let result = thread.join().unwrap_or(Ok(()));
        result.map_err(|error| error.to_string())
    });
    match served.and(joined) {
        Ok(()) => 0,
        Err(error) => terminal.fail(Failure::tool(
            format!("the editor cannot be understood: {error}"),
            "start `romp2cuda lsp` from an editor; docs/editors.md shows how",
        )),
    }
}

/// A connection with whoever started this, and the threads that read and write.
fn connected() -> (Connection, [JoinHandle<io::Result<()>>; 2]) {
    let (sender, outgoing) = crossbeam_channel::bounded::<Message>(0);
    let (incoming, receiver) = crossbeam_channel::bounded(0);
    let reader = spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = message(&mut input)? {
            let last = matches!(&message, Message::Notification(one) if one.method == "exit");
            if incoming.send(message).is_err() || last {
                break;
            }
        }
        Ok(())
    });
    let writer = spawn(move || {
        let mut output = io::stdout();
        outgoing
            .into_iter()
            .try_for_each(|message| message.write(&mut output))
    });
    (Connection { sender, receiver }, [reader, writer])
}

/// As long as a message may be: more than any text that is edited.
const LONGEST: u64 = 1 << 30;

/// The next message; none at the end of the input.
fn message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let mut whole = vec![];
    let mut length = None;
    loop {
        let begin = whole.len();
        if input.read_until(b'\n', &mut whole)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&whole[begin..]);
        let line = line.trim();
        match line.split_once(':') {
            None if line.is_empty() => break,
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<u64>().ok();
            }
            _ => {}
        }
    }
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
    let length = length.ok_or_else(|| invalid("a message without its length".into()))?;
    if length > LONGEST {
        return Err(invalid(format!("a message of {length} bytes")));
    }
    if input.take(length).read_to_end(&mut whole)? as u64 != length {
        return Ok(None);
    }
    Message::read(&mut &*whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_a_length_that_can_be() {
        let read = |text: &str| message(&mut text.as_bytes());
        let one = "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
        assert!(matches!(read(one), Ok(Some(Message::Notification(_)))));
        assert!(matches!(read(&one[..40]), Ok(None)));
        assert!(matches!(read(""), Ok(None)));
        for wrong in [
            "Content-Length: 9000000000000000000\r\n\r\n{}",
            "Content-Length: -1\r\n\r\n{}",
            "Other: 2\r\n\r\n{}",
            "Content-Length: 2\r\n\r\n{}",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
