//! A level as a puzzle: texts, metrics, buttons, and a game of it. The solver is in [`solver`].

use std::sync::{Arc, OnceLock};

use lurd_engine::program::budget::Budget;
use lurd_engine::program::outcome::Cost;
use lurd_engine::program::search::{Settings, Strategy};
use lurd_puzzle::puzzle::{
    Buttons, CellRole, CensusOptions, Controls, Ending, Fit, IllegalStep, Instructions, KnownAnswer, Metric, Misread,
    Objective, OnBetter, Position, Puzzle, Rating, Report, RuleRow, StateSpaceStats, StepText, Unanswered,
};

use crate::{
    certificate::make,
    deadlock,
    direction::Direction,
    floor::Floor,
    level::Level,
    notation::{identity, instructions, lurd, metrics, reverse_mode, spelled},
    rating,
    rules::Game,
    solver, state_space, xsb,
};

pub(super) const NAME: &str = "sokoban";

/// A level as a puzzle.
#[derive(Clone, Debug)]
pub struct SokobanPuzzle {
    level: Arc<Level>,
}

impl SokobanPuzzle {
    /// Creates the puzzle of `level`.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { level: Arc::new(level) }
    }

    /// The level of the puzzle.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The steps of a text in words, arrows, or with commas; `None` if it has none of these.
    fn spelled_steps(&self, text: &str) -> Option<Result<Vec<StepText>, Misread>> {
        let spelled = spelled::in_lurd(text)?;
        let origin = |place| spelled.map.origin(place);
        Some(match self.read_steps_of_lurd(&spelled.text) {
            Ok(steps) => Ok(steps.into_iter().map(|step| StepText { place: origin(step.place), ..step }).collect()),
            Err(misread) => Err(Misread { place: origin(misread.place), ..misread }),
        })
    }

    fn read_steps_of_lurd(&self, text: &str) -> Result<Vec<StepText>, Misread> {
        let game = lurd::parse(text)?;
        let steps = if game.is_backward { reverse_mode::forward(&self.level, &game)? } else { game.steps };
        let step = |step: lurd::Letter| StepText {
            // The place is that of the letter as it was written; the word is always LURD.
            word: step.direction.letter(step.letter.is_ascii_uppercase()).to_string(),
            place: step.place(),
        };
        Ok(steps.into_iter().map(step).collect())
    }
}

/// The error for moves that are given by squares, as `=(D2-F2)`.
fn of_squares(text: &str, misread: &Misread) -> Misread {
    let start = text.find("=(").unwrap_or(misread.place.start);
    let end = text[start..].find(')').map_or(text.len(), |length| start + length + 1);
    Misread {
        place: start..end,
        message: "YSokoban's notation of moves by squares is not supported".to_owned(),
        help: Some("export the solution as LURD, for example rrURdL".to_owned()),
    }
}

/// The directions of steps as [`Position::apply`] spells them.
fn directions(steps: &[String]) -> impl Iterator<Item = Direction> + '_ {
    steps.iter().flat_map(|step| step.chars()).filter_map(Direction::of_letter)
}

impl Puzzle for SokobanPuzzle {
    fn kind(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> Option<&str> {
        self.level.title()
    }

    fn id(&self) -> String {
        identity::unique_id(&self.level)
    }

    fn text(&self) -> String {
        xsb::write_xsb(&self.level)
    }

    fn objectives(&self) -> &'static [Objective] {
        solver::OBJECTIVES
    }

    fn rules(&self) -> &'static [RuleRow] {
        deadlock::ROWS
    }

    #[cfg(feature = "commands")]
    fn certificate(&self, budget: &mut Budget<'_>) -> Ending<String> {
        match make::certificate(&self.level, budget) {
            Ok(Some(certificate)) => {
                let ask = &mut |bytes| budget.check_now().and_then(|()| budget.grow(bytes));
                Ok(certificate.write_within(ask)?)
            }
            Ok(None) => Err(Unanswered::unsupported("the level has a solution")),
            Err(stop) => Err(stop.into()),
        }
    }

    fn strategies(&self, objective: &Objective, budget: &mut Budget<'_>) -> Vec<Fit> {
        solver::strategies(&self.level, objective, budget)
    }

    fn solve(&self, objective: &Objective, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        solver::solve(&self.level, objective, choice, settings, budget)
    }

    fn optimise(
        &self,
        objective: &Objective,
        known: &[KnownAnswer],
        settings: &Settings,
        budget: &mut Budget<'_>,
        on_better: &mut OnBetter<'_>,
    ) -> Report {
        solver::optimise(&self.level, objective, known, settings, budget, on_better)
    }

    fn all_optimal(&self, _: &Objective, _: Cost, _: &mut Budget<'_>, _: &mut Vec<String>) -> Ending<()> {
        let others = "'optimise' shows those that are best in one metric or another";
        Err(Unanswered::unsupported(format!("all answers of a level cannot be listed, there are too many; {others}")))
    }

    #[cfg(feature = "commands")]
    fn census(
        &self,
        objective: &Objective,
        options: CensusOptions<'_>,
        budget: &mut Budget<'_>,
    ) -> Ending<StateSpaceStats> {
        state_space::statistics(&self.level, objective, options, budget)
    }

    #[cfg(feature = "commands")]
    fn rate(&self, budget: &mut Budget<'_>) -> Ending<Rating> {
        rating::rate(&self.level, budget)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(SokobanPosition::new(Game::new(Arc::clone(&self.level))))
    }

    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread> {
        match self.read_steps_of_lurd(text) {
            Ok(steps) => Ok(steps),
            Err(misread) if text.contains("=(") => Err(of_squares(text, &misread)),
            Err(misread) => self.spelled_steps(text).unwrap_or(Err(misread)),
        }
    }

    fn join_steps(&self, steps: &[String]) -> String {
        steps.concat()
    }

    fn describe(&self, steps: &[String]) -> String {
        let mut runs: Vec<(&String, usize)> = Vec::new();
        for step in steps {
            match runs.last_mut() {
                Some((last, count)) if *last == step => *count += 1,
                _ => runs.push((step, 1)),
            }
        }
        let words = runs.into_iter().flat_map(|(step, count)| {
            let push = if step.chars().any(char::is_uppercase) { "push " } else { "" };
            directions(std::slice::from_ref(step)).map(move |way| format!("{push}{} {count}", way.word()))
        });
        words.collect::<Vec<_>>().join(", ")
    }

    fn metrics(&self, steps: &[String]) -> Vec<Metric> {
        // Steps that break the rules have no metrics.
        let steps = metrics::replay(&self.level, directions(steps)).unwrap_or_default();
        metrics::Metrics::of(&steps).named()
    }

    fn canonical_form(&self) -> String {
        identity::canonical_form_with_player(&self.level)
    }

    fn identities(&self) -> Vec<(&'static str, String)> {
        vec![("unique", identity::unique_id(&self.level)), ("exact", identity::exact_id(&self.level))]
    }

    fn buttons(&self, steps: &[String]) -> Option<Buttons> {
        let presses = directions(steps).map(|direction| direction.word().to_owned()).collect();
        Some(Buttons { profile: "pad".into(), presses, begins: None })
    }

    fn instructions(&self, steps: &[String]) -> Instructions {
        let directions: Vec<_> = directions(steps).collect();
        instructions::push_by_push(Game::new(Arc::clone(&self.level)), &directions, |walked| {
            self.describe(steps.get(walked).unwrap_or_default())
        })
    }
}

// A game of a level: one LURD letter per step.

/// A position under the rules of the game.
#[derive(Clone, Debug)]
pub struct SokobanPosition {
    game: Game,
    /// The floor of the level, computed when it is first needed.
    floor: Arc<OnceLock<Floor>>,
}

impl SokobanPosition {
    /// The current position of `game`.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self { game, floor: Arc::default() }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The floor of the level, which all positions of the game share.
    pub(super) fn floor(&self) -> &Floor {
        self.floor.get_or_init(|| Floor::new(self.game.level()))
    }
}

impl Position for SokobanPosition {
    fn picture(&self) -> String {
        self.game.picture()
    }

    fn cell_roles(&self, _: usize, line: &str) -> Vec<CellRole> {
        line.chars().map(cell_role).collect()
    }

    fn in_words(&self) -> String {
        in_words(&self.game)
    }

    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let steps = lurd::read(step).map_err(|misread| misread.message)?;
        let &[step] = steps.as_slice() else {
            return Err(format!("expected one step, found {}", steps.len()).into());
        };
        match self.game.step(step.direction) {
            Ok(pushed) => Ok(step.direction.letter(pushed).to_string()),
            Err(blocked) => Err(blocked.to_string().into()),
        }
    }

    fn is_solved(&self) -> bool {
        self.game.is_solved()
    }

    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(SokobanPuzzle::new(self.game.to_level()))
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn controls(&self) -> Option<&dyn Controls> {
        Some(self)
    }
}

/// Where the player, the boxes and the free goals are, and what is beside the player.
fn in_words(game: &Game) -> String {
    let (level, player) = (game.level(), game.player());
    let list = |lead: &str, squares: Vec<usize>| listed(lead, squares.into_iter().map(|square| level.place(square)));
    let boxes = (0..level.squares()).filter(|&square| game.is_box(square));
    let (on_goals, others): (Vec<_>, Vec<_>) = boxes.partition(|&square| level.is_goal(square));
    let free = level.goals().filter(|&square| !game.is_box(square)).collect();
    let beside = Direction::ALL.map(|direction| {
        let what = match level.neighbour(player, direction).filter(|&square| !level.is_wall(square)) {
            None => "a wall",
            Some(square) => match (game.is_box(square), level.is_goal(square)) {
                (true, true) => "a box on a goal",
                (true, false) => "a box",
                (false, true) => "a free goal",
                (false, false) => "free",
            },
        };
        format!("{} {what}", direction.word())
    });
    let on_goal = if level.is_goal(player) { ", on a goal" } else { "" };
    [
        format!("rows: {}, columns: {}", level.height(), level.width()),
        format!("player: {}{on_goal}", level.place(player)),
        format!("beside the player: {}", beside.join(", ")),
        list("boxes on goals", on_goals),
        list("other boxes", others),
        list("free goals", free),
    ]
    .join("\n")
}

/// A line of a position in words: what is meant, and where it is.
pub(crate) fn listed(lead: &str, places: impl Iterator<Item = String>) -> String {
    let places: Vec<_> = places.collect();
    if places.is_empty() { format!("{lead}: none") } else { format!("{lead}: {}", places.join("; ")) }
}

/// The role of a letter in pictures and in typed levels.
pub(super) fn cell_role(letter: char) -> CellRole {
    match letter {
        '#' | 'X' => CellRole::Wall,
        '@' | '+' => CellRole::Player,
        '$' => CellRole::Piece,
        '.' => CellRole::Goal,
        '*' => CellRole::Placed,
        _ => CellRole::Plain,
    }
}
