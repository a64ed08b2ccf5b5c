//! Topics of `help TOPIC`. The tests run every example in a session whose current puzzle is `missile/1`,
//! with its answer known.

/// A topic of `help`: its text, a listing and examples.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Name, which is typed.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Paragraphs, without line breaks.
    pub text: &'static [&'static str],
    /// What the program lists below the paragraphs.
    pub listing: Option<Listing>,
    /// At least one example: a line, and what it does.
    pub examples: &'static [(&'static str, &'static str)],
}

/// A list in a topic, made from the tables of plug-ins and strategies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The fields of all records of JSON.
    Json,
    /// The objectives of each kind of puzzle.
    Objectives,
    /// The pruning rules of each kind of puzzle.
    Rules,
    /// The file formats and dialects of each kind of puzzle.
    Formats,
    /// The words of the player, typed at the prompt and behind `:`.
    Play,
    /// The words of the editor.
    Edit,
}

/// All topics, in the order in which help lists them.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "puzzles",
        summary: "how to name and write puzzles",
        text: &[
            "PUZZLE is a collection (missile), some of its puzzles (missile/4, missile/1-5), a file or one of its levels (levels.xsb, levels.xsb:12), '-' for standard input, the text of a puzzle, or a link that 'convert --to link' prints. './x' is always a file.",
            "The text of a puzzle has line breaks or '|' between the rows of a Sokoban level, or '->' between the boards of a shifter. Quote it at the shell. At the prompt, type or paste it without quotes, over several lines if necessary.",
        ],
        listing: None,
        examples: &[
            ("show missile/4", "a puzzle of a collection"),
            ("solve '#####|#@$.#|#####'", "a level on one line"),
            ("solve '1221/3443 -> 1223/4431'", "a shifter"),
        ],
    },
    Topic {
        name: "sokoban",
        summary: "the rules of Sokoban, and how levels and answers are written",
        text: &[
            "The player walks between the walls and pushes boxes, one at a time; a box cannot be pulled. The level is solved when every box is on a goal.",
            "A level: # wall, @ player, $ box, . goal, * box on a goal, + player on a goal. An answer is in LURD: l, u, r, d for moves left, up, right and down, capital letters for pushes.",
        ],
        listing: None,
        examples: &[
            ("solve '#####|#@$.#|#####'", "a level of your own"),
            ("show pusher/1 --plain", "a board in words"),
        ],
    },
    Topic {
        name: "shifter",
        summary: "the rules of shifters, the missiles of James Bond Jr., and gamepads: --pad",
        text: &[
            "A shift moves all tiles of one row or column by one cell; the tile at the end comes in again at the other end. The puzzle is solved when the board looks like its target. The collection 'missile' has the five of the game James Bond Jr. (NES, 1992), with a digit for each colour.",
            "Write the rows of the board, '->' and the rows of the target: 12/34 -> 21/34. Tiles are digits or letters; equal ones are exchangeable. 'left 0' shifts the first row to the left, 'up 3' the fourth column up.",
            "On a gamepad, the directions move the lit row and column; while A is held they shift the lit line. R2 U3: press right twice, then up three times. A+L2: hold A, press left twice. '--for buttons' looks for the fewest presses.",
            "The layout is an assumption about the game. '--pad keyboard' and '--pad FILE' are others; a file is in TOML and names the buttons, the one that is held, and the hand for each (examples/gamepad.toml).",
        ],
        listing: None,
        examples: &[
            ("solve missile/4", "the answer, with the buttons"),
            ("solve missile/4 --for buttons", "the fewest presses"),
            ("follow 2 --pad keyboard", "the answer key by key, from the second on"),
        ],
    },
    Topic {
        name: "play",
        summary: "the words of the player",
        text: &["They are typed at the prompt, and behind ':' on the whole screen."],
        listing: Some(Listing::Play),
        examples: &[("play missile/1 --plain", "at the prompt"), ("help edit", "the words of the editor")],
    },
    Topic {
        name: "edit",
        summary: "the words of the editor",
        text: &[
            "They are typed at the prompt after 'edit --plain', and behind ':' on the whole screen. The commands of the prompt work on the draft.",
        ],
        listing: Some(Listing::Edit),
        examples: &[("edit missile/1 --plain", "at the prompt"), ("help play", "the words of the player")],
    },
    Topic {
        name: "objectives",
        summary: "what to minimize: --for; what is proved",
        text: &[
            "--for sets what is minimized; the default is the first objective in the list. To find an optimal answer takes longer than to find any.",
            "'proved optimal' means that no better answer exists. Otherwise the output shows a lower bound: no answer costs less. A limit proves nothing.",
        ],
        listing: Some(Listing::Objectives),
        examples: &[("solve primer/4 --for moves", "fewest moves"), ("set for pushes", "the default for this session")],
    },
    Topic {
        name: "strategies",
        summary: "which search strategy to use: --strategy",
        text: &[
            "auto chooses a strategy by puzzle and objective. --weight and --width are parameters of some strategies; --seed and --threads of auto on Sokoban levels. beam improves its solution until the time limit; --first stops at the first.",
        ],
        listing: None,
        examples: &[
            ("strategies", "all, with what they need and prove"),
            ("strategies pusher/1", "which fit, and why others do not"),
        ],
    },
    Topic {
        name: "rules",
        summary: "pruning rules, which --without disables",
        text: &[
            "Searches skip states that provably lead to no solution, or to no better one. --without A,B searches without the rules A and B. Answers stay valid and proofs hold; the search usually takes longer.",
            "A rule is used only where it is sound for the objective: rules that may lengthen the walk of the player are never used for fewest moves.",
        ],
        listing: Some(Listing::Rules),
        examples: &[
            ("solve primer/4 --for pushes --without pairs", "without one rule"),
            ("solve primer/4 --for pushes --without pi-corrals,tunnels", "without two rules"),
        ],
    },
    Topic {
        name: "formats",
        summary: "file formats and dialects: --to, --from, --dialect",
        text: &[
            "The format of a file is detected when it is read. When a file is written, the file extension determines the format. --from and --to override this. A dialect is a set of letters for the cells of a board.",
        ],
        listing: Some(Listing::Formats),
        examples: &[
            ("convert pusher --to sok", "write a collection in another format"),
            ("show missile/1", "the format is detected"),
        ],
    },
    Topic {
        name: "prompt",
        summary: "typing and pasting, settings, scripts and exit codes",
        text: &[
            "A typed or pasted puzzle becomes the current puzzle and is solved at once ('set autosolve off' disables this). Commands without PUZZLE apply to the current position, and actions may be typed as answers write them. A board may span several lines; an empty line ends it, Ctrl-C discards it.",
            "Tab completes commands, flags, collections, files and level numbers. The right arrow accepts the hint after the cursor. Up and down browse the history, Ctrl-R searches it. ';' separates commands; a line that begins with ';' is a comment.",
            "Ctrl-C stops a search and shows what was found and proved so far. A second Ctrl-C within two seconds ends lurd.",
            "'set' shows the settings and their origins. Permanent ones are read from lurd/config.toml in the configuration folder (on Linux ~/.config), one per line: time = \"10s\", strategy = \"astar\", autosolve = false. LURD_CONFIG names another file; an empty value means none. NO_COLOR disables colours.",
            "Piped input is run as a script: echo 'solve missile/4' | lurd. It stops at the first error. Its exit code is that of its worst line: 0 success, 1 a definite no (unsolvable, or an invalid solution), 2 an error in usage or input, 3 stopped at a limit, 4 an internal error, 130 interrupted.",
        ],
        listing: None,
        examples: &[
            ("1234/4123/3412/2341 -> 1234/1234/1234/1234", "solved at once"),
            ("set time 10s", "change a setting"),
            ("verify missile/1 'left 0'", "exits with 1: not a solution"),
        ],
    },
    Topic {
        name: "json",
        summary: "the JSON that commands print with --json",
        text: &[
            "With --json, a command prints one JSON object per line, with all its fields in a fixed order; unknown values are null. A field never changes its meaning within a schema, which is the first field; new fields may be added.",
            "The fields of every record follow. docs/schemas of the source has a JSON Schema of each.",
        ],
        listing: Some(Listing::Json),
        examples: &[
            ("solve missile --json", "results, one per line"),
            ("list primer --json", "the puzzles of a collection"),
        ],
    },
    Topic {
        name: "glossary",
        summary: "the words of answers and statistics",
        text: &[
            "State: the part of a position that the search distinguishes. Successor: a state one step further. Expanded: the states whose successors were made. Generated: the successors that were made, including those that were known. Stored: the states in memory.",
            "Cost: what the objective counts, for instance pushes. Lower bound: a cost for which the search has proved that no answer costs less. Proved optimal: the lower bound is the cost of the answer. Unsolvable: the search has proved that there is no answer; a limit proves nothing.",
            "Heuristic: an estimate of the cost from a state to the nearest goal, h. It is admissible if it is never too high. The cost so far is g, and f = g + h. Transposition: a state that is reached in several ways.",
            "Deadlock: a position from which a level cannot be solved. Dead square: a square from which no box can be pushed to a goal. Freeze deadlock: boxes that block each other for ever, at least one of them not on a goal. Corral: squares that the player cannot reach. PI-corral: a corral whose boxes can only be pushed inward; no other pushes need to be tried first.",
            "Move: a step of the player; push: a move that pushes a box. Moves include pushes. Box line: pushes in one direction without a step in between. Box change: the first push, and each push of a different box than the previous push. Pushing session: pushes without a step in between. Macro push: several pushes of one box that are one step of the search. Packing order: the order in which boxes reach their final goals.",
        ],
        listing: None,
        examples: &[
            ("solve missile/4 --stats", "what the search did"),
            ("help rules", "the rules that find deadlocks"),
        ],
    },
];

/// The topic of that name; `missile`, `gamepad` and `buttons` are about shifters.
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
    let name = if matches!(name, "missile" | "gamepad" | "buttons") { "shifter" } else { name };
    TOPICS.iter().find(|topic| topic.name == name)
}

/// The names of all topics.
#[must_use]
pub fn names() -> Vec<&'static str> {
    TOPICS.iter().map(|topic| topic.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_says_something_and_shows_it() {
        for topic in TOPICS {
            assert!(!topic.text.is_empty() && !topic.examples.is_empty(), "{}", topic.name);
            assert!(topic.text.iter().all(|paragraph| !paragraph.contains('\n')), "{}", topic.name);
        }
        let mut unique = names();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), TOPICS.len());
    }
}
