//! The program: hands the process over to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    answerback::main()
}
