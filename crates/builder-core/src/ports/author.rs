use async_trait::async_trait;

use super::fault::Fault;
use crate::game::{Answer, Question};

/// What came back when the author was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers {
    /// An answer for each question, in order; open ones have no value.
    Given(Vec<Answer>),
    /// The author does not want to be asked any more; the rest is assumed.
    Silent,
}

/// Whoever has the idea: a person at a terminal, a file of answers, nobody.
#[async_trait]
pub trait Author: Send + Sync {
    /// Asks the questions of one round, numbered from 1.
    ///
    /// # Errors
    /// `author-gone` when nobody can be asked, `answers-needed` when this author must not be second-guessed.
    async fn ask(&self, round: u32, questions: &[Question]) -> Result<Answers, Fault>;
}
