//! Sessions of an editor with `romp2cuda lsp`: a client that reads its lines from a script.
//!
//! Each folder of `tests/lsp/` has C files, a `session` and what is expected of it, `transcript`; `ROMP_BLESS=1` rewrites
//! that. The words of a session are the methods of `Client` below. `NAME@LINE` is where a line has a text.

mod support;

use libtest_mimic::{Arguments, Trial};
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use support::{Outcome, compare_with_file, root};

const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let sessions = std::fs::read_dir(root().join("tests/lsp")).expect("sessions");
    let mut sessions: Vec<PathBuf> = sessions.map(|entry| entry.unwrap().path()).collect();
    sessions.sort();
    let trials = sessions.into_iter().map(|folder| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        Trial::test(name, move || check(&folder))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn check(folder: &Path) -> Outcome {
    let copy = tempfile::tempdir()?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if !["session", "transcript"]
            .iter()
            .any(|name| path.ends_with(name))
        {
            std::fs::copy(&path, copy.path().join(path.file_name().unwrap()))?;
        }
    }
    let session = std::fs::read_to_string(folder.join("session"))?;
    let mut client = Client::start(copy.path())?;
    for line in session.lines().filter(|line| !line.is_empty()) {
        let _ = writeln!(client.transcript, "> {line}");
        client
            .line(line)
            .map_err(|error| format!("{line}: {error}"))?;
    }
    let transcript = client.end()?;
    let place = copy.path().to_string_lossy().into_owned();
    Ok(compare_with_file(
        &folder.join("transcript"),
        &transcript.replace(&place, "DIR"),
    )?)
}

type Done = Result<(), String>;

struct Client {
    folder: PathBuf,
    server: Child,
    input: ChildStdin,
    messages: Receiver<Message>,
    /// Text and version of what is open.
    open: BTreeMap<String, (String, i32)>,
    requests: i32,
    transcript: String,
}

impl Client {
    fn start(folder: &Path) -> Result<Client, String> {
        let mut command = support::romp2cuda();
        command
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut server = command.spawn().map_err(|error| error.to_string())?;
        let input = server.stdin.take().expect("a pipe");
        let mut output = BufReader::new(server.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(Client {
            folder: folder.to_path_buf(),
            server,
            input,
            messages,
            open: BTreeMap::new(),
            requests: 0,
            transcript: String::new(),
        })
    }

    fn line(&mut self, line: &str) -> Done {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (file, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "initialize" => self.initialize(line.strip_prefix("initialize").unwrap_or("")),
            "open" => self.open(file),
            "edit" => self.edit(file, rest),
            "write" => self.write(file, rest),
            "close" => self.close(file),
            "hover" => self.hover(file, rest),
            "implementation" => self.implementation(file, rest),
            "lens" => self.lens(file),
            "actions" => self.actions(file, rest),
            "apply" => self.apply(file, rest),
            "show" => self.show(file, rest),
            "content" => self.content(file, rest),
            "request" => self.request_raw(file, rest),
            _ => Err("no such word".into()),
        }
    }

    /// `initialize CAPABILITIES OPTIONS`, both JSON.
    fn initialize(&mut self, rest: &str) -> Done {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let mut next = || values.next().and_then(Result::ok).unwrap_or(Value::Null);
        let (capabilities, options) = (next(), next());
        let answer = self.request(
            "initialize",
            json!({"capabilities": capabilities, "initializationOptions": options}),
        )?;
        let encoding = &answer["capabilities"]["positionEncoding"];
        let _ = writeln!(self.transcript, "encoding {encoding}");
        self.notify("initialized", json!({}))
    }

    fn open(&mut self, file: &str) -> Done {
        let path = self.folder.join(file);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        self.open.insert(file.to_owned(), (text.clone(), 1));
        let uri = self.uri(file);
        self.notify(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": "c", "version": 1, "text": text}}),
        )?;
        self.diagnostics(file)
    }

    /// `edit FILE /OLD/NEW/`: the first occurrence, which must exist.
    fn edit(&mut self, file: &str, what: &str) -> Done {
        let parts: Vec<&str> = what.trim_matches('/').split('/').collect();
        let [old, new] = parts[..] else {
            return Err("write /OLD/NEW/".into());
        };
        let (text, _) = self.open.get(file).ok_or("it is not open")?;
        if !text.contains(old) {
            return Err(format!("there is no {old}"));
        }
        self.change(file, text.replacen(old, &new.replace("\\n", "\n"), 1))
    }

    fn change(&mut self, file: &str, text: String) -> Done {
        let (old, version) = self.open.get_mut(file).ok_or("it is not open")?;
        *version += 1;
        *old = text.clone();
        let version = *version;
        let uri = self.uri(file);
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}),
        )?;
        self.diagnostics(file)
    }

    /// `write FILE TEXT`: a file on the disk, as another program would write it, or the editor with another buffer.
    fn write(&mut self, file: &str, text: &str) -> Done {
        let text = text.replace("\\n", "\n") + "\n";
        std::fs::write(self.folder.join(file), text).map_err(|error| error.to_string())?;
        let uri = self.uri(file);
        self.notify(
            "textDocument/didSave",
            json!({"textDocument": {"uri": uri}}),
        )?;
        let open: Vec<String> = self.open.keys().cloned().collect();
        open.iter().try_for_each(|one| self.diagnostics(one))
    }

    fn close(&mut self, file: &str) -> Done {
        self.open.remove(file);
        let uri = self.uri(file);
        self.notify(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        )?;
        self.diagnostics(file)
    }

    fn hover(&mut self, file: &str, place: &str) -> Done {
        let params = self.at(file, place)?;
        let answer = self.request("textDocument/hover", params)?;
        let text = answer["contents"]["value"].as_str().unwrap_or("nothing");
        let text = text.trim_end().to_owned();
        self.say(&text);
        Ok(())
    }

    fn implementation(&mut self, file: &str, place: &str) -> Done {
        let params = self.at(file, place)?;
        let answer = self.request("textDocument/implementation", params)?;
        let Some(uri) = answer["uri"].as_str() else {
            self.say("nowhere");
            return Ok(());
        };
        let Some(path) = uri.strip_prefix("file://") else {
            let text = format!("{uri} {}", answer["range"]);
            self.say(&text);
            return Ok(());
        };
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let line = |end: &str| answer["range"][end]["line"].as_u64().unwrap_or(0) as usize;
        let lines: Vec<&str> = text.lines().collect();
        let shown = lines[line("start")..=line("end")].join("\n");
        let name = path.rsplit('/').next().unwrap_or(path);
        self.say(&format!("{name}:\n{shown}"));
        Ok(())
    }

    fn lens(&mut self, file: &str) -> Done {
        let params = json!({"textDocument": {"uri": self.uri(file)}});
        let answer = self.request("textDocument/codeLens", params)?;
        for lens in answer.as_array().into_iter().flatten() {
            let line = lens["range"]["start"]["line"].as_u64().unwrap_or(0) + 1;
            self.say(&format!(
                "{line}: {}",
                lens["command"]["title"].as_str().unwrap_or("?")
            ));
        }
        Ok(())
    }

    fn asked_actions(&mut self, file: &str, place: &str) -> Result<Vec<Value>, String> {
        let at = self.at(file, place)?["position"].clone();
        let params = json!({
            "textDocument": {"uri": self.uri(file)},
            "range": {"start": at, "end": at},
            "context": {"diagnostics": []},
        });
        let answer = self.request("textDocument/codeAction", params)?;
        Ok(answer.as_array().cloned().unwrap_or_default())
    }

    fn actions(&mut self, file: &str, place: &str) -> Done {
        for action in self.asked_actions(file, place)? {
            self.say(&format!(
                "{}: {}",
                action["kind"],
                action["title"].as_str().unwrap_or("?")
            ));
        }
        Ok(())
    }

    /// The first action at a place is done to the document.
    fn apply(&mut self, file: &str, place: &str) -> Done {
        let actions = self.asked_actions(file, place)?;
        let action = actions.first().ok_or("there is no action")?;
        let uri = self.uri(file);
        let (text, _) = self.open.get(file).ok_or("it is not open")?;
        let mut text = text.clone();
        let edits = action["edit"]["changes"][uri.as_str()].as_array();
        let mut edits: Vec<&Value> = edits.into_iter().flatten().collect();
        let offset = |text: &str, at: &Value| {
            let number = |name: &str| at[name].as_u64().unwrap_or(0) as usize;
            let lines = text.split_inclusive('\n').take(number("line"));
            lines.map(str::len).sum::<usize>() + number("character")
        };
        edits.sort_by_key(|edit| offset(&text, &edit["range"]["start"]));
        for edit in edits.iter().rev() {
            let range =
                offset(&text, &edit["range"]["start"])..offset(&text, &edit["range"]["end"]);
            text.replace_range(range, edit["newText"].as_str().unwrap_or(""));
        }
        let (old, _) = &self.open[file];
        let changed: Vec<String> = similar::TextDiff::from_lines(old.as_str(), text.as_str())
            .iter_all_changes()
            .filter(|change| change.tag() != similar::ChangeTag::Equal)
            .map(|change| format!("{}{}", change.tag(), change.value().trim_end()))
            .collect();
        changed.iter().for_each(|line| self.say(line));
        self.change(file, text)
    }

    /// The command of a lens.
    fn show(&mut self, file: &str, kernel: &str) -> Done {
        let params = json!({
            "command": "romp2cuda.showKernel",
            "arguments": [self.uri(file), kernel],
        });
        let answer = self.request("workspace/executeCommand", params);
        match answer {
            Ok(answer) => self.say(&format!("at {}", answer["range"])),
            Err(error) => self.say(&error),
        }
        Ok(())
    }

    /// The virtual document, of which `rest` is a text that it must have.
    fn content(&mut self, file: &str, rest: &str) -> Done {
        let uri = format!("romp2cuda:{}/{file}.cu", self.folder.display());
        let answer = self.request("workspace/textDocumentContent", json!({"uri": uri}))?;
        let text = answer["text"].as_str().unwrap_or("nothing");
        let has = text.lines().find(|line| line.contains(rest));
        self.say(&format!("{:?}", has));
        Ok(())
    }

    /// `request METHOD PARAMS`
    fn request_raw(&mut self, method: &str, params: &str) -> Done {
        let params = serde_json::from_str(params).map_err(|error| error.to_string())?;
        let text = match self.request(method, params) {
            Ok(answer) => answer.to_string(),
            Err(error) => error,
        };
        self.say(&text);
        Ok(())
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.folder.display())
    }

    fn at(&self, file: &str, place: &str) -> Result<Value, String> {
        let (name, line) = place.rsplit_once('@').ok_or("write NAME@LINE")?;
        let number: usize = line.parse().map_err(|_| "write NAME@LINE")?;
        let (text, _) = self.open.get(file).ok_or("it is not open")?;
        let line = text
            .lines()
            .nth(number - 1)
            .ok_or("there is no such line")?;
        let column = line
            .find(name)
            .ok_or(format!("line {number} has no {name}"))?;
        let units = line[..column].encode_utf16().count();
        Ok(json!({
            "textDocument": {"uri": self.uri(file)},
            "position": {"line": number - 1, "character": units},
        }))
    }

    fn say(&mut self, text: &str) {
        for line in text.lines() {
            let _ = writeln!(self.transcript, "  {line}");
        }
    }

    fn send(&mut self, message: Message) -> Done {
        message
            .write(&mut self.input)
            .map_err(|error| error.to_string())
    }

    fn notify(&mut self, method: &str, params: Value) -> Done {
        self.send(Notification::new(method.to_owned(), params).into())
    }

    fn next(&mut self) -> Result<Message, String> {
        self.messages
            .recv_timeout(LIMIT)
            .map_err(|_| "the server is silent".to_owned())
    }

    /// The answer; what the server asks of the client meanwhile is said.
    fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id.clone(), method.to_owned(), params).into())?;
        loop {
            match self.next()? {
                Message::Response(answer) if answer.id == id => {
                    return answer
                        .response_result
                        .map_err(|error| format!("error {}: {}", error.code, error.message));
                }
                Message::Request(asked) => {
                    self.say(&format!("the server asks for {}", asked.method))
                }
                Message::Notification(one) if one.method == "window/showMessage" => {
                    self.say(one.params["message"].as_str().unwrap_or("?"))
                }
                _ => {}
            }
        }
    }

    /// Waits until something is said of a file, and all that is said with it.
    fn diagnostics(&mut self, file: &str) -> Done {
        let version = self.open.get(file).map(|(_, version)| *version);
        let uri = self.uri(file);
        loop {
            let Message::Notification(one) = self.next()? else {
                continue;
            };
            if one.method != "textDocument/publishDiagnostics" {
                if one.method == "window/showMessage" {
                    self.say(one.params["message"].as_str().unwrap_or("?"));
                }
                continue;
            }
            let of = one.params["uri"].as_str().unwrap_or("?");
            let said = one.params["version"].as_i64().map(|version| version as i32);
            let last = of == uri && said == version;
            if of == uri && !last {
                continue; // of an earlier text
            }
            let name = of.rsplit('/').next().unwrap_or(of).to_owned();
            let found = one.params["diagnostics"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            if found.is_empty() {
                self.say(&format!("{name}: nothing"));
            }
            for one in &found {
                let text = shown(&name, one);
                self.say(&text);
            }
            if last {
                return Ok(());
            }
        }
    }

    fn end(mut self) -> Result<String, String> {
        self.request("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)?;
        let code = self.server.wait().map_err(|error| error.to_string())?;
        match code.success() {
            true => Ok(self.transcript),
            false => Err(format!("the server ends with {code}")),
        }
    }
}

/// A diagnostic in some lines.
fn shown(file: &str, one: &Value) -> String {
    let at = |end: &str| {
        let part = &one["range"][end];
        let number = |name: &str| part[name].as_u64().unwrap_or(0) + 1;
        format!("{}:{}", number("line"), number("character"))
    };
    let severity = match one["severity"].as_u64() {
        Some(1) => "error",
        Some(2) => "warning",
        _ => "information",
    };
    let code = one["code"].as_str().unwrap_or("");
    let mut text = format!("{file}:{}-{}: {severity} {code}: ", at("start"), at("end"));
    text += &one["message"]
        .as_str()
        .unwrap_or("?")
        .replace('\n', "\n    ");
    for related in one["relatedInformation"].as_array().into_iter().flatten() {
        let line = related["location"]["range"]["start"]["line"]
            .as_u64()
            .unwrap_or(0)
            + 1;
        let _ = write!(
            text,
            "\n    line {line}: {}",
            related["message"].as_str().unwrap_or("?")
        );
    }
    text
}
