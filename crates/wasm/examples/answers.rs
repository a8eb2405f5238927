//! Answers calls natively: each line of the input is a call, and each line of the output has the
//! microseconds that it took, a space, and the answer. `crates/wasm/check.mjs` compares the answers
//! with those of the modules. With the name of a set of weights as its argument, it writes them
//! packed.

use std::env;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use engine::Moment;
use games::Resources;
use play::Games;
use wasm::{Answering, Module};

fn main() -> io::Result<()> {
    if let Some(set) = env::args().nth(1) {
        let found = play::packed_weights().into_iter().find(|weights| weights.set == set);
        return io::stdout().write_all(&found.expect("a set of weights").bytes);
    }
    // Time stands still, so that no search ends by its time.
    let clock = || Moment::from_nanos(0);
    let mut module = Module::new(Games::all(Resources::default()), clock);
    let mut output = io::stdout().lock();
    for call in io::stdin().lock().lines() {
        let call = call?;
        let started = Instant::now();
        let answer = module.answer(&call);
        writeln!(output, "{} {answer}", started.elapsed().as_micros())?;
        output.flush()?;
    }
    Ok(())
}
