// Draws boards: each cell has the classes and the letters that the Rust code gives it.

const ARROWS = { left: "\u2190", up: "\u2191", right: "\u2192", down: "\u2193" };
const SMALLEST = 7;
const LARGEST = 56;

export class Boards {
  constructor(element, isDraft = false) {
    this.element = element;
    this.isDraft = isDraft;
    this.shape = "";
    this.cells = [];
    this.drawn = [];
    this.boards = [];
  }

  /** Shows boards; `pointed` has the cells that are pointed out: `at` of the cursor, `issues`, `arrow`. */
  show(boards, pointed = {}) {
    const shape = boards.map((board) => `${board.name} ${board.rows} ${board.columns} ${board.numbered}`).join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(boards);
    }
    this.boards = boards;
    boards.forEach((board, number) => {
      board.cells.forEach(([name, text], index) => this.cell(number, index, name, text, pointed));
    });
    this.arrow(pointed.arrow);
    this.fit();
  }

  cell(number, index, name, text, pointed) {
    const columns = this.boards[number].columns;
    const isAt = (place) => place && place.row * columns + place.column === index;
    let classes = `cell ${name}`;
    if (number === (pointed.panel ?? 0)) {
      if (isAt(pointed.at)) classes += " at";
      if (pointed.issues?.some(isAt)) classes += " issue";
    }
    const key = `${classes}|${text}`;
    if (this.drawn[number][index] === key) return;
    this.drawn[number][index] = key;
    const cell = this.cells[number][index];
    cell.className = classes;
    cell.firstChild.textContent = text;
  }

  build(boards) {
    this.boards = boards;
    this.element.replaceChildren();
    this.cells = [];
    this.drawn = boards.map(() => []);
    this.grids = [];
    for (const board of boards) {
      const figure = document.createElement("figure");
      figure.className = "board";
      if (boards.length > 1) {
        const caption = document.createElement("figcaption");
        caption.textContent = board.name;
        figure.append(caption);
      }
      const grid = document.createElement("div");
      grid.className = `grid${this.isDraft ? " draft" : ""}${board.numbered ? " tiled" : ""}`;
      grid.setAttribute("aria-hidden", "true");
      grid.style.setProperty("--columns", board.columns);
      const cells = board.cells.map(() => {
        const cell = document.createElement("div");
        cell.append(document.createElement("span"));
        return cell;
      });
      grid.append(...cells);
      this.cells.push(cells);
      this.grids.push(grid);
      figure.append(board.numbered ? numbered(board, grid) : grid);
      this.element.append(figure);
    }
  }

  arrow(arrow) {
    this.arrowElement?.remove();
    if (!arrow || !this.grids.length) return;
    const element = document.createElement("div");
    element.className = "arrow";
    element.textContent = ARROWS[arrow.direction];
    const cell = this.cells[0][arrow.row * this.boards[0].columns + arrow.column];
    if (!cell) return;
    cell.append(element);
    this.arrowElement = element;
  }

  /** The largest cells with which all boards fit into the window beside each other, or one below the other. */
  fit() {
    if (!this.boards.length) return;
    const width = Math.max(200, document.querySelector("main").clientWidth - 4);
    const height = Math.max(220, window.innerHeight * 0.62);
    const extra = this.boards.some((board) => board.numbered) ? 24 : 0;
    const beside = this.boards.reduce((sum, board) => sum + board.columns, 0);
    const gaps = (this.boards.length - 1) * 18 + extra * this.boards.length;
    const rows = Math.max(...this.boards.map((board) => board.rows));
    const columns = Math.max(...this.boards.map((board) => board.columns));
    const one = Math.min((width - gaps) / beside, (height - extra) / rows);
    const other = Math.min((width - extra) / columns, (height - extra) / (rows * this.boards.length));
    const size = Math.floor(Math.min(LARGEST, Math.max(SMALLEST, one, other)));
    this.element.style.setProperty("--cell", `${size}px`);
  }

  /** The board and the cell at a place in the window; the cell may be off the board. */
  at(x, y, panel) {
    for (let number = 0; number < this.grids.length; number += 1) {
      const area = this.grids[number].getBoundingClientRect();
      const { rows, columns } = this.boards[number];
      const row = Math.floor(((y - area.top) / area.height) * rows);
      const column = Math.floor(((x - area.left) / area.width) * columns);
      const isOn = row >= 0 && column >= 0 && row < rows && column < columns;
      if (panel === number || (panel === undefined && isOn)) return { panel: number, row, column, isOn };
    }
    return null;
  }
}

function numbered(board, grid) {
  const frame = document.createElement("div");
  frame.className = "numbered";
  frame.setAttribute("aria-hidden", "true");
  const line = (name, count) => {
    const element = document.createElement("div");
    element.className = name;
    element.style.setProperty("--columns", board.columns);
    for (let number = 0; number < count; number += 1) {
      const span = document.createElement("span");
      span.textContent = number;
      element.append(span);
    }
    return element;
  };
  frame.append(line("numbers-top", board.columns), line("numbers-left", board.rows), grid);
  return frame;
}
