//! Links the program so that it starts faster. A hook is paid for at every question, and half of it is spent on
//! starting a process.

use std::env::var;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Puts what a hook executes side by side.
const LAYOUT: &str = "link/hook.ld";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={LAYOUT}");
    let target = |what: &str| var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    if target("OS") != "linux" {
        return;
    }
    if var("PROFILE").is_ok_and(|profile| profile == "release")
        && let Some(argument) = layout()
    {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    if target("ENV") != "gnu" || target("FEATURE").contains("crt-static") {
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

/// The linker's argument for the layout, if the linker in use takes it: lld and GNU ld do. A program is linked to
/// see, as the one that will be.
fn layout() -> Option<String> {
    let script = Path::new(&var("CARGO_MANIFEST_DIR").ok()?).join(LAYOUT);
    let argument = format!(
        "-Wl,-T,{}",
        script.to_str().filter(|path| !path.contains(','))?
    );
    let mut rustc = Command::new(var("RUSTC").ok()?);
    rustc
        .args(["-", "--crate-type=bin", "--crate-name=probe", "--target"])
        .arg(var("TARGET").ok()?)
        .arg("--out-dir")
        .arg(var("OUT_DIR").ok()?)
        .args(
            var("CARGO_ENCODED_RUSTFLAGS")
                .iter()
                .flat_map(|flags| flags.split('\u{1f}'))
                .filter(|flag| !flag.is_empty()),
        )
        .args(["-C", &format!("link-arg={argument}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Ok(linker) = var("RUSTC_LINKER") {
        rustc.args(["-C", &format!("linker={linker}")]);
    }
    let mut probe = rustc.spawn().ok()?;
    probe.stdin.take()?.write_all(b"fn main() {}").ok()?;
    probe.wait().ok()?.success().then_some(argument)
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
