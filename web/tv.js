// The big screen: the scoreboard without controls, with the way to follow it on a phone; `?overlay` is transparent for a stream.
import "./score.js";
import { $ } from "./dom.js";
import { reachCorner } from "./reach.js";

reachCorner($("join"));
addEventListener("pitboss-lang", () => reachCorner($("join")));
