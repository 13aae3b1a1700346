use std::{process::Stdio, time::Duration};

use async_trait::async_trait;
use tokio::{io::AsyncWriteExt, process::Command};

use crate::{
    ports::{Fault, LanguageModel, ModelCall, ModelFault, ModelReply},
    protocol::{Usage, estimate_tokens},
};

/// The most a reply may have, in bytes.
const REPLY_BYTES_MAX: usize = 8 * 1024 * 1024;

/// Any program that reads a prompt on standard input and prints a reply, such as `claude -p`.
#[derive(Debug, Clone)]
pub struct CommandModel {
    words: Vec<String>,
    timeout: Duration,
}

impl CommandModel {
    /// The program behind a model's name of the form `cmd:PROGRAM ARGUMENTS`, split as a shell splits words.
    ///
    /// # Errors
    /// `model-unavailable` when the name is not of that form.
    pub fn from_name(name: &str) -> Result<Self, Fault> {
        let words = name.strip_prefix("cmd:").and_then(shlex::split).unwrap_or_default();
        if words.is_empty() {
            return Err(Fault::new("model-unavailable", format!("{name:?} is not of the form cmd:PROGRAM")));
        }
        Ok(Self { words, timeout: Duration::from_secs(600) })
    }

    /// The same with another limit on the time of one reply.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    async fn run(&self, call: &ModelCall) -> Result<ModelReply, Fault> {
        let program = self.words.first().map(String::as_str).unwrap_or_default();
        let mut child = Command::new(program)
            .args(self.words.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| Fault::new("model-unavailable", format!("{program} cannot be started: {error}")))?;
        let mut prompt = format!("{}\n\n{}\n", call.system.trim_end(), call.user.trim_end());
        if let Some(begun) = &call.begun {
            prompt.push_str(&format!("\nYour answer began like this and was cut off; print only the rest:\n\n{begun}"));
        }
        let stdin = child.stdin.take();
        // Written beside reading: a program may answer before it has read everything.
        let feed = async move {
            if let Some(mut stdin) = stdin {
                let _ = stdin.write_all(prompt.as_bytes()).await;
            }
        };
        let (output, ()) = tokio::join!(child.wait_with_output(), feed);
        let output = output.map_err(|error| Fault::new("model-failed", format!("{program}: {error}")))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            return Err(Fault::new("model-failed", format!("{program} ended with {}: {last}", output.status)));
        }
        if output.stdout.len() > REPLY_BYTES_MAX {
            return Err(Fault::new("model-failed", format!("{program} printed more than {REPLY_BYTES_MAX} bytes")));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let usage = Usage {
            tokens_in: call.tokens_in(),
            tokens_out: estimate_tokens(&text),
            estimated: true,
            ..Usage::default()
        };
        Ok(ModelReply { usage: Some(usage), ..ModelReply::new(text) })
    }
}

#[async_trait]
impl LanguageModel for CommandModel {
    async fn complete(&self, call: &ModelCall) -> Result<ModelReply, ModelFault> {
        let late = || Fault::new("model-failed", format!("no reply within {} s", self.timeout.as_secs()));
        let reply = tokio::time::timeout(self.timeout, self.run(call)).await;
        reply.unwrap_or_else(|_| Err(late())).map_err(ModelFault::from)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::protocol::ModelPurpose;

    fn call() -> ModelCall {
        ModelCall {
            purpose: ModelPurpose::Build,
            model: "cmd:x".into(),
            system: "Be brief.".into(),
            user: "Say hi.".into(),
            begun: None,
            schema: None,
            tokens_out_max: 10,
        }
    }

    #[tokio::test]
    async fn a_program_reads_the_prompt_and_prints_the_reply() {
        let model = CommandModel::from_name("cmd:sh -c 'wc -l | tr -d \" \"'").unwrap();
        assert_eq!(model.complete(&call()).await.unwrap().text, "3\n");
    }

    #[tokio::test]
    async fn a_program_that_fails_or_is_not_there_says_so() {
        let failing = CommandModel::from_name("cmd:sh -c 'echo no key >&2; exit 3'").unwrap();
        let fault = failing.complete(&call()).await.unwrap_err().fault;
        assert_eq!((fault.code.as_str(), fault.detail.contains("no key")), ("model-failed", true));
        let missing = CommandModel::from_name("cmd:no-such-program-here").unwrap();
        assert_eq!(missing.complete(&call()).await.unwrap_err().fault.code, "model-unavailable");
        assert_eq!(CommandModel::from_name("gpt-9").unwrap_err().code, "model-unavailable");
        let slow = CommandModel::from_name("cmd:sleep 60").unwrap().with_timeout(Duration::from_millis(20));
        assert!(slow.complete(&call()).await.unwrap_err().fault.detail.contains("no reply within"));
    }
}
