use crate::{
    codes::Fault,
    game::{
        Answer, BuildRank, BuildRequest, ClarificationResult, CodeAuthor, Complexity, CritiqueResult, Finding,
        GamePlan, Question, Requirements, Severity, Suggestion, ValidationReport, Verdict,
    },
    protocol::{BuildOrigin, Delivery, FallbackReason, Limits, Phase, Spend, Usage},
};

/// Where a run stands: what all its checkpoints so far amount to.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The phase it is in.
    pub phase: Phase,
    /// The phase that was completed last; none at the start.
    pub completed: Option<Phase>,
    /// What is asked for.
    pub request: BuildRequest,
    /// What it may use.
    pub limits: Limits,
    /// What is known of the game; none before the idea was read.
    pub requirements: Option<Requirements>,
    /// Rounds of questions so far.
    pub rounds: u32,
    /// Whether the author does not want to be asked any more.
    pub author_silent: bool,
    /// What was asked so far.
    pub questions: Vec<Question>,
    /// What was answered so far.
    pub answers: Vec<Answer>,
    /// What is wanted.
    pub clarification: Option<ClarificationResult>,
    /// What a model would take for what is open; none before one was asked.
    pub suggestions: Option<Vec<Suggestion>>,
    /// What was wrong with a model's last answer, when it is asked once more.
    pub complaint: Option<String>,
    /// The phases in which the rules stand in for a model.
    pub stood_in: Vec<Phase>,
    /// A reply that was cut off, when the rest is asked for.
    pub begun: Option<String>,
    /// How often the reply that is under way was continued.
    pub continuations: u32,
    /// The design.
    pub plan: Option<GamePlan>,
    /// Whether a model made the design.
    pub planned_by_model: bool,
    /// How much work it is.
    pub complexity: Option<Complexity>,
    /// Whether the design was simplified.
    pub simplified: bool,
    /// Every build, the first having number 1.
    pub builds: Vec<BuildState>,
    /// On whose account the next build goes.
    pub account: BuildOrigin,
    /// Compositions on this account so far, readable or not.
    pub attempts: u32,
    /// Builds again because of the critic, on this account.
    pub critic_rebuilds: u32,
    /// Builds again for other reasons, on this account.
    pub retries: u32,
    /// Attempts in a row that held no game.
    pub unreadable_in_a_row: u32,
    /// Attempts in all that held no game.
    pub unreadable: u32,
    /// Faults in a row.
    pub faults_in_a_row: u32,
    /// The fault that is more than the run can bear.
    pub unbearable: Option<Fault>,
    /// Why this account can build no more.
    pub exhausted: Option<FallbackReason>,
    /// Why the run fell back, once it did.
    pub fell_back: Option<FallbackReason>,
    /// What models used.
    pub spend: Spend,
    /// Time the run has worked, in milliseconds.
    pub elapsed_ms: u64,
    /// The end.
    pub delivery: Option<Delivery>,
}

/// What is known of a build.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildState {
    /// Its number.
    pub build: u32,
    /// Who wrote it.
    pub origin: BuildOrigin,
    /// SHA-256 of its bytes in hex.
    pub files_hash: String,
    /// What the critic found; none before it read the build.
    pub critique: Option<CritiqueResult>,
    /// What playing it showed; none before it was played.
    pub report: Option<ValidationReport>,
}

impl BuildState {
    /// All that was found wrong with it: by the critic, then by playing.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let read = self.critique.iter().flat_map(|critique| &critique.findings);
        read.chain(self.report.iter().flat_map(|report| &report.findings))
    }

    /// Whether the critic read it and found nothing unsafe.
    pub fn is_safe(&self) -> bool {
        self.critique.as_ref().is_some_and(|critique| !has_safety_blocker(critique))
            && self.report.as_ref().is_none_or(|report| report.rank > BuildRank::Unsafe)
    }

    /// How far it got, then how few blockers it has, then how new it is: greater is better.
    pub fn standing(&self) -> (BuildRank, std::cmp::Reverse<usize>, u32) {
        let rank = match (&self.report, self.is_safe()) {
            (_, false) => BuildRank::Unsafe,
            (Some(report), true) => report.rank,
            (None, true) => BuildRank::Safe,
        };
        let blockers = self.report.as_ref().map_or(usize::MAX, |report| {
            report.findings.iter().filter(|finding| finding.severity == Severity::Blocker).count()
        });
        (rank, std::cmp::Reverse(blockers), self.build)
    }

    /// Whether exactly these bytes passed when they were played.
    pub fn passed(&self) -> bool {
        self.is_safe()
            && self.report.as_ref().is_some_and(|report| {
                report.verdict == Verdict::Pass && report.files_hash == self.files_hash && report.build == self.build
            })
    }

    /// Whether it is worth having though it did not pass: safe, loads and answers its controls.
    pub fn is_worth_delivering(&self) -> bool {
        self.standing().0 >= BuildRank::Plays
    }
}

/// Whether a critique holds a blocker of safety.
pub(super) fn has_safety_blocker(critique: &CritiqueResult) -> bool {
    critique.overall_assessment == crate::game::Assessment::Unsafe
}

impl State {
    /// The state of a run that just started.
    pub(super) fn new(request: BuildRequest, limits: Limits) -> Self {
        let account = match request.code_author {
            CodeAuthor::Composer => BuildOrigin::Composer,
            CodeAuthor::Model(_) => BuildOrigin::Model,
        };
        Self {
            phase: Phase::Init,
            completed: None,
            request,
            limits,
            requirements: None,
            rounds: 0,
            author_silent: false,
            questions: Vec::new(),
            answers: Vec::new(),
            clarification: None,
            suggestions: None,
            complaint: None,
            stood_in: Vec::new(),
            begun: None,
            continuations: 0,
            plan: None,
            planned_by_model: false,
            complexity: None,
            simplified: false,
            builds: Vec::new(),
            account,
            attempts: 0,
            critic_rebuilds: 0,
            retries: 0,
            unreadable_in_a_row: 0,
            unreadable: 0,
            faults_in_a_row: 0,
            unbearable: None,
            exhausted: None,
            fell_back: None,
            spend: Spend::default(),
            elapsed_ms: 0,
            delivery: None,
        }
    }

    /// The build that was written last.
    pub fn last_build(&self) -> Option<&BuildState> {
        self.builds.last()
    }

    /// The build of that number.
    pub fn build(&self, build: u32) -> Option<&BuildState> {
        self.builds.iter().find(|known| known.build == build)
    }

    /// The best build so far.
    pub fn best_build(&self) -> Option<&BuildState> {
        self.builds.iter().max_by_key(|build| build.standing())
    }

    /// Tokens this run may use: the author's limit, or what a game of this size may cost if that is less.
    pub fn token_budget(&self) -> u64 {
        let by_size = self.complexity.as_ref().map_or(u64::MAX, |complexity| complexity.token_budget);
        self.limits.tokens_max.min(by_size)
    }

    /// Whether a model is to be asked in this phase, before the rules do it.
    pub fn wants_model(&self, phase: Phase) -> bool {
        let open = match phase {
            Phase::Clarifying => {
                self.suggestions.is_none()
                    && self.requirements.as_ref().is_some_and(|known| known.missing().next().is_some())
            }
            Phase::Planning => self.plan.is_none(),
            _ => false,
        };
        open && matches!(self.request.code_author, CodeAuthor::Model(_)) && !self.stood_in.contains(&phase)
    }

    /// Tokens of the budget that are left.
    pub fn tokens_left(&self) -> u64 {
        let budget = self.token_budget();
        budget.saturating_sub(self.spend.counted(budget))
    }

    /// Whether the time is used up.
    pub fn time_is_up(&self) -> bool {
        self.elapsed_ms >= self.limits.wall_clock_ms_max
    }

    /// Forgets the reply that was under way.
    pub(super) fn end_reply(&mut self) {
        self.begun = None;
        self.continuations = 0;
    }

    pub(super) fn use_tokens(&mut self, usage: Option<Usage>) {
        if self.account == BuildOrigin::Model {
            self.spend.add(usage);
        }
    }
}
