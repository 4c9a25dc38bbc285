//! Links the program so that it starts faster. A hook is paid for at every question, and a third of it is spent
//! before `main`.

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") != "linux" || target("ENV") != "gnu" || target("FEATURE").contains("crt-static")
    {
        return;
    }
    // At a fixed address the loader has no 14 000 pointers to correct.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    // With the unwinder in the program the loader has one library less to map and to search for every symbol.
    if var("HOST") == var("TARGET")
        && let (Some(unwinder), Ok(out)) = (static_unwinder(), var("OUT_DIR"))
        && std::fs::write(
            Path::new(&out).join("libgcc_s.so"),
            format!("INPUT(\"{}\")\n", unwinder.display()),
        )
        .is_ok()
    {
        println!("cargo::rustc-link-search=native={out}");
    }
}

/// The compiler's static unwinder, where it has one.
fn static_unwinder() -> Option<PathBuf> {
    let found = Command::new("cc")
        .arg("-print-file-name=libgcc_eh.a")
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(found.stdout).ok()?.trim());
    (path.is_absolute() && path.is_file()).then_some(path)
}
