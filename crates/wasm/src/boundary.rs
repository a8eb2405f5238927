//! The binary interface of a module: texts in the module's memory.

use std::fmt;

/// A module that answers calls. A call and its answer are texts.
pub trait Answering {
    /// Answers a call.
    fn answer(&mut self, call: &str) -> String;
}

/// A module with the memory for the text of a call and the text of its answer.
pub struct Boundary<M> {
    module: M,
    input: Vec<u8>,
    output: String,
}

impl<M: Answering> Boundary<M> {
    /// The boundary of a module.
    #[must_use]
    pub fn new(module: M) -> Self {
        Self { module, input: Vec::new(), output: String::new() }
    }

    /// Makes room for the text of the next call.
    pub fn input(&mut self, length: usize) -> *mut u8 {
        self.input.clear();
        self.input.resize(length, 0);
        self.input.as_mut_ptr()
    }

    /// Makes the call whose text was written, and returns the length of the answer.
    pub fn call(&mut self) -> usize {
        self.output = self.module.answer(&String::from_utf8_lossy(&self.input));
        self.output.len()
    }

    /// The text of the last answer.
    #[must_use]
    pub fn output(&self) -> *const u8 {
        self.output.as_ptr()
    }
}

impl<M> fmt::Debug for Boundary<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boundary").finish_non_exhaustive()
    }
}

/// Makes a program a WebAssembly module: `module!(engine of maitres)` the engine of a game,
/// `module!(tables)` the tables of all games.
///
/// Each exports three functions. `input(length)` returns the place for the text of a call, in
/// UTF-8. `call()` makes the call and returns the length of the answer. `output()` returns the
/// place of the answer, which stays there until the next call.
///
/// Each imports functions of the page. `env.now` returns the milliseconds of a clock that never
/// goes back. An engine calls `env.report` with the place and the length of a text, a report of a
/// running search. The tables call `env.ask` with the place and the length of a text, a call to the
/// engine of the game, and get the length of the answer; then they call `env.take` with the place
/// for the answer. In the same way an engine calls `env.ask` with the name of a set of weights, and
/// takes the packed weights (`eval::Weights::packed`).
#[macro_export]
macro_rules! module {
    (engine of $game:ident) => {
        mod module {
            use $crate::Engine;
            use $crate::play::EngineOfGame;

            // SAFETY: the page defines the function with these types (`crates/wasm/check.mjs`). It
            // cannot break a rule of Rust: it only reads the text that it is given.
            #[allow(unsafe_code)]
            unsafe extern "C" {
                safe fn report(text: *const u8, length: usize);
            }

            fn tell(text: &str) {
                report(text.as_ptr(), text.len());
            }

            $crate::module!(exports of Engine: {
                Engine::new(EngineOfGame::$game(), asked, clock, tell)
            });
        }
    };
    (tables) => {
        mod module {
            use $crate::play::{AskedPosition, Games, Question};
            use $crate::{LinkedQuestion, Module};

            fn send(call: &str) -> String {
                String::from_utf8(asked(call)).expect("an answer is UTF-8")
            }

            fn question(asked: AskedPosition) -> Box<dyn Question> {
                Box::new(LinkedQuestion::new(asked, send))
            }

            $crate::module!(exports of Module: Module::new(Games::asking(question), clock));
        }
    };
    (exports of $module:ty: $new:expr) => {
        use std::cell::RefCell;

        use $crate::Boundary;
        use $crate::engine::Moment;

        // SAFETY: the page defines the functions with these types (`crates/wasm/check.mjs`). They
        // cannot break a rule of Rust: `now` only returns a number, `ask` only reads the text that
        // it is given, and `take` only writes as many bytes as `ask` returned.
        #[allow(unsafe_code)]
        unsafe extern "C" {
            safe fn now() -> f64;
            safe fn ask(text: *const u8, length: usize) -> usize;
            safe fn take(answer: *mut u8);
        }

        /// The answer of the page to a text.
        fn asked(text: &str) -> Vec<u8> {
            let mut answer = vec![0; ask(text.as_ptr(), text.len())];
            take(answer.as_mut_ptr());
            answer
        }

        fn clock() -> Moment {
            Moment::from_nanos((now() * 1e6) as i64)
        }

        thread_local! {
            static BOUNDARY: RefCell<Boundary<$module>> = RefCell::new(Boundary::new($new));
        }

        // SAFETY of the three exports: no other function of the program has one of these names.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        extern "C" fn input(length: usize) -> *mut u8 {
            BOUNDARY.with_borrow_mut(|boundary| boundary.input(length))
        }

        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        extern "C" fn call() -> usize {
            BOUNDARY.with_borrow_mut(Boundary::call)
        }

        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        extern "C" fn output() -> *const u8 {
            BOUNDARY.with_borrow(Boundary::output)
        }
    };
}
