//! Lines that fit a terminal of 80 columns, broken between words.

/// Columns of a line.
const WIDTH: usize = 80;

/// The text, `used` columns of its first line taken already, later lines led by `indent` spaces. A word that is too long
/// for any line, such as a path, stays whole.
pub(super) fn wrap(text: &str, used: usize, indent: usize) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut column = used;
    for word in text.split(' ') {
        let length = word.chars().count();
        if out.is_empty() {
            // The first word stands where it is.
        } else if column + 1 + length > WIDTH {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        let word = "x".repeat(38);
        assert_eq!(wrap("a b", 2, 4), "a b");
        assert_eq!(
            wrap(&format!("{word} {word}"), 2, 4),
            format!("{word} {word}")
        );
        assert_eq!(
            wrap(&format!("{word} {word}x"), 4, 4),
            format!("{word}\n    {word}x")
        );
        let long = "y".repeat(100);
        assert_eq!(
            wrap(&format!("a {long} b"), 0, 2),
            format!("a\n  {long}\n  b")
        );
    }
}
