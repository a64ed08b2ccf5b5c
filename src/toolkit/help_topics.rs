//! What `help TOPIC` tells beside the commands. Every example is carried out by the tests, in a
//! session whose current puzzle is `missile/1` with its answer known.

use super::commands::Example;

/// A topic.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// Its word.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// What there is to say; a paragraph each, without line breaks.
    pub text: &'static [&'static str],
    /// At least one.
    pub examples: &'static [Example],
}

/// All topics, in the order in which help lists them.
pub const TOPICS: &[Topic] = &[
    Topic {
        name: "puzzles",
        summary: "how puzzles are named and written",
        text: &[
            "PUZZLE is a collection (missile), one or some of its puzzles (missile/4, missile/1-5), a file or one of its levels (levels.xsb, levels.xsb:12), '-' for standard input at the shell, or the puzzle itself. './x' is always a file.",
            "The puzzle itself has a line break, '|' between the rows of a Sokoban level, or '->' between the boards of a shifter. At the shell it is quoted; at the prompt it is not, and may be pasted as it is, over many lines.",
            "Sokoban: # wall, @ player, $ box, . goal, * box on a goal, + player on a goal. A shifter: rows of digits or letters, '/' or line breaks between them.",
        ],
        examples: &[
            Example { line: "show missile/4", does: "a puzzle of a collection" },
            Example { line: "solve #####|#@$.#|#####", does: "a level in one line" },
            Example { line: "solve 1221/3443 -> 1223/4431", does: "a shifter" },
        ],
    },
    Topic {
        name: "answers",
        summary: "how answers are written, walked and copied",
        text: &[
            "A Sokoban answer is written in LURD: l, u, r, d for steps, capitals for pushes. A shifter's names line and direction: 'left 0' shifts the first row to the left. Lines are counted from 0.",
            "Buttons are grouped: R2 U3 is right twice, up three times; A+L2 is A held while left is pressed twice.",
            "At the prompt 'step' and 'back' walk on the answer, 'answer' shows it again, 'copy' takes it to the clipboard. Actions may also be typed as answers write them; 'undo' takes them back.",
        ],
        examples: &[
            Example { line: "step 2", does: "the next two steps of the answer" },
            Example { line: "answer buttons", does: "what to press" },
            Example { line: "left 1, left 2", does: "actions, typed" },
        ],
    },
    Topic {
        name: "rules",
        summary: "pruning rules of Sokoban, which --without switches off",
        text: &[
            "Searches leave out what provably leads nowhere, or nowhere better. Each rule has a name, and --without freeze,pairs searches without some of them: answers and proofs stay the same, only the time changes.",
            "dead-squares: no box where no goal can be reached. freeze: boxes that cannot move must be on goals. assignment: each box needs a goal of its own. frozen-walls: the same, with boxes frozen on goals as walls. corrals: boxes around floor that the player cannot enter must have a way to open it. pairs: what two boxes cost each other.",
            "tunnels: a box that has to go on in a tunnel goes on at once. pi-corrals: where boxes can only be pushed into such floor, nothing else is tried. Both may lengthen the walk, so searches for fewest moves never use them.",
        ],
        examples: &[
            Example { line: "solve primer/4 --for pushes --without pairs", does: "without one rule" },
            Example { line: "solve primer/4 --for pushes --without pi-corrals,tunnels", does: "without two" },
        ],
    },
    Topic {
        name: "objectives",
        summary: "what is to be small: --for",
        text: &[
            "A shifter is solved for fewest shifts. Sokoban is solved for any answer unless --for asks for fewest pushes or fewest moves, which takes longer.",
            "'proved optimal' means that there is nothing better. What is not proved is not claimed; the lower bound says how much better an answer could be.",
        ],
        examples: &[
            Example { line: "solve primer/4 --for moves", does: "fewest moves" },
            Example { line: "set for pushes", does: "as a default of this session" },
        ],
    },
    Topic {
        name: "limits",
        summary: "time, memory, expansions, and Ctrl-C",
        text: &[
            "Every search has limits: 60 s and 2 GiB (or half of the machine's memory) unless --time and --memory say otherwise, and --nodes for expansions. 'none' lifts one.",
            "Ctrl-C stops a search, shows what was found and proved so far, and the prompt lives on; a second one within two seconds leaves.",
        ],
        examples: &[
            Example { line: "solve missile/2 --time 10s --memory 512MiB", does: "give up earlier" },
            Example { line: "solve missile/4 --strategy bfs --nodes 1000", does: "after 1000 expansions" },
        ],
    },
    Topic {
        name: "prompt",
        summary: "keys, pasting, history, completion",
        text: &[
            "A typed or pasted puzzle becomes the current one and is solved at once ('set autosolve off' leaves that to you). Commands without PUZZLE are about the current position.",
            "A board may take many lines. Rows that are missing are waited for; a blank line ends the board, Ctrl-C drops it.",
            "A pasted text may hold several puzzles, and comments before them: the first becomes the current one. Commands, one a line, are carried out one after the other.",
            "'?' is help; 'exit', 'q' and ':q' leave; 'clear' clears the screen. Help that is longer than the screen is paged, by $PAGER where it is set.",
            "Tab completes commands, flags, strategies, collections, files and numbers of levels. The right arrow takes over the hint behind the cursor. Up and down go through the history, Ctrl-R searches it. It is kept in the state folder (lurd/history).",
            "'set progress off' shows no status line, 'set hints off' no hints. NO_COLOR takes all colours away; nothing is said by colour alone.",
        ],
        examples: &[
            Example { line: "1234/4123/3412/2341 -> 1234/1234/1234/1234", does: "solved at once" },
            Example { line: "set autosolve off", does: "only make typed puzzles the current one" },
        ],
    },
    Topic {
        name: "settings",
        summary: "defaults, and the configuration file",
        text: &[
            "'set' shows the defaults of this session and where each comes from; 'set NAME VALUE' changes one, 'set NAME default' takes that back. A flag of a command comes before all of them.",
            "What should hold always stands in lurd/config.toml in the configuration folder (on Linux ~/.config), a line each: time = \"10s\", strategy = \"astar\", autosolve = false. LURD_CONFIG names another file; if it is empty there is none.",
        ],
        examples: &[
            Example { line: "set", does: "all of them" },
            Example { line: "set time 10s", does: "change one" },
        ],
    },
    Topic {
        name: "scripts",
        summary: "pipes, source, --eval, exit codes",
        text: &[
            "The lines of a pipe are a script: echo 'solve missile/4' | lurd. So is the text after --eval, with ';' between commands, and a file at the prompt: source FILE. Lines that begin with ';' are comments.",
            "A script stops at an error. It ends with the worst code of its lines: 0 answered, 1 a definite no, 2 wrong usage or input, 3 gave up at a limit, 4 an error of lurd, 130 interrupted.",
            "--json writes one object a line for every result; 'batch' does so for many levels, on a terminal too if --json is given.",
            "batch -o FILE adds each line to a new file as soon as its level ends, so that nothing is lost when the batch is killed; at the end the lines are put in the order of the input. An existing file is never written over. What came of the batch is said on standard error.",
        ],
        examples: &[
            Example { line: "solve missile/1 --json", does: "for programs" },
            Example { line: "verify missile/1 'left 0'", does: "ends with 1: it is no solution" },
        ],
    },
    Topic {
        name: "strategies",
        summary: "which search for what",
        text: &[
            "auto picks what suits the puzzle and the objective. The strategies that claim 'optimal' prove what they find; greedy, beam and the like are fast and claim nothing; ara and rectangle find better answers until a limit ends them.",
            "--weight, --ties, --width and --seed belong to some strategies. portfolio races several; --threads divides it, and bfs.",
        ],
        examples: &[
            Example { line: "strategies", does: "all, with what they need and claim" },
            Example { line: "strategies pusher/1", does: "which fit, and why the others do not" },
        ],
    },
    Topic {
        name: "comparing",
        summary: "strategies side by side",
        text: &[
            "compare runs each strategy on each puzzle under 5 s (or --time) a run, --runs times after one run to warm up. The table shows the median and the spread (least to most) of the time. A strategy that failed once is not repeated.",
            "The summary names what was proved first: the fastest strategy with a proof leads, or without any proof the fastest of those with the lowest cost. Times are compared with the leader's (the ratio): quotients of medians, after several runs with their standard deviation. A run that failed, or whose answer costs more than the leader's, is in no ratio.",
            "Two proofs that contradict each other are an error, with exit code 1. --strategies all tries every strategy and says why one was left out. --charts draws time against cost, and how the bound rose.",
            "--export FILE writes it all, with every single run: .md, .csv, .json, .txt, or the charts as .svg.",
        ],
        examples: &[
            Example { line: "compare missile/1 --strategies bfs,astar", does: "two strategies" },
            Example {
                line: "compare missile/1 --strategies bfs,astar --runs 3",
                does: "with median and spread",
            },
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
