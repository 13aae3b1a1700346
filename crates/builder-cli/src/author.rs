use std::{
    collections::BTreeMap,
    io::{BufRead, Write},
};

use async_trait::async_trait;
use builder_core::{
    game::{Answer, Answers, Dimension, Question},
    ports::{Author, Fault},
};

use crate::screen::{self, RunScreen};

/// Asks a person at the terminal, after what was answered in advance.
pub(crate) struct TerminalAuthor<'a> {
    pub(crate) prepared: BTreeMap<Dimension, String>,
    pub(crate) screen: &'a RunScreen,
}

#[async_trait]
impl Author for TerminalAuthor<'_> {
    async fn ask(&self, round: u32, questions: &[Question]) -> Result<Answers, Fault> {
        self.screen.clear();
        let mut answers = Vec::new();
        let open = questions.iter().filter(|question| !self.prepared.contains_key(&question.dimension)).count();
        if open > 0 && round == 1 {
            screen::note("A few questions. Enter takes the default, ? says why it is asked, - leaves the rest to me.");
        }
        let mut silent = false;
        for question in questions {
            let prepared = self.prepared.get(&question.dimension).cloned();
            let value = if prepared.is_some() || silent { prepared } else { ask_one(question.clone()).await? };
            if value.as_deref() == Some("-") {
                silent = true;
                answers.push(Answer { dimension: question.dimension, value: None });
                continue;
            }
            answers.push(Answer { dimension: question.dimension, value });
        }
        if answers.iter().all(|answer| answer.value.is_none()) {
            Ok(Answers::Silent)
        } else {
            Ok(Answers::Given(answers))
        }
    }
}

/// One question; the end of the input counts as leaving the rest open.
async fn ask_one(question: Question) -> Result<Option<String>, Fault> {
    // Reading a line blocks: on a thread of its own the run still notices signals.
    tokio::task::spawn_blocking(move || {
        screen::note("");
        screen::note(&screen::clean(&question.text));
        for (number, choice) in question.choices.iter().enumerate() {
            screen::note(&format!("  {}) {}", number + 1, screen::clean(choice)));
        }
        loop {
            let mut stderr = std::io::stderr().lock();
            let _ = write!(stderr, "[{}] > ", screen::clean(&question.default));
            let _ = stderr.flush();
            drop(stderr);
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            let answer = line.trim();
            match (read, answer) {
                (Err(error), _) => return Err(Fault::new("author-gone", error.to_string())),
                (Ok(0), _) | (_, "-") => return Ok(Some("-".to_owned())),
                (_, "?") => screen::note(&screen::clean(&question.why)),
                (_, "") => return Ok(Some(question.default)),
                (_, answer) => {
                    let chosen =
                        answer.parse::<usize>().ok().and_then(|number| question.choices.get(number.wrapping_sub(1)));
                    return Ok(Some(chosen.cloned().unwrap_or_else(|| answer.to_owned())));
                }
            }
        }
    })
    .await
    .unwrap_or_else(|error| Err(Fault::new("author-gone", error.to_string())))
}
