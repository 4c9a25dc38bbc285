//! How requests and decisions are spoken. Every word of a client stays in its own file.

pub mod claude_code;
pub mod claude_versions;
pub mod first_value;
pub mod mcp;
