//! Word ladders: from word to word by changing one letter. The words are random ones.

use std::rc::Rc;

use lurd::outcome::Cost;
use lurd::search::random::Random;
use rustc_hash::FxHashMap;

use crate::figure::Figure;
use crate::problem::{Instance, Problem, Search, figures_of};

const LETTERS: usize = 6;
const ALPHABET: &[u8] = b"abcdefghij";
const WORDS: usize = 100_000;

/// The words, and those that differ in one letter from each.
type Dictionary = FxHashMap<String, Vec<String>>;

struct Ladder {
    dictionary: Rc<Dictionary>,
    from: String,
    /// No word if all are to be visited.
    to: String,
    /// Whether a step costs the distance of the letters, instead of 1.
    counts_letters: bool,
}

/// The difference of two words: letters, or the distances of letters in the alphabet.
fn difference(one: &str, two: &str, counts_letters: bool) -> Cost {
    let letters = one.bytes().zip(two.bytes());
    letters.map(|(one, two)| Cost::from(if counts_letters { one.abs_diff(two) } else { u8::from(one != two) })).sum()
}

impl Problem for Ladder {
    type State = String;

    fn start(&self) -> String {
        self.from.clone()
    }
    fn is_goal(&self, state: &String) -> bool {
        *state == self.to
    }
    fn successors<'a>(&'a self, state: &String) -> impl Iterator<Item = (String, Cost)> + use<'a> {
        let (word, words) = self.dictionary.get_key_value(state).expect("a word");
        words.iter().map(|next| {
            let cost = if self.counts_letters { difference(word, next, true) } else { 1 };
            (next.clone(), cost)
        })
    }
    fn estimate(&self, state: &String) -> Cost {
        difference(state, &self.to, self.counts_letters)
    }
    fn unit_costs(&self) -> bool {
        !self.counts_letters
    }
}

/// Random words, in the order of their creation, and the dictionary.
fn words() -> (Vec<String>, Dictionary) {
    let mut random = Random::new(5);
    let mut dictionary = Dictionary::default();
    let mut words = Vec::new();
    while words.len() < WORDS {
        let word: String = (0..LETTERS).map(|_| char::from(ALPHABET[random.below(ALPHABET.len())])).collect();
        if dictionary.insert(word.clone(), Vec::new()).is_none() {
            words.push(word);
        }
    }
    for word in &words {
        let mut near = Vec::new();
        for place in 0..LETTERS {
            for &letter in ALPHABET {
                let mut other = word.clone().into_bytes();
                other[place] = letter;
                let other = String::from_utf8(other).expect("letters");
                if other != *word && dictionary.contains_key(&other) {
                    near.push(other);
                }
            }
        }
        dictionary.insert(word.clone(), near);
    }
    (words, dictionary)
}

/// The expansions of A\* within which a ladder is short.
const EXPANSIONS_OF_SHORT: u64 = 40;

fn instances(search: Search) -> Vec<Instance<Ladder>> {
    let (words, dictionary) = words();
    let dictionary = Rc::new(dictionary);
    let ladder = |from: &String, to: &str, counts_letters| {
        let (dictionary, from, to) = (Rc::clone(&dictionary), from.clone(), to.to_owned());
        Instance::unknown(Ladder { dictionary, from, to, counts_letters })
    };
    let ladders = |count: usize, counts_letters| -> Vec<Instance<Ladder>> {
        words.chunks(2).take(count).map(|pair| ladder(&pair[0], &pair[1], counts_letters)).collect()
    };
    // Without a closed list a long ladder, or none, takes too long.
    let is_short = |instance: &Instance<Ladder>| instance.problem.by_lurd(Search::Astar).1 <= EXPANSIONS_OF_SHORT;
    match search {
        Search::Bfs => vec![ladder(&words[0], "", false)],
        Search::Dijkstra => ladders(3, true),
        Search::Astar => ladders(100, false),
        Search::Idastar => ladders(500, false).into_iter().filter(is_short).collect(),
    }
}

pub fn figures() -> Vec<Figure> {
    figures_of("ladder", "word ladders, a string", 5, instances)
}
