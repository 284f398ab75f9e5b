// The big screen: the scoreboard without controls; `?overlay` is transparent for a stream.
import "./score.js";
