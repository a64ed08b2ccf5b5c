//! The saved solutions of a level to choose from.

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use crate::ui::screen::choice::Choice;
use crate::ui::screen::layout::draw_title;
use crate::ui::screen::text::{plain, write};
use crate::ui::screen::theme::Theme;
use lurd_puzzle::puzzle::Puzzle;
use lurd_report as report;
use lurd_toolkit::play::commands::PlayCommand;
use lurd_toolkit::solutions::StoredSolution;

/// The saved solutions of a level on the whole screen.
pub(super) struct SolutionList {
    all: Vec<StoredSolution>,
    lines: Vec<String>,
    choice: Choice,
    /// Whether the player is asked about deleting the chosen one.
    asks: bool,
    pub(super) message: String,
}

/// What an event of the list leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    Stay,
    Close,
    /// Carry out a command about the chosen solution.
    Command(PlayCommand),
    /// Type the name of the file to which the solution with that number is added.
    Export(usize),
}

impl SolutionList {
    pub(super) fn new(puzzle: &dyn Puzzle, all: Vec<StoredSolution>) -> Self {
        let line = |it: &StoredSolution| format!("{:>2}  {}", it.number, report::saved_solution(puzzle, it));
        let lines = all.iter().map(|stored| plain(&line(stored))).collect();
        Self { all, lines, choice: Choice::default(), asks: false, message: String::new() }
    }

    /// The same place in a list that has changed.
    pub(super) fn chosen_as(mut self, other: &Self) -> Self {
        self.choice = other.choice.clone();
        self
    }

    pub(super) fn handle(&mut self, event: &Event) -> Chosen {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            _ => Chosen::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Chosen {
        let number = self.all.get(self.choice.selected).map(|stored| stored.number);
        if std::mem::take(&mut self.asks) {
            return match (key.code, number) {
                (KeyCode::Char('y'), Some(number)) => Chosen::Command(PlayCommand::Delete(number)),
                _ => Chosen::Stay,
            };
        }
        self.message.clear();
        if self.choice.key(key.code, self.all.len()) {
            return Chosen::Stay;
        }
        match (key.code, number) {
            (KeyCode::Char('c'), _) if key.modifiers.contains(KeyModifiers::CONTROL) => Chosen::Close,
            (KeyCode::Esc | KeyCode::Char('q'), _) => Chosen::Close,
            (KeyCode::Enter | KeyCode::Char('r'), Some(number)) => {
                Chosen::Command(PlayCommand::Replay(number))
            }
            (KeyCode::Char('e'), Some(number)) => Chosen::Export(number),
            (KeyCode::Char('d') | KeyCode::Delete, Some(_)) => {
                self.asks = true;
                Chosen::Stay
            }
            _ => Chosen::Stay,
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, title: &str, theme: Theme) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        draw_title(buffer, area, &format!("Saved solutions of {title}"), "", theme);
        let list = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
        let visible = self.choice.visible(self.all.len(), list);
        self.choice.draw(buffer, self.lines[visible].iter().cloned());
        if self.all.is_empty() {
            write(buffer, list, 0, " no solution is saved", theme.faint());
        }
        let question = "delete this solution? y: yes, other keys: no";
        let message = if self.asks { question } else { &self.message };
        write(buffer, area, area.height.saturating_sub(2), message, Theme::strong());
        let keys = "Enter:replay e:export d:delete Esc:back";
        write(buffer, area, area.height.saturating_sub(1), keys, theme.faint());
    }
}
