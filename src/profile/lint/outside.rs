//! What a profile makes of its surroundings: its file's name, variables, what the server has asked, other profiles.

use super::rules::templates;
use crate::nearest::nearest;
use crate::profile::{
    Act, Condition, Config, Profile, Remark, ResultAct, Rule, Scope, Span, Variable, Warning,
    file_name,
};

/// What lies around a profile.
pub struct Surroundings<'s> {
    /// The user's config.
    pub config: &'s Config,
    /// Where the profile comes from, if it is where profiles are looked for.
    pub scope: Option<Scope>,
    /// Whether an environment variable is set.
    pub is_set: &'s dyn Fn(&str) -> bool,
    /// The fields that the profile's servers have asked, as far as anybody knows.
    pub asked: &'s [String],
}

/// Variables that are not there, what a project may not do, and fields that nobody asked for.
pub fn in_surroundings(profile: &Profile, around: &Surroundings<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let in_project = around.scope == Some(Scope::Project);
    for result in profile.results.iter().filter(|_| in_project) {
        let what = "`[[result]]`";
        push(&mut remarks, Warning::NotInProject { what }, result.span);
    }
    let set = profile
        .results
        .iter()
        .filter_map(|result| match &result.act {
            ResultAct::Set(answers) => Some(answers),
            ResultAct::Decline => None,
        });
    for named in profile.values().chain(set.flatten()) {
        for (template, answer) in templates(&named.answer) {
            for variable in template.variables() {
                let warning = match variable {
                    Variable::Vars(name) if !around.config.vars.contains_key(name) => {
                        Warning::VarUnset { name: name.clone() }
                    }
                    Variable::Env { .. } if in_project => Warning::NotInProject {
                        what: "`${env.…}`",
                    },
                    Variable::Env { name, fallback } => match env(name, fallback.is_some(), around)
                    {
                        Some(warning) => warning,
                        None => continue,
                    },
                    _ => continue,
                };
                push(&mut remarks, warning, answer.span);
            }
        }
        if let Some(warning) = near_miss(&named.field.it, around.asked) {
            push(&mut remarks, warning, named.field.span);
        }
    }
    for rule in &profile.rules {
        for condition in &rule.when {
            let warning = match &condition.it {
                Condition::Env { .. } if in_project => {
                    Some(Warning::NotInProject { what: "`when.env`" })
                }
                Condition::Env { name, .. } => env(name, true, around),
                Condition::Fields(names) => {
                    names.iter().find_map(|name| near_miss(name, around.asked))
                }
                _ => None,
            };
            if let Some(warning) = warning {
                push(&mut remarks, warning, condition.span);
            }
        }
        if let (true, Act::Accept(accept)) = (in_project, &rule.act) {
            if rule.is_for_urls() {
                let what = "accepting a URL";
                push(&mut remarks, Warning::NotInProject { what }, rule.span);
            }
            if let Some(field) = accept.allow_secret.first() {
                let what = "`allow_secret`";
                push(&mut remarks, Warning::NotInProject { what }, field.span);
            }
        }
    }
    remarks
}

fn push(remarks: &mut Vec<Remark>, warning: Warning, span: Span) {
    let span = Some(span);
    remarks.push(Remark { warning, span });
}

fn env(name: &str, has_fallback: bool, around: &Surroundings<'_>) -> Option<Warning> {
    let name = || name.to_owned();
    if !around.config.allows_env(&name()) {
        return Some(Warning::EnvNotAllowed { name: name() });
    }
    let unset = !has_fallback && !(around.is_set)(&name());
    unset.then(|| Warning::EnvUnset { name: name() })
}

fn near_miss(field: &str, asked: &[String]) -> Option<Warning> {
    if asked.iter().any(|asked| asked == field) {
        return None;
    }
    nearest(field, asked.iter().map(String::as_str)).map(|asked| Warning::NearMiss {
        field: field.to_owned(),
        asked: asked.to_owned(),
    })
}

/// The servers that don't find this file by its `name`. A profile for several may lie under the name of each, so
/// `exists` says whether a file of that name lies beside it; one that no server finds is never read, whatever does.
pub fn unfound(profile: &Profile, name: &str, exists: impl Fn(&str) -> bool) -> Vec<Remark> {
    let is_read = (profile.servers.iter()).any(|server| file_name(&server.it) == name);
    let wrong = profile.servers.iter().filter_map(|server| {
        let right = file_name(&server.it);
        let taken = exists(&right);
        (right != name && !(is_read && taken)).then(|| Remark {
            warning: Warning::FileName {
                server: server.it.clone(),
                name: right,
                taken,
            },
            span: Some(server.span),
        })
    });
    wrong.collect()
}

/// The rules that accept although a rule of the user's own, which is reached later, says no. `scope` is where the
/// profile comes from; a no that names what it is about stands before a project's yes.
pub fn overruled(profile: &Profile, scope: Scope, user: &Profile) -> Vec<Remark> {
    let stands = |no: &Rule| scope == Scope::Project && no.is_specific();
    let accepts = profile.rules.iter().filter(|rule| rule.accepts());
    let overruled = accepts.filter_map(|rule| {
        let no = user.rules.iter().find_map(|no| {
            let same_mode = no.is_for_urls() == rule.is_for_urls();
            let action = match no.act {
                _ if stands(no) || !same_mode => return None,
                Act::Decline => "decline",
                Act::Cancel => "cancel",
                Act::Ask => "ask",
                Act::Accept(_) => return None,
            };
            Some((no, action))
        });
        let (no, action) = no?;
        Some(Remark {
            warning: Warning::Overrules {
                id: no.id.clone(),
                action,
            },
            span: Some(rule.span),
        })
    });
    overruled.collect()
}
