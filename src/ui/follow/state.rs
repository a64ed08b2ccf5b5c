//! What the screen that follows an answer holds.

use std::time::{Duration, Instant};

use crate::ui::screen::board::Viewport;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::pages::Pages;
use crate::ui::screen::theme::Theme;
use lurd_puzzle::reasons;
use lurd_report as report;
use lurd_toolkit::play::{Follow, FollowStep, Placed};

const MAX_PACE: Duration = Duration::from_secs(8);
const MIN_PACE: Duration = Duration::from_millis(125);

reasons! {
    /// Why an instruction cannot be gone to.
    NoInstruction;
}

/// An answer that is followed on the whole screen.
pub(in crate::ui) struct FollowView {
    pub(super) follow: Follow,
    pub(super) title: String,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    /// How many instructions have been carried out.
    pub(super) done: usize,
    /// The instruction to carry out; `None` at the end.
    pub(super) step: Option<FollowStep>,
    /// The position at the end, where there is no instruction.
    pub(super) end: Placed,
    /// Whether the board after the instruction is shown where there is room for one.
    pub(super) shows_after: bool,
    /// When the next instruction is due, while it goes on by itself.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    pub(super) message: String,
    pub(super) entry: Option<Entry>,
    pub(super) pages: Option<Pages>,
    /// The number of lines that the longest instruction takes on a screen of that width.
    pub(super) longest: (u16, usize),
    /// The number of rows of the screen.
    pub(super) height: u16,
}

impl FollowView {
    /// Begins at the instruction with that number.
    ///
    /// # Errors
    /// There is no such instruction.
    pub(in crate::ui) fn new(
        mut follow: Follow,
        title: String,
        from: usize,
        theme: Theme,
    ) -> Result<Self, NoInstruction> {
        let end = follow.placed(follow.len());
        let mut view = Self {
            follow,
            title,
            theme,
            viewport: Viewport::default(),
            done: 0,
            step: None,
            end,
            shows_after: false,
            auto: None,
            pace: Duration::from_secs(1),
            message: String::new(),
            entry: None,
            pages: None,
            longest: (0, 1),
            height: 0,
        };
        view.go_to(0);
        if from != 1 {
            view.go_to_number(from)?;
        }
        Ok(view)
    }

    /// Where the person left, if there is something left to do: `left at press 9 of 17`.
    pub(in crate::ui) fn left_at(&self) -> Option<String> {
        let step = self.step.as_ref().filter(|step| step.number > 1)?;
        let (number, of) = (step.number, report::instruction_of(step.number, self.follow.instructions()));
        Some(format!("left at {of}; 'follow {number}' goes on there"))
    }

    /// Goes to where so many instructions have been carried out.
    pub(super) fn go_to(&mut self, done: usize) {
        self.done = done.min(self.follow.len());
        self.step = self.follow.step(self.done);
        self.shows_after = false;
        self.message.clear();
        self.viewport.follow();
    }

    pub(super) fn go_to_number(&mut self, number: usize) -> Result<(), NoInstruction> {
        if !(1..=self.follow.len()).contains(&number) {
            return Err(report::no_such_instruction(number, self.follow.instructions()).into());
        }
        self.go_to(number - 1);
        Ok(())
    }

    pub(super) fn toggle_auto(&mut self) {
        self.auto = match self.auto {
            None if self.step.is_some() => Some(Instant::now() + self.pace),
            _ => None,
        };
        self.message = if self.auto.is_some() { self.pace_in_words() } else { "stopped".to_owned() };
    }

    pub(super) fn set_pace(&mut self, pace: Duration) {
        self.pace = pace.clamp(MIN_PACE, MAX_PACE);
        if self.auto.is_some() {
            self.auto = Some(Instant::now() + self.pace);
        }
        self.message = self.pace_in_words();
    }

    fn pace_in_words(&self) -> String {
        format!("goes on by itself every {} ms (p: start, stop)", self.pace.as_millis())
    }
}
