//! The binary interface of a module: texts in the module's memory.

use std::fmt;

use crate::module::Module;

/// A module with the memory for the text of a call and the text of its answer.
pub struct Boundary {
    module: Module,
    input: Vec<u8>,
    output: String,
}

impl Boundary {
    /// The boundary of a module.
    #[must_use]
    pub fn new(module: Module) -> Self {
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

impl fmt::Debug for Boundary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boundary").finish_non_exhaustive()
    }
}

/// Makes a program the WebAssembly module of one game, `module!(maitres)`.
///
/// It imports two functions of the page: `env.now` returns the milliseconds of a clock that never
/// goes back; `env.report` gets the place and the length of a text, a report of a running search.
///
/// It exports three functions. `input(length)` returns the place for the text of a call, in UTF-8.
/// `call()` makes the call and returns the length of the answer. `output()` returns the place of
/// the answer, which stays there until the next call.
#[macro_export]
macro_rules! module {
    ($game:ident) => {
        mod module {
            use std::cell::RefCell;

            use $crate::engine::Moment;
            use $crate::{Boundary, Module};

            // SAFETY: the page defines both functions with these types (`crates/wasm/check.mjs`).
            // Neither can break a rule of Rust: one only returns a number, the other only reads
            // the text that it is given.
            #[allow(unsafe_code)]
            unsafe extern "C" {
                safe fn now() -> f64;
                safe fn report(text: *const u8, length: usize);
            }

            fn clock() -> Moment {
                Moment::from_nanos((now() * 1e6) as i64)
            }

            fn tell(text: &str) {
                report(text.as_ptr(), text.len());
            }

            thread_local! {
                static BOUNDARY: RefCell<Boundary> =
                    RefCell::new(Boundary::new(Module::new($crate::play::Games::$game(), clock, tell)));
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
        }
    };
}
