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
    /// The strategies, by what they prove.
    Strategies,
    /// The fields of all records of JSON.
    Json,
    /// The objectives of each kind of puzzle.
    Objectives,
    /// The pruning rules of each kind of puzzle.
    Rules,
    /// The file formats and dialects of each kind of puzzle.
    Formats,
    /// The words of the player, typed in its line mode and behind `:`.
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
            "PUZZLE is a collection (missile), some of its puzzles (missile/4, missile/1-5), a file or one of its levels (levels.xsb, levels.xsb:12), '-' for standard input (at the shell only), the text of a puzzle, or a link that 'link' prints. './x' is always a file.",
            "The text of a puzzle has line breaks or '|' between the rows of a Sokoban level, or '->' between the boards of a shifter. Quote it at the shell. At the prompt, type or paste it without quotes, over several lines if necessary.",
            "Sokoban: # wall, @ player, $ box, . goal, * box on a goal, + player on a goal. Shifter: rows of digits or letters, with '/' or line breaks between them.",
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
        summary: "the rules of Sokoban",
        text: &[
            "The player walks on the squares between the walls and pushes boxes, one at a time; a box cannot be pulled. The level is solved when every box is on a goal.",
            "An answer is written in LURD: l, u, r, d for moves left, up, right and down, a capital letter for a push. '--for pushes' and '--for moves' look for the fewest of either.",
        ],
        listing: None,
        examples: &[
            ("show pusher/1", "a level"),
            ("solve '#####|#@$.#|#####'", "a level of your own"),
            ("describe pusher/1", "the board in words"),
        ],
    },
    Topic {
        name: "shifter",
        summary: "the rules of shifters, and how to write one",
        text: &[
            "The tiles of a shifter are in rows and columns. A shift moves all tiles of one row or column by one cell; the tile at the end comes in again at the other end. The puzzle is solved when the board looks like its target.",
            "Write the rows of the board, '->' and the rows of the target: 12/34 -> 21/34. Rows are separated by '/', '|' or line breaks; tiles are digits or letters, equal ones are exchangeable. 'left 0' shifts the first row to the left, 'up 3' the fourth column up.",
        ],
        listing: None,
        examples: &[("solve '12/34 -> 21/34'", "a board of 2 x 2"), ("describe missile/1", "the board in words")],
    },
    Topic {
        name: "missile",
        summary: "the missile puzzles of James Bond Jr. for the NES",
        text: &[
            "In James Bond Jr. (NES, 1992) five missiles are disarmed by such puzzles: the rows and columns of a board of 4 x 4 coloured tiles are shifted until it looks like the picture beside it. The collection 'missile' has them as shifters, with a digit for each colour.",
            "'solve missile/4' shows the fewest shifts and the buttons to press, '--for buttons' looks for the fewest presses, and '--follow' shows them one at a time. A board that differs from these is typed row by row, with letters for the colours: RRGB/GGBB/YYRR/BGYR -> .. .",
        ],
        listing: None,
        examples: &[
            ("list missile", "the five puzzles"),
            ("solve missile/4", "the answer, with the buttons"),
            ("solve missile/4 --for buttons", "the fewest presses"),
        ],
    },
    Topic {
        name: "gamepad",
        summary: "layouts of the gamepad: --pad",
        text: &[
            "A shifter is played on a gamepad: the directions of the pad move the lit row and column, and while a button is held they shift the lit line. '--pad assumed' is the default, an assumption about the game; '--pad keyboard' is a keyboard, '--pad FILE' a layout of your own.",
            "A file of a layout is in TOML. It names the buttons, the one that is held, and the hand for each; examples/gamepad.toml in the source of lurd is an example.",
        ],
        listing: None,
        examples: &[
            ("solve missile/1 --pad keyboard", "the keys instead of the buttons"),
            ("follow 2 --pad keyboard", "the answer key by key, from the second on"),
        ],
    },
    Topic {
        name: "buttons",
        summary: "how button presses are written",
        text: &[
            "R2 U3: press right twice, then up three times. A+L: hold A and press left; A+L2: press left twice while A is held.",
            "For a shifter, presses without A move the lit row (up, down) and column (left, right), which start at the first ones and wrap around. '--for buttons' minimizes the presses. A Sokoban answer has a press for each move.",
        ],
        listing: None,
        examples: &[
            ("solve missile/1 --for buttons", "the fewest presses"),
            ("answer buttons", "the buttons of the last answer"),
        ],
    },
    Topic {
        name: "play",
        summary: "the commands of the player",
        text: &[
            "The commands are typed in the line mode ('play --plain'), and behind ':' on the whole screen. In the line mode the commands of the prompt work, too.",
        ],
        listing: Some(Listing::Play),
        examples: &[("play missile/1 --plain", "in line mode"), ("help edit", "the commands of the editor")],
    },
    Topic {
        name: "edit",
        summary: "the commands of the editor",
        text: &[
            "The commands are typed in the line mode ('edit --plain'), and behind ':' on the whole screen. In the line mode the commands of the prompt work on the draft, too.",
        ],
        listing: Some(Listing::Edit),
        examples: &[("edit missile/1 --plain", "in line mode"), ("help play", "the commands of the player")],
    },
    Topic {
        name: "answers",
        summary: "how answers are written, stepped through and copied",
        text: &[
            "A Sokoban answer is written in LURD: l, u, r, d for moves, capital letters for pushes. A shifter's answer names direction and line: 'left 0' shifts the first row to the left. Lines are numbered from 0.",
            "Button presses are grouped: R2 U3 is right twice, then up three times; A+L2 is left twice while A is held.",
            "'solve PUZZLE --follow' and 'follow' show how to carry out an answer, one press of the pad or one push at a time. A layout of the gamepad ('--pad') names the buttons, which of them are held, and the hand for each.",
            "At the prompt 'step' and 'back' go forward and back in the answer, 'answer' shows it again, 'copy' copies it to the clipboard. Actions can also be typed in the notation of answers; 'undo' undoes them.",
        ],
        listing: None,
        examples: &[
            ("step 2", "the next two steps of the answer"),
            ("answer buttons", "the buttons to press"),
            ("follow 2", "the answer press by press, from the second on"),
            ("left 1, left 2", "typed actions"),
        ],
    },
    Topic {
        name: "rules",
        summary: "pruning rules, which --without disables",
        text: &[
            "Searches skip states that provably lead to no solution, or to no better one. Each such rule has a name; --without A,B searches without rules A and B. Answers stay valid and proofs hold with any rules; disabling rules usually takes more time.",
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
        name: "objectives",
        summary: "what to minimize: --for",
        text: &[
            "--for sets what is minimized; the default is the first objective in the list. Finding an optimal answer takes longer than finding any answer.",
            "'proved optimal' means that no better answer exists. If optimality is not proved, the output shows a lower bound: no answer costs less than that.",
        ],
        listing: Some(Listing::Objectives),
        examples: &[("solve primer/4 --for moves", "fewest moves"), ("set for pushes", "the default for this session")],
    },
    Topic {
        name: "limits",
        summary: "time, memory, expansions, and Ctrl-C",
        text: &[
            "Every search has limits: 60 s and 2 GiB (at most half of the machine's memory) unless --time and --memory set others; --nodes limits expansions. 'none' removes a limit.",
            "Ctrl-C stops a search and shows what was found and proved so far; at the prompt, lurd continues. A second Ctrl-C within two seconds ends lurd.",
        ],
        listing: None,
        examples: &[
            ("solve missile/2 --time 10s --memory 512MiB", "stop earlier"),
            ("solve missile/4 --strategy bfs --nodes 1000", "stop after 1000 expansions"),
        ],
    },
    Topic {
        name: "prompt",
        summary: "keys, pasting, history, completion",
        text: &[
            "A typed or pasted puzzle becomes the current puzzle and is solved immediately ('set autosolve off' disables this). Commands without PUZZLE apply to the current position.",
            "A board may span several lines. The prompt waits for missing rows; an empty line ends the board, Ctrl-C discards it.",
            "Pasted text may contain several puzzles, and comments before them; the first puzzle becomes the current one. Commands, one per line, are run in order.",
            "'?' and '/help' show help; 'exit', 'q' and ':q' leave; 'clear' or 'cls' clears the screen; 'ls' and 'dir' are 'list'. ';' separates commands; a line that begins with ';', or with '#' and a blank, is a comment. Help that is longer than the screen is shown in $PAGER, or page by page.",
            "Tab completes commands, flags, strategies, collections, files and level numbers. The right arrow accepts the hint after the cursor. Up and down browse the history, Ctrl-R searches it. The history is saved in the state folder (lurd/history).",
            "'set progress off' hides the status line, 'set hints off' the hints. NO_COLOR disables colours; no information is shown by colour alone.",
        ],
        listing: None,
        examples: &[
            ("1234/4123/3412/2341 -> 1234/1234/1234/1234", "solved at once"),
            ("set autosolve off", "typed puzzles only become the current one"),
        ],
    },
    Topic {
        name: "settings",
        summary: "defaults, and the configuration file",
        text: &[
            "'set' shows the settings of this session and their origins; 'set NAME VALUE' changes one, 'set NAME default' restores its default. A flag of a command overrides the setting.",
            "Permanent settings are read from lurd/config.toml in the configuration folder (on Linux ~/.config), one per line: time = \"10s\", strategy = \"astar\", autosolve = false. LURD_CONFIG names another file; an empty value means none.",
            "'set theme NAME' chooses the colours of the player, the editor and follow: dark, light, or ascii for ASCII characters only. The default, auto, is light if COLORFGBG says that the background is, else dark.",
        ],
        listing: None,
        examples: &[("set", "show all settings"), ("set time 10s", "change a setting")],
    },
    Topic {
        name: "scripts",
        summary: "pipes, source, --eval, exit codes",
        text: &[
            "Piped input is run as a script: echo 'solve missile/4' | lurd. So is the text after --eval, with ';' between commands, and a file that 'source FILE' names at the prompt. Lines that begin with ';' are comments.",
            "A script stops at the first error. Its exit code is that of its worst line: 0 success, 1 a definite no (unsolvable, or an invalid solution), 2 an error in usage or input, 3 stopped at a limit, 4 an internal error, 130 interrupted.",
            "--json prints each result as a JSON object on one line. 'batch' always does so, except on a terminal without --json.",
            "batch -o FILE adds a line to a new file whenever a level ends, so that nothing is lost if the batch is killed; at the end the lines are sorted into the order of the input. An existing file is never overwritten. The summary is printed to standard error.",
            "Other commands that replace a file keep what it held as FILE~, and say so.",
        ],
        listing: None,
        examples: &[
            ("solve missile/1 --json", "for programs"),
            ("verify missile/1 'left 0'", "exits with 1: not a solution"),
        ],
    },
    Topic {
        name: "machines",
        summary: "thousands of levels on many machines: shares, resuming, bringing together, comparing",
        text: &[
            "batch --partition slice:K/N solves every N-th level from the K-th on, and hash:K/N those whose identity hashes to share K; an empty share succeeds.",
            "batch --resume FILE continues FILE: it solves the levels that are missing, failed, were interrupted or changed, or ended at a limit that is larger now. FILE need not exist, so the same command starts and resumes a batch. An incomplete line that a killed batch left is removed. The exit code covers all levels of FILE.",
            "batch --resume ALL --resume SHARE .. continues ALL with the results of other files: of each level the better line is copied into ALL, in the order of the levels. If two results of a level contradict each other, their lines are named and nothing is written.",
            "batch report A B .. compares the results of several files: how many levels are solved in each, within which time, and which are solved in only one of two. --export writes the report to a file: .md, .csv, .json, or a chart as .svg. A .csv file is the log of another program, with the columns level,status,seconds,cost, for example levels.xsb:12,solved,3.5,97. To name a file of levels report, write ./report.",
        ],
        listing: None,
        examples: &[
            ("batch missile --partition hash:1/2", "one of two shares"),
            (
                "batch missile --resume all.jsonl --resume share-1.jsonl --resume share-2.jsonl",
                "the shares, in all.jsonl",
            ),
            ("batch report new.jsonl old.jsonl --json", "for a script"),
        ],
    },
    Topic {
        name: "strategies",
        summary: "which search strategy to use",
        text: &[
            "auto chooses a strategy by puzzle and objective. --weight, --ties and --width are parameters of some strategies; --seed and --threads of auto on Sokoban levels. beam improves its solution until the time limit; --first stops it at the first.",
        ],
        listing: Some(Listing::Strategies),
        examples: &[
            ("strategies", "all, with what they need and prove"),
            ("strategies pusher/1", "which fit, and why others do not"),
        ],
    },
    Topic {
        name: "comparing",
        summary: "comparing strategies",
        text: &[
            "compare runs each strategy on each puzzle, 5 s (or --time) per run, until there are 10 measured runs or they have taken half a second; --runs sets the number. The runs of the strategies alternate, after one unmeasured run of each. The table shows the median and the range of the times. A strategy that reached a limit is not repeated.",
            "Columns: h0 is the estimate of the start; b* the effective branching factor, that of a uniform tree with as many states as were generated and as deep as the answer costs; tables the memory of the tables that were built before the search. What does not fit the terminal is in --export.",
            "The summary begins with the fastest strategy that proved its answer; if none did, with the fastest of those with the lowest cost. The ratio is the median time of a strategy divided by the median time of that fastest one, with its standard deviation after several runs. A strategy is called faster only if so large a difference is improbable by chance (the test of Mann and Whitney, p < 0.0001, or each of its runs was shorter) and the medians differ by 5 %, by more where there are few runs. Strategies without an answer, or with one of a higher cost, have no ratio.",
            "--width, --weight, --ties and --seed take several values: --width 10,100,1000 runs beam with each. Each value is a row of its own.",
            "Under Why stands a sentence for each strategy and the next one: which of the two expands fewer states, and what the estimates say about it. 'trace' shows the expansions one by one.",
            "Contradicting proofs are an error, with exit code 1. --strategies all tries every strategy and shows why one was left out.",
            "--export FILE writes all results with every single run: .md, .csv, .json, or charts as .svg. It may be given several times.",
        ],
        listing: None,
        examples: &[
            ("compare missile/1 --strategies bfs,astar", "two strategies"),
            ("compare missile/1 --strategies bfs,astar --runs 30", "with the median and the range of 30 runs"),
            ("compare missile/1 --strategies beam --width 10,100,1000", "one strategy with three widths"),
            ("trace missile/1 --strategies bfs,astar", "their expansions, one by one"),
        ],
    },
    Topic {
        name: "json",
        summary: "the JSON that commands print with --json",
        text: &[
            "With --json, a command prints one JSON object per line, with all its fields in a fixed order; unknown values are null. A field never changes its meaning within a schema, which is the first field; new fields may be added.",
            "The fields of every record, with their types and meanings, follow. docs/schemas of the source has a JSON Schema of each.",
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

/// The topic of that name.
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
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
