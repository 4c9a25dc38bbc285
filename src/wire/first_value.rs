//! Reads a stream up to the end of its first JSON value, so that a writer who never closes it can't keep us
//! waiting, and one who never ends can't fill the memory.

use std::io::{self, Read};

/// Largest input that is read, in bytes.
pub const MAX_INPUT: usize = 8 << 20;

/// Why there is no first value.
#[derive(Debug)]
pub enum Unread {
    /// It is larger than [`MAX_INPUT`].
    TooLarge,
    /// The stream failed.
    Io(io::Error),
}

/// The bytes up to the end of the first JSON object, or all there are if none ends.
///
/// # Errors
/// See [`Unread`].
pub fn read_first_value(stream: &mut dyn Read) -> Result<Vec<u8>, Unread> {
    /// Most events fit; more is read in growing steps.
    const CHUNK: usize = 4 << 10;
    let mut bytes = Vec::new();
    let mut scan = Scan::default();
    loop {
        let before = bytes.len();
        bytes.resize(before + before.max(CHUNK), 0);
        let room = bytes.get_mut(before..).unwrap_or_default();
        let read = loop {
            match stream.read(room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(Unread::Io)?,
            }
        };
        bytes.truncate(before + read);
        if let Some(end) = scan.end_in(bytes.get(before..).unwrap_or_default()) {
            bytes.truncate(before + end);
            return Ok(bytes);
        }
        if bytes.len() > MAX_INPUT {
            return Err(Unread::TooLarge);
        }
        if read == 0 {
            return Ok(bytes);
        }
    }
}

/// Follows brackets and strings; whether it is JSON is for the parser to say.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Where the value ends in this chunk, if it does.
    fn end_in(&mut self, chunk: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(byte) = chunk.get(at) {
            at += 1;
            if self.escaped {
                self.escaped = false;
                continue;
            }
            match byte {
                b'\\' if self.in_string => self.escaped = true,
                b'"' if self.in_string => self.in_string = false,
                // Most of an event is text, in which only these two mean anything. `memchr` would first ask the
                // processor what it can: ten instructions that a virtual machine stops at, 40 µs in all.
                _ if self.in_string => {
                    let mut rest = chunk.get(at..)?.iter();
                    at += rest
                        .position(|byte| matches!(byte, b'"' | b'\\'))
                        .unwrap_or(chunk.len() - at);
                }
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one by one and then waits for ever, as a client does that keeps its end open.
    struct Open<'b>(&'b [u8]);

    impl Read for Open<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            let (first, rest) = self.0.split_first().expect("read past the value");
            self.0 = rest;
            room[0] = *first;
            Ok(1)
        }
    }

    #[test]
    fn reading_stops_at_the_end_of_the_first_value() {
        for (stream, value) in [
            (r#"{"a":"}\"{"}{"b":1}"#, r#"{"a":"}\"{"}"#),
            ("\n {\"a\":[1,{}]} rest", "\n {\"a\":[1,{}]}"),
            (r#"["x\\"]"#, r#"["x\\"]"#),
            ("}", "}"),
        ] {
            let read = read_first_value(&mut Open(stream.as_bytes())).unwrap();
            assert_eq!(String::from_utf8_lossy(&read), value);
        }
    }

    #[test]
    fn a_stream_without_an_end_is_refused() {
        for endless in [b' ', b'{', b'"'] {
            let read = read_first_value(&mut io::repeat(endless));
            assert!(matches!(read, Err(Unread::TooLarge)));
        }
    }
}
