use async_trait::async_trait;

use crate::{
    codes::Fault,
    game::{Answers, Question},
};

/// Whoever has the idea: a person at a terminal, a file of answers, nobody.
#[async_trait]
pub trait Author: Send + Sync {
    /// Asks the questions of one round, numbered from 1.
    ///
    /// # Errors
    /// `author-gone` when nobody can be asked, `answers-needed` when this author must not be second-guessed.
    async fn ask(&self, round: u32, questions: &[Question]) -> Result<Answers, Fault>;
}
