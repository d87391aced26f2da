// makeBoard shows a board that somebody can play, from the answer to the question board.
//
//   const { board, controls } = makeBoard(data);
//   page.append(board.element, controls);
//   board.addEventListener("solved", () => ...);
//
// board is a Board of base.js. controls has the buttons that a pointer needs: values, brushes or
// pieces. makeBoard returns null for a board that can only be looked at, also if it has nothing to enter.
import { MineBoard } from "./mines.js";
import { pad } from "./pad.js";
import { PieceBoard } from "./pieces.js";
import { SpotBoard } from "./spots.js";
import { TableBoard } from "./table.js";

export function makeBoard(data, options = {}) {
  if (data.sites.length === 0) return null;
  if (data.table) {
    const board = new TableBoard(data, options);
    return { board, controls: board.controls };
  }
  if (!data.spots) return null;
  if (data.pieces) {
    const board = new PieceBoard(data, options);
    return { board, controls: board.tray.element };
  }
  if (data.reveals) {
    const board = new MineBoard(data, options);
    return { board, controls: board.controls };
  }
  const board = new SpotBoard(data, options);
  return { board, controls: pad(board) };
}
