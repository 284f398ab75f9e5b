// The scoreboard: each board into the page.
import { $ } from "./dom.js";
import { drawFelt, drawHands, drawNow, drawStakes, drawTerms } from "./felt.js";
import { live } from "./live.js";
import { head, shell } from "./shell.js";
import { drawRulings, drawStory } from "./told.js";
import { speak } from "./voice.js";
import { t } from "./words.js";

shell("board");
let board = null, line = { ok: false, since: null };

function draw() {
  head(board, line);
  if (!board) return;
  $("page").hidden = false;
  $("story-title").textContent = t("story");
  drawNow($("now"), board);
  drawFelt($("felt"), board);
  $("felt").hidden = !board.seating.length;
  drawTerms($("terms"), board);
  drawHands($("hands"), board);
  drawStakes($("stakes"), board);
  drawRulings($("rulings"), board);
  drawStory($("story"), board);
}

live((next) => { board = next; draw(); speak(board, line); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
