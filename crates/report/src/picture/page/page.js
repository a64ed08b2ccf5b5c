// The page: draws the board, plays, and follows the answer.
"use strict";
(() => {
  const levels = JSON.parse(document.getElementById("data").textContent);
  let data = levels[0];
  const find = (id) => document.getElementById(id);
  const board = find("board");
  const isShifter = data.kind === "shifter";
  let done = [];
  let undone = [];
  let game = LurdRules.game(data);
  let cursor = data.cursor.slice();
  let held = false;
  // The number of instructions of the answer that are carried out; null while the player plays.
  let followed = null;
  let timer = null;

  // Opens another puzzle of the menu, from its start.
  function open(number) {
    if (number < 0 || number >= levels.length) return;
    leave();
    data = levels[number];
    find("level").selectedIndex = number;
    cursor = data.cursor.slice();
    undone = [];
    restart([]);
    draw(data.title);
  }

  function restart(steps) {
    game = LurdRules.game(data);
    for (const step of steps) game.step(step);
    done = steps.slice();
  }

  const LOOKS = { "#": "wall", "$": "piece", "*": "placed", ".": "goal", "@": "player", "+": "player on-goal" };
  const WORDS = { "#": "wall", "$": "box", "*": "box on goal", ".": "goal", "@": "player", "+": "player on goal" };

  function cell(text, row, column, isTarget) {
    const element = document.createElement("div");
    element.className = "cell " + (isShifter ? "tile " + (text in data.kinds ? "t" + data.kinds[text] : "any") : LOOKS[text] || "floor");
    if (isShifter) element.textContent = text;
    if (!isTarget) {
      element.dataset.row = row;
      element.dataset.column = column;
      if (isShifter && (row === cursor[0] || column === cursor[1])) element.classList.add("lit");
    }
    return element;
  }

  function grid(rows, name, isTarget) {
    const holder = document.createElement("div");
    holder.className = "grid";
    holder.style.setProperty("--columns", Math.max(...rows.map((row) => row.length)));
    holder.setAttribute("role", "img");
    holder.setAttribute("aria-label", name + ": " + rows.map((row) =>
      isShifter ? row.join(" ") : row.map((text) => WORDS[text] || "floor").join(" ")).join("; "));
    rows.forEach((row, y) => row.forEach((text, x) => holder.append(cell(text, y, x, isTarget))));
    return holder;
  }

  function draw(words) {
    board.replaceChildren(grid(game.cells(), "board", false));
    if (data.target) {
      const name = document.createElement("span");
      name.textContent = "target:";
      // The name stays with its board where that goes below the other one.
      const target = document.createElement("div");
      target.append(name, grid(data.target.map((row) => row.map((it) => it ?? "?")), "target", true));
      board.append(target);
    }
    const solved = game.isSolved();
    document.body.classList.toggle("solved", solved);
    const unit = done.length === 1 ? "step" : "steps";
    find("status").textContent = (words ? words + ". " : "") + done.length + " " + unit + (solved ? ". Solved!" : "");
    find("undo").disabled = done.length === 0;
    find("redo").disabled = undone.length === 0;
    drawPad();
    drawFollow();
  }

  function drawPad() {
    const now = followed ? data.instructions[followed - 1] : null;
    for (const button of document.querySelectorAll("#pad [data-button]")) {
      const name = button.dataset.button;
      const isOn = now && (now.presses.includes(name) || now.held.includes(name));
      button.classList.toggle("on", Boolean(isOn) || (name === data.hold && held));
    }
  }

  function drawFollow() {
    if (!data.instructions.length) return;
    find("slider").value = followed ?? 0;
    const next = data.instructions[followed ?? 0];
    const last = followed ? data.instructions[followed - 1] : null;
    const said = (it) => it.action + (it.effect ? ": " + it.effect : "");
    find("last").textContent = last ? followed + "/" + data.instructions.length + " " + said(last) : "";
    find("next").textContent = followed !== null && next ? "next: " + said(next) : "";
  }

  // Carries out a step of the player.
  function act(step) {
    leave();
    const written = game.step(step);
    if (written === null) return draw("not possible");
    done.push(written);
    undone = [];
    draw(isShifter ? written : "");
  }

  function leave() {
    stop();
    followed = null;
  }

  function press(direction) {
    const letter = direction[0];
    if (!isShifter) return act(letter);
    const isRow = direction === "left" || direction === "right";
    if (held) return act(direction + " " + (isRow ? cursor[0] : cursor[1]));
    leave();
    const [rows, columns] = [data.board.length, data.board[0].length];
    const by = direction === "left" || direction === "up" ? -1 : 1;
    if (isRow) cursor[1] = (cursor[1] + by + columns) % columns;
    else cursor[0] = (cursor[0] + by + rows) % rows;
    draw("row " + cursor[0] + " and column " + cursor[1] + " are lit");
  }

  function undo() {
    leave();
    if (done.length === 0) return;
    const steps = done.slice(0, -1);
    undone.push(done[done.length - 1]);
    restart(steps);
    draw("undone");
  }

  function redo() {
    leave();
    const step = undone.pop();
    if (step === undefined) return;
    done.push(game.step(step));
    draw("redone");
  }

  // Walks to a free square by the shortest way, or pushes the box beside the player.
  function walk(row, column) {
    const cells = game.cells();
    const from = game.player();
    const beside = [["left", 0, -1], ["up", -1, 0], ["right", 0, 1], ["down", 1, 0]];
    const push = beside.find(([, y, x]) => from[0] + y === row && from[1] + x === column);
    if (push) return press(push[0]);
    const seen = new Map([[from.join(), ""]]);
    const queue = [from];
    while (queue.length) {
      const [y0, x0] = queue.shift();
      const way = seen.get(y0 + "," + x0);
      if (y0 === row && x0 === column) {
        for (const letter of way) act(letter);
        return;
      }
      for (const [name, y, x] of beside) {
        const [y1, x1] = [y0 + y, x0 + x];
        const text = (cells[y1] || [])[x1];
        if ((text === " " || text === ".") && !seen.has(y1 + "," + x1)) {
          seen.set(y1 + "," + x1, way + name[0]);
          queue.push([y1, x1]);
        }
      }
    }
    draw("no way there");
  }

  function goTo(number) {
    followed = Math.max(0, Math.min(number, data.instructions.length));
    let count = 0;
    for (let at = 0; at < followed; at += 1) count += data.instructions[at].steps;
    undone = [];
    restart(data.steps.slice(0, count));
    const last = followed ? data.instructions[followed - 1].cursor : data.cursor;
    if (last) cursor = last.slice();
    draw("");
    if (followed === data.instructions.length) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    if (find("run")) find("run").textContent = "play";
  }

  function run() {
    if (timer) return stop();
    if (followed === data.instructions.length) goTo(0);
    find("run").textContent = "pause";
    timer = setInterval(() => goTo((followed ?? 0) + 1), Number(find("speed").value));
  }

  const KEYS = {
    ArrowLeft: "left", ArrowUp: "up", ArrowRight: "right", ArrowDown: "down",
    h: "left", k: "up", l: "right", j: "down", a: "left", w: "up", d: "right", s: "down",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    const direction = KEYS[event.key] || KEYS[event.key.toLowerCase()];
    if (direction) {
      const before = held;
      held = held || event.shiftKey;
      press(direction);
      held = before;
      drawPad();
    } else if (event.key === "u" || event.key === "Backspace") undo();
    else if (event.key === "r") redo();
    else if (event.key === "x") { leave(); undone = []; restart([]); draw("start"); }
    else if (event.key === " " && data.instructions.length && !event.target.matches("button")) goTo((followed ?? 0) + 1);
    else if (event.key === "b" && data.instructions.length) goTo((followed ?? 0) - 1);
    else if ("nb".includes(event.key) && levels.length > 1) open(levels.indexOf(data) + (event.key === "n" ? 1 : -1));
    else return;
    event.preventDefault();
  });
  board.addEventListener("click", (event) => {
    const { row, column } = event.target.dataset;
    if (row === undefined) return;
    if (!isShifter) return walk(Number(row), Number(column));
    cursor = [Number(row), Number(column)];
    draw("row " + row + " and column " + column + " are lit");
  });
  let touch = null;
  board.addEventListener("touchstart", (event) => { touch = event.changedTouches[0]; }, { passive: true });
  board.addEventListener("touchend", (event) => {
    if (!touch) return;
    const end = event.changedTouches[0];
    const [x, y] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
    if (Math.max(Math.abs(x), Math.abs(y)) > 24) {
      press(Math.abs(x) > Math.abs(y) ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down"));
      if (event.cancelable) event.preventDefault();
    }
    touch = null;
  });
  for (const button of document.querySelectorAll("#pad [data-press]")) {
    button.addEventListener("click", () => press(button.dataset.press));
  }
  const hold = document.querySelector("#pad [data-hold]");
  if (hold) hold.addEventListener("click", () => { held = !held; hold.setAttribute("aria-pressed", held); drawPad(); });
  find("undo").addEventListener("click", undo);
  find("redo").addEventListener("click", redo);
  find("start").addEventListener("click", () => { leave(); undone = []; restart([]); draw("start"); });
  find("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const isDark = getComputedStyle(root).getPropertyValue("color-scheme").includes("dark");
    root.dataset.theme = isDark ? "light" : "dark";
  });
  if (levels.length > 1) find("level").addEventListener("change", () => open(find("level").selectedIndex));
  if (data.instructions.length) {
    find("slider").max = data.instructions.length;
    find("slider").addEventListener("input", () => { stop(); goTo(Number(find("slider").value)); });
    find("on").addEventListener("click", () => goTo((followed ?? 0) + 1));
    find("back").addEventListener("click", () => goTo((followed ?? 0) - 1));
    find("run").addEventListener("click", run);
    find("speed").addEventListener("change", () => { if (timer) { stop(); run(); } });
  }
  draw("");
})();
