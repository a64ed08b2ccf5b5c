//! What the page decides, without a browser.

use lurd_web::{Session, search};
use serde_json::{Value, json};

/// A page with a puzzle open.
fn open(text: &str) -> Session {
    let mut session = Session::default();
    let opened = session.open(text, "");
    assert!(opened.get("error").is_none(), "{opened}");
    session
}

/// Carries out the search that a reply asks for, and returns the state afterwards.
fn searched(session: &mut Session, reply: &Value) -> Value {
    assert!(reply["search"].is_object(), "a search: {reply}");
    session.found(&search(&reply["search"].to_string(), &mut |_| false))
}

fn message(session: &mut Session) -> String {
    session.state()["message"]["text"].as_str().unwrap_or_default().to_owned()
}

fn press(session: &mut Session, keys: &[&str]) {
    for key in keys {
        session.key(key, false, false, false);
    }
}

/// A level whose positions no search without estimates exhausts.
const ROOM: &str =
    "############|#@         #|# $ $ $ $  #|#          #|# $ $ $ $  #|#          #|# ........ #|############";

const HALL: &str = "#######|#@ $ .#|#######";

#[test]
fn errors_have_a_place_and_a_remedy() {
    let mut session = Session::default();
    let opened = session.open("1234/4123/341/2341 -> 1234/1234/1234/1234", "");
    let text = opened["error"]["text"].as_str().expect("an error");
    assert!(text.contains("row 3 has 3 tiles") && text.contains("^^^ one tile missing"), "{text}");
    assert_eq!(opened["error"]["place"], json!({ "line": 1, "column": 11 }));
    for (typed, expected) in
        [("misile/4", "did you mean 'missile/4'?"), ("-", "paste the puzzle"), (" ", "paste a puzzle")]
    {
        let text = session.open(typed, "")["error"]["text"].to_string();
        assert!(text.contains(expected), "{typed}: {text}");
    }
    assert_eq!(session.state()["game"], Value::Null);
}

#[test]
fn a_level_is_played_with_the_keys_of_the_terminal() {
    let mut session = open(HALL);
    press(&mut session, &["ArrowRight", "l"]);
    assert_eq!(session.state()["game"]["done"], "2 moves, 1 push");
    press(&mut session, &["u"]);
    assert_eq!(session.state()["game"]["done"], "1 move, 0 pushes");
    press(&mut session, &["r", "d"]);
    let state = session.state();
    assert_eq!((&state["game"]["solved"], &state["game"]["steps"]), (&json!(true), &json!(3)));
    assert_eq!(message(&mut session), "solved in 3 moves, 2 pushes; your best");
}

#[test]
fn a_pointer_walks_and_takes_boxes() {
    let mut session = open(HALL);
    session.tap(1, 3);
    assert_eq!(message(&mut session), "taken up: tap where it should go");
    session.tap(1, 5);
    assert_eq!(session.state()["game"]["solved"], json!(true));
    let mut session = open("12/34 -> 21/34");
    session.drag((0, 0), (0, 1));
    assert_eq!(session.state()["game"]["solved"], json!(true), "the tile is dragged, and its row with it");
    // A drag that ends off the board is a press in its direction.
    let mut session = open(HALL);
    session.drag((1, 1), (1, 40));
    assert_eq!(session.state()["game"]["steps"], 1);
}

#[test]
fn an_answer_is_followed_press_by_press_and_move_by_move() {
    let mut session = open("missile/4");
    let reply = session.key("g", false, false, false);
    let state = searched(&mut session, &reply);
    let following = &state["following"];
    let presses = usize::try_from(following["of"].as_u64().expect("a number")).expect("few");
    assert!(presses >= 8 && following["unit"] == "presses", "at least one press for each of the 8 shifts: {following}");
    let lit = following["pad"].as_array().expect("a pad").iter().filter(|it| it["pressed"] == json!(true));
    assert_eq!(lit.count(), 1);
    session.go_along(presses);
    assert_eq!(session.state()["following"]["solved"], json!(true));
    let mut session = open(HALL);
    let reply = session.key("g", false, false, false);
    let state = searched(&mut session, &reply);
    assert_eq!((&state["following"]["of"], &state["following"]["solution"]), (&json!(3), &json!("rRR")));
    session.key("End", false, false, false);
    session.key("ArrowLeft", false, false, false);
    assert_eq!(session.state()["following"]["done"], 2);
}

#[test]
fn a_false_answer_is_not_believed() {
    let mut session = open(HALL);
    let reply = session.key("f", false, false, false);
    let mut found: Value =
        serde_json::from_str(&search(&reply["search"].to_string(), &mut |_| false)).expect("a result");
    found["end"]["cost"] = json!(1);
    let state = session.found(&found.to_string());
    assert!(state["message"]["text"].as_str().is_some_and(|text| text.contains("bug")), "{}", state["message"]);
    assert_eq!(state["game"]["answer"], Value::Null);
}

#[test]
fn a_result_belongs_to_the_place_where_its_search_began() {
    let mut session = open(HALL);
    let reply = session.key("f", false, false, false);
    press(&mut session, &["l"]);
    let state = searched(&mut session, &reply);
    assert_eq!(state["game"]["answer"], json!({ "done": 1, "of": 3 }), "the answer leads through here");
    let reply = session.key("f", false, false, false);
    session.open("pusher/1", "");
    let found = search(&reply["search"].to_string(), &mut |_| false);
    assert_eq!(session.found(&found)["game"]["answer"], Value::Null, "it is of another level");
}

#[test]
fn limits_and_unfit_options_are_said() {
    let mut session = open("master/1");
    session.set_options(r#"{"strategy":"bfs","nodes":10,"seconds":5}"#);
    let reply = session.button("solve");
    let state = searched(&mut session, &reply);
    assert!(state["result"].as_str().is_some_and(|it| it.contains("gave up at the node limit")), "{}", state["result"]);
    session.set_options(r#"{"strategy":"frob"}"#);
    let reply = session.button("solve");
    let state = searched(&mut session, &reply);
    assert!(state["message"]["text"].as_str().is_some_and(|it| it.contains("frob")), "{}", state["message"]);
}

#[test]
fn a_search_stops_on_demand() {
    let mut session = open(ROOM);
    session.set_options(r#"{"strategy":"bfs","seconds":60}"#);
    let reply = session.button("solve");
    let begun = std::time::Instant::now();
    let found = search(&reply["search"].to_string(), &mut |_| true);
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(found.contains("interrupted"), "{found}");
}

#[test]
fn dead_positions_are_found() {
    let mut session = open("#######|#     #|# $ . #|# @   #|#######");
    press(&mut session, &["k"]);
    let request = session.watch();
    let state = session.found(&search(&request.to_string(), &mut |_| false));
    let warning = state["warning"].as_str().expect("a warning");
    assert!(warning.starts_with("no solution is left: "), "{warning}");
}

#[test]
fn what_was_done_comes_back() {
    let mut session = open(HALL);
    press(&mut session, &["l", "l", "l"]);
    let changes = session.take_changes();
    assert_eq!(changes.as_array().map(Vec::len), Some(1), "{changes}");
    assert_eq!(session.take_changes(), json!([]));
    let file = session.saved_file("sokoban");
    let text = file["text"].as_str().expect("a file");
    assert!(text.contains("rRR"), "{text}");

    let mut other = Session::default();
    other.load_records(&changes.to_string());
    other.open(HALL, "");
    assert_eq!(other.level_list()[0]["solved"], json!(true));

    // The file that another browser or the program wrote.
    let mut third = Session::default();
    third.open_bytes("lurd-sokoban.sok", text.as_bytes());
    assert_eq!(third.level_list()[0]["solved"], json!(true), "{text}");

    // A game that was not finished goes on.
    let mut session = open("pusher/1");
    press(&mut session, &["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
    let steps = session.state()["game"]["steps"].clone();
    assert_ne!(steps, json!(0));
    session.open("missile/1", "");
    session.open("pusher/1", "");
    assert_eq!(session.state()["game"]["steps"], steps);
}

#[test]
fn boards_are_drawn() {
    let mut session = Session::default();
    session.edit("shifter", 2, 2);
    for (panel, labels) in [(0, ["1", "2", "3", "4"]), (1, ["2", "1", "3", "4"])] {
        for (at, label) in labels.into_iter().enumerate() {
            session.brush(label);
            session.draw_from(panel, (at / 2, at % 2), false);
            session.end_stroke();
        }
    }
    let state = session.state();
    assert_eq!(state["editing"]["issues"], json!([]), "{}", state["editing"]);
    session.try_draft();
    let state = session.state();
    assert_eq!((&state["game"]["kind"], &state["editing"]), (&json!("shifter"), &Value::Null));
    let reply = session.button("solve");
    let state = searched(&mut session, &reply);
    assert!(message(&mut session).starts_with("an answer: 1 shift"), "{}", state["message"]);

    let mut session = open(HALL);
    session.edit("", 0, 0);
    session.brush("wall");
    session.draw_from(0, (1, 3), false);
    let state = session.state();
    assert!(!state["editing"]["issues"].as_array().expect("issues").is_empty(), "a goal without a box");
    session.edit_command("undo");
    assert_eq!(session.state()["editing"]["issues"], json!([]));
    assert!(!session.search_draft(true).is_null());
}

#[test]
fn links_open_what_they_carry() {
    let session = open(HALL);
    let link = session.link();
    let mut other = Session::default();
    assert_eq!(other.open_link(&format!("#{link}&play")), json!({ "then": "play" }));
    assert_eq!(other.text(), session.text());
    assert_eq!(other.open_link("#puzzle=missile/4&solve"), json!({ "then": "solve" }));
    assert_eq!(other.link(), "puzzle=missile/4");
    for link in ["#level=AAAA", "#puzzle=../../etc/passwd", "#puzzle=-", "#frob", "#puzzle=missile/99"] {
        assert!(other.open_link(link)["error"]["text"].is_string(), "{link}");
    }
    assert_eq!(other.link(), "puzzle=missile/4", "what was open stays");
}

#[test]
fn answers_are_exported() {
    let mut session = open("missile/4");
    let reply = session.key("g", false, false, false);
    searched(&mut session, &reply);
    for (format, expected) in [("lurd", "left 0"), ("words", " presses, layout "), ("svg", "<svg"), ("html", "<!")] {
        let text = session.export(format, true)["text"].as_str().expect(format).to_owned();
        assert!(text.contains(expected), "{format}: {text}");
    }
    assert_eq!(session.export("gif", true), Value::Null);
}

#[test]
fn strategies_are_compared() {
    let mut session = open("missile/1");
    session.set_options(r#"{"strategies":"bfs,astar","seconds":1}"#);
    let reply = session.button("compare");
    let state = searched(&mut session, &reply);
    let table = state["result"].as_str().expect("a table");
    assert!(table.contains("bfs") && table.contains("astar") && table.contains("time"), "{table}");
}

#[test]
fn a_known_solution_is_made_better() {
    let mut session = open("########|#@ $  .#|#      #|########");
    assert_eq!(session.state()["game"]["known"], json!(false));
    let reply = session.button("optimise");
    assert!(reply.get("search").is_none() && message(&mut session).contains("there is no answer yet"), "{reply}");
    // A detour.
    assert!(session.paste_steps("durRRR"));
    assert_eq!(session.state()["game"]["solved"], json!(true), "{}", session.state()["game"]["done"]);
    let reply = session.button("optimise");
    let state = searched(&mut session, &reply);
    let text = message(&mut session);
    assert!(text.starts_with("a better solution") && text.contains("0 goes to its start"), "{text}");
    assert!(state["result"].as_str().is_some_and(|it| it.contains("before: ") && it.contains("now: ")), "{state}");
    let reply = session.button("optimise");
    searched(&mut session, &reply);
    assert!(message(&mut session).starts_with("nothing better"), "{}", message(&mut session));
}

#[test]
fn the_letters_of_a_level_can_be_named() {
    const OWN: &str = "WWWWWWW\nW @x .W\nWWWWWWW";
    let mut session = Session::default();
    assert!(session.open(OWN, "").get("error").is_some(), "these letters are not guessed");
    let refused = session.set_reading(r#"{"dialect":"frob"}"#);
    assert!(refused["error"]["help"].as_str().is_some_and(|it| it.contains("gym-sokoban")), "{refused}");
    session.set_reading(r#"{"dialect":"W=wall,x=box"}"#);
    assert_eq!(session.open(OWN, ""), json!({ "opened": 1 }));
    assert_eq!(session.text(), "#######\n# @$ .#\n#######\n");
    session.set_reading(r#"{"unequal":true,"outside":true}"#);
    assert_eq!(session.open("#######\n#$@$ . \n#######", ""), json!({ "opened": 1 }));
    let reply = session.button("solve");
    let state = searched(&mut session, &reply);
    assert!(state["game"]["answer"].is_object(), "every goal gets a box: {}", state["message"]);
    let dialects = session.choices()["dialects"].clone();
    assert!(dialects.as_array().is_some_and(|names| names.contains(&json!("sok"))), "{dialects}");
}

#[test]
fn an_answer_is_saved_as_a_gif() {
    let mut session = open(HALL);
    assert_eq!(session.gif_drawings(true), Value::Null, "there is no answer");
    let reply = session.key("g", false, false, false);
    searched(&mut session, &reply);
    let drawn = session.gif_drawings(true);
    let drawings = drawn["drawings"].as_array().expect("drawings");
    let pixels =
        |it: &Value| it["width"].as_u64().zip(it["height"].as_u64()).map_or(0, |(width, height)| width * height);
    let count: u64 = drawings.iter().map(pixels).sum();
    assert!(drawings.iter().all(|it| it["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg"))), "{drawn}");
    let gif = session.gif(true, &vec![100; usize::try_from(4 * count).expect("few")]);
    assert!(gif.starts_with(b"GIF89a") && drawn["name"] == "argument.gif", "{}", drawn["name"]);
    assert!(session.gif(true, &[0; 40]).is_empty(), "pixels are missing");
}
