//! Authors that are not people: a set of prepared answers, and nobody at all.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::{
    game::{Answer, Answers, Dimension, Question},
    ports::{Author, Fault},
};

/// Answers what was prepared, then leaves the rest open.
#[derive(Debug, Clone, Default)]
pub struct PreparedAuthor {
    /// Answers by dimension.
    pub answers: BTreeMap<Dimension, String>,
    /// Whether open questions are a fault instead of assumptions.
    pub strict: bool,
}

#[async_trait]
impl Author for PreparedAuthor {
    async fn ask(&self, _: u32, questions: &[Question]) -> Result<Answers, Fault> {
        let answers: Vec<Answer> = questions
            .iter()
            .map(|question| Answer {
                dimension: question.dimension,
                value: self.answers.get(&question.dimension).cloned(),
            })
            .collect();
        let open: Vec<&str> =
            answers.iter().filter(|answer| answer.value.is_none()).map(|answer| answer.dimension.name()).collect();
        if self.strict && !open.is_empty() {
            return Err(Fault::new("answers-needed", format!("no answer was given for {}", open.join(", "))));
        }
        if open.len() == questions.len() { Ok(Answers::Silent) } else { Ok(Answers::Given(answers)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(dimension: Dimension) -> Question {
        Question {
            dimension,
            text: String::new(),
            choices: Vec::new(),
            default: dimension.default_value().to_owned(),
            why: String::new(),
        }
    }

    #[tokio::test]
    async fn prepared_answers_are_given_and_the_rest_is_left_open() {
        let author = PreparedAuthor { answers: [(Dimension::Win, "ten coins".into())].into(), strict: false };
        let asked = [question(Dimension::Win), question(Dimension::Lose)];
        let Answers::Given(answers) = author.ask(1, &asked).await.unwrap() else { panic!("silent") };
        assert_eq!(answers[0].value.as_deref(), Some("ten coins"));
        assert_eq!(answers[1].value, None);
        assert_eq!(author.ask(2, &asked[1..]).await.unwrap(), Answers::Silent);
        let fault = PreparedAuthor { strict: true, ..author }.ask(1, &asked).await.unwrap_err();
        assert_eq!(fault.code, "answers-needed");
        assert!(fault.detail.contains("lose"));
    }
}
