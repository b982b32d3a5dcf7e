//! What the editor can do, and what the server offers it.
//!
//! Must not know what is asked for later.

use super::positions::Encoding;
use super::settings::Settings;
use super::{actions, kernels};
use lsp_types as lsp;
use serde::Deserialize;
use serde_json::{Value, json};

/// What a client can do and wants.
#[derive(Clone, Debug, Default)]
pub struct Client {
    pub encoding: Encoding,
    pub settings: Settings,
    pub shown: kernels::Shown,
    /// `window/showDocument`.
    pub shows: bool,
}

impl Client {
    /// From `InitializeParams`; what is wrong with the settings is for the user.
    pub fn read(offered: &Value) -> (Client, Option<String>) {
        let encodings = offered.pointer("/capabilities/general/positionEncodings");
        let encodings = encodings.and_then(|it| Vec::deserialize(it).ok());
        let options = offered.get("initializationOptions");
        let options = options.filter(|options| !options.is_null());
        let settings = options.map(Settings::deserialize).transpose();
        let complaint = settings.as_ref().err().map(|error| {
            format!("romp2cuda: initializationOptions: {error}; the usual options are used")
        });
        let supports = |path: &str| offered.pointer(path) == Some(&Value::Bool(true));
        let has = |path: &str| offered.pointer(path).is_some_and(|it| !it.is_null());
        let client = Client {
            encoding: Encoding::choose(&encodings.unwrap_or_default()),
            settings: settings.ok().flatten().unwrap_or_default(),
            shown: match has("/capabilities/workspace/textDocumentContent") {
                true => kernels::Shown::Virtual,
                false => kernels::Shown::File,
            },
            shows: supports("/capabilities/window/showDocument/support"),
        };
        (client, complaint)
    }
}

/// What the server says of itself at the beginning.
pub fn capabilities(client: &Client) -> Value {
    json!({
        "positionEncoding": client.encoding.kind(),
        "textDocumentSync": {
            "openClose": true,
            "change": lsp::TextDocumentSyncKind::FULL,
            "save": true,
        },
        "hoverProvider": true,
        "implementationProvider": true,
        "codeLensProvider": {},
        "codeActionProvider": {
            "codeActionKinds": [lsp::CodeActionKind::QUICKFIX, actions::FIX_ALL],
        },
        "executeCommandProvider": { "commands": [kernels::SHOW_KERNEL] },
        "workspace": { "textDocumentContent": { "schemes": [kernels::SCHEME] } },
    })
}
