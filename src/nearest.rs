//! The name that was probably meant.

/// The candidate most like `name`, if it is like it at all. Case and the kind of separator don't count.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<&'c str> {
    /// Longer names than this are nobody's slip of the finger, and comparing them takes time.
    const LONGEST: usize = 64;
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|char| char.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    if name.len() > LONGEST {
        return None;
    }
    let name = plain(name);
    candidates
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&name, &plain(candidate)),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= candidate.chars().count() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_seen_and_strangers_are_not() {
        let fields = ["region", "api_key", "name"];
        for (name, meant) in [
            ("regoin", Some("region")),
            ("Region", Some("region")),
            ("apiKey", Some("api_key")),
            ("nmae", Some("name")),
            ("license", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, fields.into_iter()), meant, "{name}");
        }
    }
}
