//! Pictures of boards and solutions: SVG, PNG, GIF; and pages: HTML.
//!
//! - [`colours`]: the colours of each theme; `tile_art`: the drawing of a cell and of text
//! - `scene`: boards, labels, buttons and captions as items
//! - `svg`: scenes as SVG; `raster`: scenes in pixels
//! - `drawn`: what is drawn; `export`: the format of a file name, and its document
//! - `animation`: a solution as GIF; `html`: a page that plays

mod animation;
pub mod colours;
mod drawn;
mod export;
mod html;
mod raster;
mod scene;
mod svg;
mod tile_art;

pub use animation::{Drawing, drawings, gif_of_drawings};
pub use drawn::{Drawn, Titled};
pub use export::PictureFormat;

#[cfg(test)]
mod tests {
    //! Pictures of the built-in levels.

    use lurd_puzzle::catalog::Typed;
    use lurd_puzzle::puzzle::{CellRole, Coordinates, Puzzle};
    use lurd_toolkit::themes::ThemeName;

    use super::{
        Drawn, PictureFormat,
        colours::{Rgb, colours},
        raster::{Raster, render},
        tile_art::UNIT,
    };

    /// A shortest answer of a level.
    const FIRST: &str = "r";

    fn puzzle(reference: &str) -> Box<dyn Puzzle> {
        let items = lurd_toolkit::test_puzzle::builtin().resolve(&Typed::argument(reference)).expect("a puzzle");
        items.into_iter().next().expect("one").puzzle.expect("readable")
    }

    fn words(puzzle: &dyn Puzzle, solution: &str) -> Vec<String> {
        lurd_puzzle::puzzle::StepText::words(puzzle, solution)
    }

    fn answer(reference: &str, solution: &str, format: PictureFormat) -> Vec<u8> {
        let puzzle = puzzle(reference);
        let steps = words(puzzle.as_ref(), solution);
        assert!(!steps.is_empty(), "{solution}");
        draw(puzzle.as_ref(), &steps, format, ThemeName::Dark)
    }

    fn board(reference: &str, format: PictureFormat, theme: ThemeName) -> Vec<u8> {
        let puzzle = puzzle(reference);
        draw(puzzle.as_ref(), &[], format, theme)
    }

    fn draw(puzzle: &dyn Puzzle, steps: &[String], format: PictureFormat, theme: ThemeName) -> Vec<u8> {
        let title = "a <b> & 'c'";
        format.draw(&Drawn { puzzles: &[(puzzle, title)], title, steps, theme }).expect("drawn")
    }

    fn decoded(png: &[u8]) -> Raster {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("small")];
        let frame = reader.next_frame(&mut bytes).expect("a frame");
        let pixels = bytes.chunks(3).map(|it| [it[0], it[1], it[2]]).collect();
        Raster { width: frame.width as usize, height: frame.height as usize, pixels }
    }

    /// The colour in the middle of a cell of a role; `None` where letters are.
    fn middle(role: CellRole, theme: ThemeName) -> Option<Rgb> {
        let colours = colours(theme);
        match role {
            CellRole::Plain => Some(colours.paper.rgb),
            CellRole::Piece => Some(colours.shade(colours.piece.rgb, 60)),
            CellRole::Tile(_) => None,
            role => colours.of(role).map(|ink| ink.rgb),
        }
    }

    #[test]
    fn boards_without_cells_are_drawn_as_text() {
        let puzzle = lurd_toolkit::test_puzzle::test_puzzle("5 -> 23");
        let steps = words(&puzzle, "**+");
        let colours = colours(ThemeName::Dark);
        let puzzles: [(&dyn Puzzle, &str); 1] = [(&puzzle, "a </script> b")];
        let subject = Drawn { puzzles: &puzzles, title: "a </script> b", steps: &steps, theme: ThemeName::Dark };
        let draw = |format: PictureFormat| format.draw(&subject).expect("drawn");
        let text = |format| String::from_utf8(draw(format)).expect("text");
        // One letter is one element, so that letters of a proportional font stand below each other.
        let letters = |svg: &str, letter: char| svg.matches(&format!(">{letter}</text>")).count();
        let svg = text(PictureFormat::Svg);
        assert_eq!([letters(&svg, '5'), letters(&svg, '1'), letters(&svg, '3')], [1, 1, 1], "{svg}");
        let page = text(PictureFormat::Html);
        assert!(page.contains(r#"{"boards":["5","10","20","23"],"words":["*","*","+"]}"#), "{page}");
        assert_eq!(page.matches("</script>").count(), 2, "the title ends no script");
        for format in [PictureFormat::Png, PictureFormat::Gif] {
            let wrong = Drawn { steps: &["*", "*", "*"].map(str::to_owned), ..subject };
            let refused = format.draw(&wrong).expect_err("40 is beyond 23");
            assert!(draw(format).len() > 100 && refused.contains("40 is beyond 23"), "{refused}");
        }
        let board = decoded(&PictureFormat::Png.draw(&Drawn { steps: &[], ..subject }).expect("drawn"));
        assert!(board.pixels.contains(&colours.mark.rgb), "the digit is drawn");
    }

    #[test]
    fn pictures_of_ten_boards_show_what_the_theme_says() {
        let levels = ["pusher/1", "pusher/2", "pusher/3", "primer/4", "primer/5", "primer/8", "primer/11"];
        let levels = levels.into_iter().chain(["primer/19", "stuck/1", "stuck/5"]);
        for (reference, (_, theme)) in levels.zip(ThemeName::ALL.into_iter().cycle()) {
            let svg = String::from_utf8(board(reference, PictureFormat::Svg, theme)).expect("text");
            let document = roxmltree::Document::parse(&svg).expect("well-formed");
            let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|it| it.text());
            assert_eq!(title, Some("a <b> & 'c'"));
            let pictures = [render(&svg).expect("drawn"), decoded(&board(reference, PictureFormat::Png, theme))];
            let puzzle = puzzle(reference);
            let start = puzzle.start();
            let cells = start.controls().expect("cells");
            let panel = cells.panels()[0];
            for picture in pictures {
                let margin = 2 * 8;
                assert_eq!(picture.width, panel.columns * UNIT + margin, "{reference}");
                for (row, column) in (0..panel.rows).flat_map(|row| (0..panel.columns).map(move |it| (row, it))) {
                    let role = cells.tile(0, Coordinates::new(row, column)).cell_role;
                    let at = |index: usize| 8 + index * UNIT + UNIT / 2;
                    let found = picture.at(at(column), at(row));
                    assert_eq!(Some(found), middle(role, theme), "{reference} {row} {column} {role:?}");
                }
            }
        }
    }

    #[test]
    fn a_gif_has_the_documented_frames_and_ends_on_the_solved_board() {
        // Steps: a walk of five to the only box and one push, twice.
        let (reference, solution) = ("#########|#@    $.#|#########", "rrrrR");
        let gif = answer(reference, solution, PictureFormat::Gif);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(std::io::Cursor::new(&gif)).expect("a GIF");
        let palette = decoder.global_palette().expect("a palette").to_vec();
        let width = usize::from(decoder.width());
        let mut canvas: Vec<Rgb> = vec![[0; 3]; width * usize::from(decoder.height())];
        // The board, a caption of one or two lines, and no pad.
        assert!(decoder.height() < 130, "{}", decoder.height());
        let (mut frames, mut bottoms) = (0, Vec::new());
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            frames += 1;
            bottoms.push(usize::from(frame.top + frame.height));
            for (at, &index) in frame.buffer.iter().enumerate() {
                let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
                let place = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
                let colour = 3 * usize::from(index);
                canvas[place] = [palette[colour], palette[colour + 1], palette[colour + 2]];
            }
        }
        // The start, the third step of the walk, the push, the end.
        assert_eq!(frames, 4);
        let board = 8 + 3 * UNIT;
        assert!(bottoms[1] <= board && bottoms[2] > board, "the caption changes with the push: {bottoms:?}");
        let colours = colours(ThemeName::Dark);
        let at = |row: usize, column: usize| canvas[(8 + row * UNIT + 12) * width + 8 + column * UNIT + 12];
        assert_eq!((at(1, 7), at(1, 6)), (colours.placed.rgb, colours.player.rgb), "solved");
        assert_eq!(at(1, 1), colours.paper.rgb);
    }

    #[test]
    fn an_answer_of_four_hundred_moves_is_less_than_a_megabyte() {
        let solution = "rl".repeat(200) + FIRST;
        let level = format!("#{}#|#@ {}$.#|#{}#|#{}#", "#".repeat(28), " ".repeat(24), " ".repeat(28), "#".repeat(28));
        let puzzle = puzzle(&level);
        let mut steps = words(puzzle.as_ref(), &solution[..400]);
        steps.extend(words(puzzle.as_ref(), &("r".repeat(25) + "R")));
        let bytes = draw(puzzle.as_ref(), &steps, PictureFormat::Gif, ThemeName::Dark);
        assert!(bytes.len() < 1_000_000, "{}", bytes.len());
    }

    #[test]
    fn a_filmstrip_shows_every_push_and_press() {
        let svg = String::from_utf8(answer("missile/1", "left 1, left 2, right 3, left 2", PictureFormat::Svg));
        let svg = svg.expect("text");
        roxmltree::Document::parse(&svg).expect("well-formed");
        for caption in ["start", "1/8 ", "8/8 hold A, press Left: row 2 shifts left"] {
            assert!(svg.contains(caption), "{caption}: {svg}");
        }
        render(&svg).expect("drawn");
    }

    #[test]
    fn pictures_that_are_too_large_are_refused() {
        let gif = board("primer/1", PictureFormat::Gif, ThemeName::Dark);
        assert!(!gif.is_empty(), "no steps");
        let edge = "#".repeat(1000);
        let inside = format!("#{}#|", " ".repeat(998)).repeat(60);
        let wide = format!("{edge}|#@$.{}#|{inside}{edge}", " ".repeat(995));
        let puzzle = puzzle(&wide);
        let puzzles = [(puzzle.as_ref(), "")];
        let drawn = Drawn { puzzles: &puzzles, title: "", steps: &[], theme: ThemeName::Dark };
        let error = PictureFormat::Png.draw(&drawn).map(|_| ());
        assert!(error.expect_err("too wide").contains(".svg"));
    }

    #[test]
    fn the_extension_decides_and_unknown_ones_are_listed() {
        assert_eq!(PictureFormat::of("a/b.SVG"), Ok(PictureFormat::Svg));
        assert!(PictureFormat::of("svg").is_err());
        let known = "invalid file extension of 'a.bmp': expected .svg, .png, .gif or .html";
        assert_eq!(PictureFormat::of("a.bmp"), Err(known.to_owned()));
        for extension in lurd_toolkit::themes::EXTENSIONS {
            assert!(PictureFormat::of(&format!("a.{extension}")).is_ok(), "{extension}");
        }
    }

    #[test]
    fn a_page_is_whole_and_its_texts_cannot_leave_their_elements() {
        let level = "; lurd\n#####\n#@$.#\n#####\n";
        let puzzle = puzzle(&level.replace("; lurd\n", "").replace('\n', "|"));
        let title = "</script><script>alert(1)</script>{data}";
        let steps = words(puzzle.as_ref(), "R");
        let puzzles = [(puzzle.as_ref(), title)];
        let subject = Drawn { puzzles: &puzzles, title, steps: &steps, theme: ThemeName::Dark };
        let page = PictureFormat::Html.draw(&subject).expect("written");
        let page = String::from_utf8(page).expect("text");
        assert_eq!(page.matches("<script").count(), 3, "the data, the rules, the page");
        assert!(page.contains("&lt;/script&gt;") && page.contains("{data}"), "texts are not searched for marks");
        assert!(!page.contains("http://") && !page.contains("https://"), "no network");
        let data = page.split("type=\"application/json\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let data: serde_json::Value = serde_json::from_str(data.expect("data")).expect("JSON");
        assert_eq!(data[0]["board"][1], serde_json::json!(["#", "@", "$", ".", "#"]));
        assert_eq!(data[0]["steps"], serde_json::json!(["R"]));
    }
}
