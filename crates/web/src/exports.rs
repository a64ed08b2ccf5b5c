//! The functions that the page's JavaScript calls. Structures are passed as JSON.

use wasm_bindgen::prelude::*;

use crate::Session;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

/// Shows the message of a panic in the console of the browser. The page begins anew after one.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| console_error(&panic.to_string())));
}

/// Carries out the request of a search. `report` is called with the progress; the search ends when it returns true.
#[wasm_bindgen]
#[must_use]
pub fn search(request: &str, report: &js_sys::Function) -> String {
    crate::search(request, &mut |progress| {
        report.call1(&JsValue::NULL, &JsValue::from_str(progress)).is_ok_and(|stops| stops.is_truthy())
    })
}

/// All that a page holds.
#[wasm_bindgen]
#[derive(Default)]
pub struct Page(Session);

#[wasm_bindgen]
impl Page {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
    #[must_use]
    pub fn choices(&self) -> String {
        self.0.choices().to_string()
    }
    pub fn set_reading(&mut self, options: &str) -> String {
        self.0.set_reading(options).to_string()
    }
    pub fn open(&mut self, text: &str, name: &str) -> String {
        self.0.open(text, name).to_string()
    }
    pub fn open_bytes(&mut self, name: &str, bytes: &[u8]) -> String {
        self.0.open_bytes(name, bytes).to_string()
    }
    pub fn open_link(&mut self, fragment: &str) -> String {
        self.0.open_link(fragment).to_string()
    }
    pub fn choose(&mut self, number: usize) -> String {
        self.0.choose(number).to_string()
    }
    #[must_use]
    pub fn levels(&self) -> String {
        self.0.level_list().to_string()
    }
    #[must_use]
    pub fn link(&self) -> String {
        self.0.link()
    }
    pub fn set_options(&mut self, options: &str) {
        self.0.set_options(options);
    }
    pub fn state(&mut self) -> String {
        self.0.state().to_string()
    }
    #[must_use]
    pub fn words(&self) -> String {
        self.0.words()
    }
    #[must_use]
    pub fn keys(&self) -> String {
        self.0.keys().to_string()
    }
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }
    pub fn key(&mut self, name: &str, shift: bool, control: bool, alt: bool) -> String {
        self.0.key(name, shift, control, alt).to_string()
    }
    pub fn command(&mut self, line: &str) -> String {
        self.0.command(line).to_string()
    }
    pub fn button(&mut self, name: &str) -> String {
        self.0.button(name).to_string()
    }
    pub fn overlay(&mut self, index: usize) -> String {
        self.0.switch_overlay(index).to_string()
    }
    pub fn tap(&mut self, row: usize, column: usize) -> String {
        self.0.tap(row, column).to_string()
    }
    pub fn drag(&mut self, row: usize, column: usize, to_row: i32, to_column: i32) -> String {
        self.0.drag((row, column), (to_row, to_column)).to_string()
    }
    pub fn press(&mut self, word: &str, held: bool) -> String {
        self.0.press(word, held).to_string()
    }
    pub fn paste_steps(&mut self, text: &str) -> bool {
        self.0.paste_steps(text)
    }
    pub fn watch(&mut self) -> String {
        self.0.watch().to_string()
    }
    pub fn found(&mut self, found: &str) -> String {
        self.0.found(found).to_string()
    }
    pub fn lost(&mut self, reason: &str) -> String {
        self.0.lost(reason).to_string()
    }
    pub fn follow(&mut self) -> String {
        self.0.follow_answer().to_string()
    }
    pub fn go_along(&mut self, done: usize) {
        self.0.go_along(done);
    }
    pub fn leave_answer(&mut self) -> String {
        self.0.leave_answer().to_string()
    }
    #[must_use]
    pub fn export(&self, format: &str, is_light: bool) -> String {
        self.0.export(format, is_light).to_string()
    }
    #[must_use]
    pub fn gif_drawings(&self, is_light: bool) -> String {
        self.0.gif_drawings(is_light).to_string()
    }
    #[must_use]
    pub fn gif(&self, is_light: bool, pixels: &[u8]) -> Vec<u8> {
        self.0.gif(is_light, pixels)
    }
    pub fn take_changes(&mut self) -> String {
        self.0.take_changes().to_string()
    }
    pub fn load_records(&mut self, records: &str) {
        self.0.load_records(records);
    }
    #[must_use]
    pub fn saved_file(&self, kind: &str) -> String {
        self.0.saved_file(kind).to_string()
    }
    pub fn edit(&mut self, kind: &str, columns: usize, rows: usize) -> String {
        self.0.edit(kind, columns, rows).to_string()
    }
    pub fn edit_text(&mut self, kind: &str, text: &str) -> bool {
        self.0.edit_text(kind, text)
    }
    pub fn leave_draft(&mut self) {
        self.0.leave_draft();
    }
    pub fn edit_command(&mut self, line: &str) -> String {
        self.0.edit_command(line).to_string()
    }
    pub fn draw_from(&mut self, panel: usize, row: usize, column: usize, erases: bool) -> String {
        self.0.draw_from(panel, (row, column), erases).to_string()
    }
    pub fn draw_to(&mut self, panel: usize, row: usize, column: usize) -> String {
        self.0.draw_to(panel, (row, column)).to_string()
    }
    pub fn end_stroke(&mut self) {
        self.0.end_stroke();
    }
    pub fn brush(&mut self, name: &str) {
        self.0.brush(name);
    }
    pub fn search_draft(&mut self, for_answer: bool) -> String {
        self.0.search_draft(for_answer).to_string()
    }
    pub fn try_draft(&mut self) -> String {
        self.0.try_draft().to_string()
    }
}
