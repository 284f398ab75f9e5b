//! The simulated table: players who follow the rules and now and then cheat, drawn as a camera would see them. What the cards are is
//! never told to the reader: it sees frames, like those of any camera.

pub mod art;
pub mod camera;
pub mod director;
pub mod evening;
mod layout;
pub mod players;
pub mod scene;
mod surface;
