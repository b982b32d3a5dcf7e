//! The loop of the server: documents, what waits for them, and which request gets what.
//!
//! Must not know what is found in a document.

use super::analysis::{self, Analysis};
use super::client::{Client, capabilities};
use super::positions::{path_of, uri_of};
use super::{actions, hover, kernels};
use crossbeam_channel::{Receiver, Sender, never, select};
use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response,
};
use lsp_types as lsp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a text stays as it is before it is looked at.
const PAUSE: Duration = Duration::from_millis(150);

/// How long the end of the server waits for the end of what it started.
const PARTING: Duration = Duration::from_secs(2);

/// A document that is open in the editor.
struct Document {
    uri: lsp::Uri,
    text: String,
    version: i32,
    /// Counts what makes an analysis old: other text, and files that were saved.
    state: u64,
    /// Of this text; none while it was not looked at.
    analysis: Option<Analysis>,
    /// Files about which something was said when it was last looked at.
    told: BTreeSet<PathBuf>,
}

struct Server<'a> {
    connection: &'a Connection,
    client: Client,
    documents: BTreeMap<PathBuf, Document>,
    /// Requests about texts that were not looked at yet.
    waiting: Vec<(PathBuf, Request)>,
    /// Documents to look at, and whether the other thread is at work.
    queue: VecDeque<PathBuf>,
    at_work: Option<PathBuf>,
    /// Tells the other thread that nobody needs its result.
    stop: Arc<AtomicBool>,
    /// The client has asked for the end, and may only say that it comes now.
    shut: bool,
    work: Sender<analysis::Request>,
    requests_made: i32,
}

/// Serves a client until it says that it is done. The error is for people.
pub fn serve(connection: &Connection) -> Result<(), String> {
    let (id, offered) = match connection.initialize_start() {
        Ok(started) => started,
        // A client that leaves at once.
        Err(ProtocolError { .. }) => return Ok(()),
    };
    let (client, complaint) = Client::read(&offered);
    let answer = json!({
        "capabilities": capabilities(&client),
        "serverInfo": { "name": "romp2cuda", "version": env!("CARGO_PKG_VERSION") },
    });
    connection
        .initialize_finish(id, answer)
        .map_err(|error| error.to_string())?;
    let (work, jobs) = crossbeam_channel::unbounded::<analysis::Request>();
    let (results, done) = crossbeam_channel::unbounded();
    let worker = std::thread::spawn(move || {
        for job in jobs {
            if results
                .send((job.path.clone(), analysis::of(&job)))
                .is_err()
            {
                return;
            }
        }
    });
    let mut server = Server {
        connection,
        client,
        documents: BTreeMap::new(),
        waiting: vec![],
        queue: VecDeque::new(),
        at_work: None,
        stop: Arc::default(),
        shut: false,
        work,
        requests_made: 0,
    };
    if let Some(complaint) = complaint {
        server.say(&complaint);
    }
    server.run(&done);
    // No compiler outlives the server.
    server.stop.store(true, Ordering::Relaxed);
    drop(server);
    let begin = Instant::now();
    while !worker.is_finished() && begin.elapsed() < PARTING {
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// What a handler makes of a request.
type Answer = Result<Value, (ErrorCode, String)>;

impl Server<'_> {
    fn run(&mut self, done: &Receiver<(PathBuf, Analysis)>) {
        loop {
            let idle = never();
            let pause = crossbeam_channel::after(PAUSE);
            let rests = !self.queue.is_empty() && self.at_work.is_none();
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) if self.shut => {
                        let text = "no request may follow `shutdown`".to_owned();
                        self.answer(request.id, Err((ErrorCode::InvalidRequest, text)));
                    }
                    Ok(Message::Request(request)) if request.method == "shutdown" => {
                        self.shut = true;
                        self.answer(request.id, Ok(Value::Null));
                    }
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(one)) if one.method == "exit" => return,
                    Ok(Message::Notification(_)) if self.shut => {}
                    Ok(Message::Notification(one)) => self.notification(one),
                    Ok(Message::Response(_)) => {}
                    Err(_) => return,
                },
                recv(done) -> result => {
                    if let Ok((path, analysis)) = result {
                        self.looked_at(&path, analysis);
                    }
                }
                recv(if rests { &pause } else { &idle }) -> _ => self.look(),
            }
            // Somebody waits: no need to see whether more is typed.
            let first = self.queue.front();
            if first.is_some_and(|first| self.waiting.iter().any(|(path, _)| path == first)) {
                self.look();
            }
        }
    }

    /// Gives the other thread the next document.
    fn look(&mut self) {
        if self.at_work.is_some() {
            return;
        }
        let Some(path) = self.queue.pop_front() else {
            return;
        };
        let Some(document) = self.documents.get(&path) else {
            return;
        };
        self.stop = Arc::default();
        let request = analysis::Request {
            stop: self.stop.clone(),
            path: path.clone(),
            text: document.text.clone(),
            state: document.state,
            settings: self.client.settings.clone(),
            encoding: self.client.encoding,
        };
        if self.work.send(request).is_ok() {
            self.at_work = Some(path);
        }
    }

    fn looked_at(&mut self, path: &Path, analysis: Analysis) {
        self.at_work = None;
        let Some(document) = self.documents.get_mut(path) else {
            return;
        };
        if document.state != analysis.state {
            return; // it waits in the queue again
        }
        let mut files: BTreeMap<PathBuf, Vec<lsp::Diagnostic>> = BTreeMap::new();
        files.entry(path.to_path_buf()).or_default();
        for old in &document.told {
            files.entry(old.clone()).or_default();
        }
        for found in &analysis.found {
            let file = files.entry(found.file.clone()).or_default();
            file.push(found.diagnostic.clone());
        }
        let told = files.iter().filter(|(_, all)| !all.is_empty());
        document.told = told.map(|(file, _)| file.clone()).collect();
        document.analysis = Some(analysis);
        let version = document.version;
        // The document's own come last: then all is said.
        let own = files.remove(path).unwrap_or_default();
        for (file, diagnostics) in files {
            self.publish(&file, diagnostics, None);
        }
        self.publish(path, own, Some(version));
        let (ready, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(of, _)| of == path);
        self.waiting = waiting;
        for (_, request) in ready {
            self.request(request);
        }
    }

    fn publish(&self, file: &Path, diagnostics: Vec<lsp::Diagnostic>, version: Option<i32>) {
        let uri = match self.documents.get(file) {
            Some(document) => document.uri.clone(), // as the client spells it
            None => uri_of(file),
        };
        let params = lsp::PublishDiagnosticsParams::new(uri, diagnostics, version);
        self.notify("textDocument/publishDiagnostics", json!(params));
    }

    fn notify(&self, method: &str, params: Value) {
        let one = Notification::new(method.to_owned(), params);
        // A client that is gone is noticed by the loop.
        let _ = self.connection.sender.send(one.into());
    }

    fn say(&self, text: &str) {
        let kind = lsp::MessageType::WARNING;
        self.notify(
            "window/showMessage",
            json!({ "type": kind, "message": text }),
        );
    }

    fn notification(&mut self, one: Notification) {
        match one.method.as_str() {
            "textDocument/didOpen" => {
                if let Some(open) = read::<lsp::DidOpenTextDocumentParams>(one.params) {
                    let document = open.text_document;
                    self.change(document.uri, document.text, document.version);
                }
            }
            "textDocument/didChange" => {
                if let Some(mut change) = read::<lsp::DidChangeTextDocumentParams>(one.params)
                    && let Some(last) = change.content_changes.pop()
                {
                    let of = change.text_document;
                    self.change(of.uri, last.text, of.version);
                }
            }
            "textDocument/didClose" => {
                if let Some(close) = read::<lsp::DidCloseTextDocumentParams>(one.params)
                    && let Some(path) = path_of(&close.text_document.uri)
                {
                    self.close(&path);
                }
            }
            // A header may have changed, which others include.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                let open: Vec<PathBuf> = self.documents.keys().cloned().collect();
                for path in open {
                    self.stale(path);
                }
            }
            "$/cancelRequest" => self.cancel(&one.params),
            _ => {}
        }
    }

    fn change(&mut self, uri: lsp::Uri, text: String, version: i32) {
        let Some(path) = path_of(&uri).filter(|path| analysis::is_source(path)) else {
            return;
        };
        let old = self.documents.remove(&path);
        let (state, told) = old.map_or_else(Default::default, |old| (old.state, old.told));
        let document = Document {
            uri,
            text,
            version,
            state,
            analysis: None,
            told,
        };
        self.documents.insert(path.clone(), document);
        self.stale(path);
    }

    /// A document is to be looked at again.
    fn stale(&mut self, path: PathBuf) {
        if let Some(document) = self.documents.get_mut(&path) {
            document.state += 1;
            document.analysis = None;
            if self.at_work.as_ref() == Some(&path) {
                self.stop.store(true, Ordering::Relaxed);
            }
            self.queue.retain(|one| *one != path);
            self.queue.push_back(path);
        }
    }

    fn close(&mut self, path: &Path) {
        self.queue.retain(|one| one != path);
        if let Some(document) = self.documents.remove(path) {
            let params = lsp::PublishDiagnosticsParams::new(document.uri, vec![], None);
            self.notify("textDocument/publishDiagnostics", json!(params));
            for file in document.told.iter().filter(|file| *file != path) {
                self.publish(file, vec![], None);
            }
        }
        let (closed, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|(of, _)| of == path);
        self.waiting = waiting;
        for (_, request) in closed {
            self.answer(request.id, Ok(Value::Null));
        }
    }

    fn cancel(&mut self, params: &Value) {
        let Some(id) = params
            .get("id")
            .and_then(|id| RequestId::deserialize(id).ok())
        else {
            return;
        };
        if let Some(at) = self.waiting.iter().position(|(_, one)| one.id == id) {
            self.waiting.remove(at);
            let error = (ErrorCode::RequestCanceled, "cancelled".to_owned());
            self.answer(id, Err(error));
        }
    }

    fn answer(&self, id: RequestId, answer: Answer) {
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err((code, text)) => Response::new_err(id, code as i32, text),
        };
        let _ = self.connection.sender.send(response.into());
    }

    fn request(&mut self, request: Request) {
        let Some(path) = about(&request) else {
            let text = match KNOWN.contains(&request.method.as_str()) {
                true => (ErrorCode::InvalidParams, "no C file is named".to_owned()),
                false => (ErrorCode::MethodNotFound, request.method),
            };
            return self.answer(request.id, Err(text));
        };
        match self.documents.get(&path).map(|document| &document.analysis) {
            // No document of ours: a header, or one that was closed.
            None => self.answer(request.id, Ok(Value::Null)),
            Some(None) => self.waiting.push((path, request)),
            Some(Some(_)) => {
                let answer = self.handle(&path, &request);
                self.answer(request.id, answer);
            }
        }
    }

    /// A request about a document that was looked at.
    fn handle(&mut self, path: &Path, request: &Request) -> Answer {
        let document = &self.documents[path];
        let Some(analysis) = &document.analysis else {
            return Ok(Value::Null);
        };
        match request.method.as_str() {
            "textDocument/hover" => {
                let params: lsp::HoverParams = params(request)?;
                let position = params.text_document_position_params.position;
                Ok(json!(hover::at(analysis, position)))
            }
            "textDocument/implementation" => {
                let params: lsp::GotoDefinitionParams = params(request)?;
                let position = params.text_document_position_params.position;
                match kernels::at(analysis, position) {
                    Some(kernel) => Ok(json!(self.location(path, analysis, kernel)?)),
                    None => Ok(Value::Null),
                }
            }
            "textDocument/codeLens" => Ok(json!(kernels::lenses(&document.uri, analysis))),
            "textDocument/codeAction" => {
                let params: lsp::CodeActionParams = params(request)?;
                let only = params.context.only.as_deref();
                Ok(json!(actions::at(analysis, path, params.range, only)))
            }
            "workspace/executeCommand" => {
                let params: lsp::ExecuteCommandParams = params(request)?;
                let name = kernels::asked(&params.arguments).map(|(_, name)| name);
                let mut all = analysis.kernels.iter();
                let kernel = all.find(|kernel| Some(kernel.report.name.as_str()) == name);
                let Some(kernel) = kernel else {
                    let text = "this kernel is no longer in the file".to_owned();
                    return Err((ErrorCode::InvalidParams, text));
                };
                let location = self.location(path, analysis, kernel)?;
                let answer = json!(location);
                self.show(location);
                Ok(answer)
            }
            "workspace/textDocumentContent" => Ok(json!({ "text": analysis.cuda })),
            other => Err((ErrorCode::MethodNotFound, other.to_owned())),
        }
    }

    fn location(
        &self,
        path: &Path,
        analysis: &Analysis,
        kernel: &analysis::Kernel,
    ) -> Result<lsp::Location, (ErrorCode, String)> {
        let location = kernels::location(path, analysis, kernel, self.client.shown);
        location.map_err(|failure| (ErrorCode::InternalError, format!("{failure:?}")))
    }

    /// Has the editor show a place, where it can.
    fn show(&mut self, location: lsp::Location) {
        if !self.client.shows {
            return;
        }
        self.requests_made += 1;
        let request = Request::new(
            RequestId::from(self.requests_made),
            "window/showDocument".to_owned(),
            json!({ "uri": location.uri, "takeFocus": true, "selection": location.range }),
        );
        let _ = self.connection.sender.send(request.into());
    }
}

/// The requests that are about a document.
const KNOWN: [&str; 6] = [
    "textDocument/hover",
    "textDocument/implementation",
    "textDocument/codeLens",
    "textDocument/codeAction",
    "workspace/executeCommand",
    "workspace/textDocumentContent",
];

/// The document that a request is about; none for requests that nothing here answers.
fn about(request: &Request) -> Option<PathBuf> {
    let uri = |path: &str| {
        let text = request.params.pointer(path)?.as_str()?;
        text.parse::<lsp::Uri>().ok()
    };
    match request.method.as_str() {
        "workspace/executeCommand" => {
            let command = request.params.pointer("/command")?.as_str()?;
            let uri = uri("/arguments/0").filter(|_| command == kernels::SHOW_KERNEL)?;
            path_of(&uri)
        }
        "workspace/textDocumentContent" => kernels::source_of(&uri("/uri")?),
        method if KNOWN.contains(&method) => path_of(&uri("/textDocument/uri")?),
        _ => None,
    }
}

/// Parameters of a notification; one that makes no sense is none.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

fn params<T: DeserializeOwned>(request: &Request) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(request.params.clone())
        .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}
