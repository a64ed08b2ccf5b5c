//! `edit`: the editor on the whole screen, or the prompt with a draft.

use std::rc::Rc;

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::puzzle::Plugin;
use lurd_report as report;
use lurd_toolkit::edit::{EditError, Editor, commands::size};
use lurd_toolkit::exit::Exit;

use super::{
    Run,
    play::{fills_screen, show, theme},
    script,
};
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{ReadArgs, ScreenArgs},
    completion,
    edit::{
        opening::{RESTORED, begin, kind_of_new, note_draft, note_loaded},
        state::EditView,
    },
};

/// Edit a puzzle, play it, save it
#[derive(Parser)]
pub(super) struct Edit {
    /// A puzzle, or a size and a kind: 10x8 sokoban
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    words: Vec<String>,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Edit {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("edit", "an empty board; '?' shows the keys"),
        ("edit levels.xsb:3", "a level of a file"),
        ("edit --plain", "at the prompt: put box 2 3, validate, save my.xsb"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let search = app.search(&app.settings.all.search)?;
        let fills_screen = fills_screen(self.screen);
        let is_tried = self.words.is_empty() && app.session.editor.is_some();
        let mut editor = match app.session.editor.take().filter(|_| is_tried) {
            Some(editor) => editor,
            None => app.accept(begin(&app.catalog))?,
        };
        if self.read.allow_unequal {
            editor.allow_unequal();
        }
        let mut is_restored = false;
        if !is_tried {
            self.open(app, &mut editor)?;
            // What was asked for as empty is.
            let is_new = !self.words.is_empty() && editor.file().is_none();
            let restored = if is_new { Ok(false) } else { editor.restore(&app.catalog) };
            is_restored = app.accept(restored.map_err(|error| report::edit_error(&error)))?;
        }
        if !fills_screen {
            app.session.edit(editor);
            if is_restored {
                app.screen.note(&format!("note: {RESTORED}"));
            }
            app.show_draft(true);
            return script::go_on(app);
        }
        let before = editor.draft().text();
        let theme = theme(app, self.screen);
        let mut view = EditView::new(Rc::clone(&app.catalog), editor, search, theme);
        if is_restored {
            view.say(RESTORED);
        }
        let exit = show(app, &mut view);
        let editor = view.editor;
        note_draft(app, &editor);
        // At the prompt the edited puzzle becomes the current one.
        if app.at_prompt
            && editor.draft().text() != before
            && let Some(item) = editor.item()
        {
            let store = app.store(!app.is_typed());
            app.session.load(vec![item], store);
        }
        Ok(exit)
    }
}

impl Edit {
    /// Opens what the arguments name, or the current position.
    fn open(&self, app: &App, editor: &mut Editor) -> Result<(), Exit> {
        let complain = |error: EditError| app.complain_of_edit(&error);
        let Some(first) = self.words.first() else {
            return app.session.here().map_or(Ok(()), |here| editor.load(&app.catalog, &here).map_err(complain));
        };
        if let Some((kind, size)) = board_to_begin(app, first, self.words.get(1)) {
            return editor.begin(&app.catalog, &kind, size).map_err(complain);
        }
        let words = app.catalog.join_numbers(&self.words);
        let [word] = words.as_slice() else {
            let help = "edit takes one PUZZLE, or a size and a kind: 'edit missile/3', 'edit 10x8 sokoban'";
            return Err(app.complain(help));
        };
        let typed = app.typed(word);
        if let Some(kind) = kind_of_new(&app.catalog, typed.text()) {
            editor.begin(&app.catalog, kind, None).map_err(complain)?;
            editor.set_new_file(typed.text());
            let path = report::escaped(typed.text());
            app.screen.note(&format!("note: '{path}' does not exist yet; 'save' creates it"));
            return Ok(());
        }
        note_loaded(app, &editor.load_typed(&app.catalog, &typed).map_err(complain)?);
        Ok(())
    }
}

/// The kind and the size of the empty board that is asked for: `4x4`, `10x8 sokoban` or `shifter`. Without a kind it is
/// the one whose boards are usually of about that size.
fn board_to_begin(app: &App, text: &str, kind: Option<&String>) -> Option<(String, Option<(usize, usize)>)> {
    let plugins = || app.catalog.plugins();
    let is_kind = |name: &str| plugins().any(|plugin| plugin.name() == name);
    if kind.is_none() && is_kind(text) && app.catalog.is_unknown(text) {
        return Some((text.to_owned(), None));
    }
    let (columns, rows) = size(text)?;
    if let Some(kind) = kind {
        return is_kind(kind).then(|| (kind.clone(), Some((columns, rows))));
    }
    let difference = |plugin: &dyn Plugin| {
        let usual = plugin.blank(None).ok()?.panels().first().copied()?;
        Some(usual.columns.abs_diff(columns) + usual.rows.abs_diff(rows))
    };
    let nearest = plugins().filter_map(|plugin| Some((difference(plugin)?, plugin.name()))).min()?;
    Some((nearest.1.to_owned(), Some((columns, rows))))
}
