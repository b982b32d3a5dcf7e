//! `romp2cuda lsp`: a language server, which tells an editor what the translator says of the text in it.
//!
//! From the messages of a client (Language Server Protocol 3.17) to diagnostics as one types, hovers, code actions, and
//! the way to each kernel. One thread answers; another one looks at documents, one at a time, always at their newest
//! text. A request about a text that was not looked at yet waits until it is. Must not know C, OpenMP, or what a
//! translation decides.

mod actions;
mod analysis;
mod client;
mod hover;
mod kernels;
mod messages;
mod positions;
mod server;
mod settings;

pub use server::serve;
