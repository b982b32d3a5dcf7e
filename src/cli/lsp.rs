//! `romp2cuda lsp`: a language server on standard input and output.

use super::terminal::Terminal;
use crate::driver::Failure;
use crate::lsp;
use lsp_server::Connection;

pub(super) fn run(terminal: &Terminal) -> i32 {
    let (connection, threads) = Connection::stdio();
    let served = lsp::serve(&connection);
    // The threads end when nobody is left who could give them anything.
    drop(connection);
    let joined = threads.join().map_err(|error| error.to_string());
    match served.and(joined) {
        Ok(()) => 0,
        Err(error) => terminal.fail(Failure::tool(
            format!("the editor cannot be understood: {error}"),
            "start `romp2cuda lsp` from an editor; docs/editors.md shows how",
        )),
    }
}
