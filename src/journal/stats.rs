//! What the journal comes to, server by server. Pure.

use std::collections::BTreeMap;

use serde::Serialize;

use super::line::{Event, Line};

/// One server.
#[derive(Debug, Default, Serialize)]
pub struct ServerStats {
    /// Its name.
    pub server: String,
    /// Requests seen.
    pub requests: usize,
    /// Accepted by a rule.
    pub answered: usize,
    /// Declined or cancelled by a rule or the policy.
    pub declined: usize,
    /// Left to the person.
    pub left: usize,
    /// Lines that the journal had no room for.
    pub dropped: usize,
    /// Which rules decided, the busiest first.
    pub rules: Vec<Counted>,
    /// Why requests were left, the commonest reason first.
    pub reasons: Vec<Counted>,
    /// How what was left was answered: `accept`, `decline`, `cancel`, and `nobody` for the client's own cancel.
    pub people: BTreeMap<String, usize>,
    /// Fields that rules had no answer for, the commonest first.
    pub missing: Vec<Counted>,
}

/// Something with how often it was seen.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Counted {
    /// What.
    pub name: String,
    /// How often.
    pub count: usize,
}

#[derive(Default)]
struct Tally(BTreeMap<String, usize>);

impl Tally {
    fn add(&mut self, name: &str) {
        *self.0.entry(name.to_owned()).or_default() += 1;
    }

    fn sorted(self) -> Vec<Counted> {
        let mut counted: Vec<Counted> = (self.0.into_iter())
            .map(|(name, count)| Counted { name, count })
            .collect();
        counted.sort_by_key(|counted| std::cmp::Reverse(counted.count));
        counted
    }
}

#[derive(Default)]
struct Sums {
    stats: ServerStats,
    rules: Tally,
    reasons: Tally,
    missing: Tally,
    /// Dropped lines by their minute: a minute's last word counts.
    dropped: BTreeMap<String, usize>,
}

/// Counts lines; servers by their names.
pub fn stats(lines: &[Line<'_>]) -> Vec<ServerStats> {
    let mut servers: BTreeMap<&str, Sums> = BTreeMap::new();
    for line in lines {
        servers.entry(&line.server).or_default().add(line);
    }
    let done = servers.into_iter().map(|(server, sums)| ServerStats {
        server: server.to_owned(),
        rules: sums.rules.sorted(),
        reasons: sums.reasons.sorted(),
        missing: sums.missing.sorted(),
        dropped: sums.dropped.values().sum(),
        ..sums.stats
    });
    done.collect()
}

impl Sums {
    fn add(&mut self, line: &Line<'_>) {
        match line.event {
            Event::Request => self.request(line),
            Event::Result => {
                let who = if line.by == "nobody" {
                    "nobody"
                } else {
                    &line.action
                };
                *self.stats.people.entry(who.to_owned()).or_default() += 1;
            }
            Event::Dropped => {
                self.dropped.insert(line.time.to_string(), line.dropped);
            }
            Event::Told => {}
        }
    }

    fn request(&mut self, line: &Line<'_>) {
        let stats = &mut self.stats;
        stats.requests += 1;
        match &*line.decision {
            "accept" => stats.answered += 1,
            "none" => stats.left += 1,
            _ => stats.declined += 1,
        }
        if line.reason == "rule" {
            self.rules.add(&line.rule);
        } else {
            self.reasons.add(&line.reason);
        }
        for (field, word) in &line.fields.0 {
            if matches!(&**word, "missing" | "unmade") {
                self.missing.add(field);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Fields;

    #[test]
    fn lines_are_counted_by_server() {
        let request = |decision: &'static str, reason: &'static str| Line {
            server: "db".into(),
            decision: decision.into(),
            reason: reason.into(),
            rule: "r".into(),
            ..Line::default()
        };
        let result = |action: &'static str, by: &'static str| Line {
            event: Event::Result,
            server: "db".into(),
            action: action.into(),
            by: by.into(),
            ..Line::default()
        };
        let dropped = |dropped| Line {
            event: Event::Dropped,
            server: "db".into(),
            dropped,
            ..Line::default()
        };
        let incomplete = Line {
            fields: Fields(vec![("port".into(), "missing".into())]),
            ..request("none", "incomplete")
        };
        let found = stats(&[
            request("accept", "rule"),
            request("accept", "rule"),
            request("decline", "rule"),
            incomplete,
            request("none", "no_rule"),
            request("none", "no_rule"),
            result("accept", "person"),
            result("cancel", "nobody"),
            dropped(1),
            dropped(40),
            Line {
                server: "other".into(),
                ..request("none", "no_profile")
            },
        ]);
        let [db, other] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(
            (db.requests, db.answered, db.declined, db.left, db.dropped),
            (6, 2, 1, 3, 40)
        );
        let counted = |name: &str, count| Counted {
            name: name.to_owned(),
            count,
        };
        assert_eq!(db.rules, [counted("r", 3)]);
        assert_eq!(
            db.reasons,
            [counted("no_rule", 2), counted("incomplete", 1)]
        );
        assert_eq!(db.missing, [counted("port", 1)]);
        assert_eq!(db.people["accept"] + db.people["nobody"], 2);
        assert_eq!(other.server, "other");
    }
}
