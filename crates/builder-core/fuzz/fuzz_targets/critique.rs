//! Any bytes as a game: the first byte says where the page ends and the script begins.
#![no_main]

use builder_core::{critic, game::{GameFolder, Profile}};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((cut, bytes)) = bytes.split_first() else { return };
    let (page, script) = bytes.split_at(bytes.len() * usize::from(cut % 4) / 8);
    let page = if page.is_empty() { b"<!DOCTYPE html><canvas id=c></canvas><script src=game.js></script>" } else { page };
    let files = [("index.html", page), ("game.js", script)];
    let folder = GameFolder { files: files.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).into() };
    for profile in [Profile::Delivery, Profile::Play] {
        let critique = critic::critique(&folder, None, profile);
        let _ = critic::outline(&critique.facts);
        let _ = critic::repair(&folder, profile);
    }
});
