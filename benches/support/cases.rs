//! What a hook is given to do: each kind of run that the guard counts, and that the program is laid out for.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::{Stage, sized};

/// Their names. The first is the standard case.
pub const CASES: [&str; 9] = [
    "standard",
    "unmatched server",
    "1000 fields",
    "url",
    "untrusted project profile",
    "regular expression",
    "journal off",
    "no rule",
    "answered by a person",
];

/// Makes the stage that of a case. Gives the action that the hook then prints, or nothing if it prints none.
pub fn prepare(case: &str, stage: &Stage) -> &'static str {
    let mut event: Json = serde_json::from_str(sized::EVENT).expect("it is JSON");
    let action = match case {
        "standard" => return "accept",
        "journal off" => {
            stage.put("home/config.toml", "journal = false\n");
            return "accept";
        }
        "1000 fields" => {
            stage.put("event.json", &sized::event(1000));
            stage.put_profile("deploy-tools", &sized::profile(1000));
            return "accept";
        }
        "unmatched server" => {
            event["mcp_server_name"] = json!("other-tools");
            ""
        }
        "untrusted project profile" => {
            stage.put("project/.answerback/deploy-tools.toml", sized::PROFILE);
            event["cwd"] = json!(stage.path("project"));
            ""
        }
        "no rule" => {
            event["message"] = json!("Which of them do you want?");
            ""
        }
        "url" => {
            event["mode"] = json!("url");
            event["url"] = json!("https://auth.example.com/device/start");
            let event = event.as_object_mut().expect("it is an object");
            event.remove("requested_schema");
            let rule =
                "[[rule]]\nwhen.url = \"https://auth.example.com/device/*\"\naction = \"accept\"\n";
            let profile = sized::PROFILE.replacen("[[rule]]", &format!("{rule}\n[[rule]]"), 1);
            stage.put_profile("deploy-tools", &profile);
            "accept"
        }
        "regular expression" => {
            event["message"] = json!("Type the name of the environment (staging) to confirm.");
            event["requested_schema"] = json!({
                "type": "object",
                "properties": { "environment": { "type": "string" } },
                "required": ["environment"],
            });
            "accept"
        }
        "answered by a person" => {
            event["hook_event_name"] = json!("ElicitationResult");
            event["action"] = json!("accept");
            event["content"] = json!({ "project_name": "shop-api" });
            let event = event.as_object_mut().expect("it is an object");
            event.remove("requested_schema");
            event.remove("message");
            ""
        }
        _ => panic!("no such case: {case}"),
    };
    stage.put("event.json", &event.to_string());
    action
}

/// The action in what the hook printed.
pub fn action(said: &str) -> String {
    serde_json::from_str::<Json>(said).map_or_else(
        |_| String::new(),
        |line| {
            let action = &line["hookSpecificOutput"]["action"];
            action.as_str().unwrap_or_default().to_owned()
        },
    )
}

/// Each case on a stage of its own, where the hook has been seen to do what it is meant to.
pub fn played(program: &Path) -> impl Iterator<Item = (&'static str, Stage)> {
    CASES.into_iter().map(move |case| {
        let stage = Stage::new(program);
        let action = prepare(case, &stage);
        let said = stage.run(stage.hook(), "event.json");
        assert_eq!(self::action(&said), action, "{case}: {said}");
        (case, stage)
    })
}
