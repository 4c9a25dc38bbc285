//! Links the program so that it starts faster.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    // At a fixed address the loader has no 14 000 pointers to correct before `main`: an eighth of all that the
    // hook does.
    if target("OS") == "linux"
        && target("ENV") == "gnu"
        && !target("FEATURE").contains("crt-static")
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
