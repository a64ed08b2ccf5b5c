// The rules of the puzzles, for the page that plays. No part of this file touches the page.
"use strict";
const LurdRules = (() => {
  const MOVES = { l: [0, -1], u: [-1, 0], r: [0, 1], d: [1, 0] };

  // A Sokoban level in XSB, rows of letters. A step is l, u, r or d; pushes are capital letters.
  function sokoban(level) {
    const at = (row, column) => (level[row] || [])[column] || " ";
    const isWall = (row, column) => at(row, column) === "#";
    const isGoal = (row, column) => ".*+".includes(at(row, column));
    const key = (row, column) => row + "," + column;
    const boxes = new Set();
    let player = [0, 0];
    let columns = 0;
    level.forEach((cells, row) => {
      columns = Math.max(columns, cells.length);
      cells.forEach((letter, column) => {
        if ("$*".includes(letter)) boxes.add(key(row, column));
        if ("@+".includes(letter)) player = [row, column];
      });
    });
    const isInside = (row, column) => row >= 0 && column >= 0 && row < level.length && column < columns;
    const isFree = (row, column) =>
      isInside(row, column) && !isWall(row, column) && !boxes.has(key(row, column));
    return {
      // Carries out a step and returns how it is written, or null if it is against the rules.
      step(word) {
        const move = word.length === 1 && MOVES[word.toLowerCase()];
        if (!move) return null;
        const [row, column] = [player[0] + move[0], player[1] + move[1]];
        let written = word.toLowerCase();
        if (boxes.has(key(row, column))) {
          const [far, farColumn] = [row + move[0], column + move[1]];
          if (!isFree(far, farColumn)) return null;
          boxes.delete(key(row, column));
          boxes.add(key(far, farColumn));
          written = written.toUpperCase();
        } else if (!isFree(row, column)) {
          return null;
        }
        player = [row, column];
        return written;
      },
      isSolved() {
        return [...boxes].every((box) => isGoal(...box.split(",").map(Number)));
      },
      // The letters of the cells, row by row.
      cells() {
        return level.map((cells, row) => cells.map((letter, column) => {
          if (letter === "#") return "#";
          const goal = isGoal(row, column);
          if (boxes.has(key(row, column))) return goal ? "*" : "$";
          if (player[0] === row && player[1] === column) return goal ? "+" : "@";
          return goal ? "." : " ";
        }));
      },
      player: () => player.slice(),
    };
  }

  // A shifter: rows of labels, the target (null accepts any label), and the steps that are not locked.
  function shifter(board, target, moves) {
    const cells = board.map((row) => row.slice());
    return {
      step(word) {
        const [direction, text] = word.split(" ");
        const line = Number(text);
        if (!moves.includes(direction + " " + line)) return null;
        if (direction === "left") cells[line].push(cells[line].shift());
        if (direction === "right") cells[line].unshift(cells[line].pop());
        if (direction === "up" || direction === "down") {
          const column = cells.map((row) => row[line]);
          if (direction === "up") column.push(column.shift());
          else column.unshift(column.pop());
          column.forEach((label, row) => { cells[row][line] = label; });
        }
        // In a line of two tiles both directions are the same shift, which is written as one of them.
        const isRow = direction === "left" || direction === "right";
        const isShort = (isRow ? cells[0].length : cells.length) === 2;
        return (isShort ? (isRow ? "left" : "up") : direction) + " " + line;
      },
      isSolved() {
        return target.every((row, y) => row.every((label, x) => label === null || label === cells[y][x]));
      },
      cells: () => cells.map((row) => row.slice()),
    };
  }

  // The game of a page's data, from its start; null for a kind of puzzle that the page cannot play.
  function game(data) {
    if (data.kind === "sokoban") return sokoban(data.board);
    if (data.kind === "shifter") return shifter(data.board, data.target, data.moves);
    return null;
  }

  return { game };
})();
if (typeof module !== "undefined") module.exports = LurdRules;
