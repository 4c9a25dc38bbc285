//! Words of consent: does a text ask for leave or name a danger, does an answer say yes or no.
//!
//! Decides about single texts. What makes a whole form ask consent (a lone boolean, no field at all) is left to its
//! user. Doubt reads as consent: asking a person once too often is the cheaper mistake. A *no* is the other way round:
//! it turns an answer into a refusal, so only what is a no as a whole counts (not “none” or “no preference”).

mod tables;

use super::fold::{Folded, Starts, Table, phrase_at, places, stem_at, words};
use tables::{ACTS, NO, NO_LEADS, NO_STARTS, PARTS, STEMS, WORDS, YES, YES_LEADS, YES_STARTS};

/// The consent or danger word in a message or in a field's name, title or description.
///
/// Returns the entry of the word list, or what [`Folded::suspicious`] says. Languages: English, German, French, Spanish, Portuguese, Italian, Russian, Arabic, Chinese, Japanese,
/// Korean.
pub fn consent_word(text: &Folded) -> Option<&'static str> {
    const BEGIN: Starts = Starts::of(&[WORDS, STEMS]);
    if let Some(worst) = text.suspicious() {
        return Some(worst);
    }
    for reading in text.readings() {
        let word = places(reading)
            .filter(|(_, rest)| BEGIN.may_begin(rest))
            .find_map(|(_, rest)| phrase_at(WORDS, rest).or_else(|| stem_at(STEMS, rest)))
            .or_else(|| opening_act(reading));
        if word.is_some() {
            return word;
        }
    }
    let part = text.parts(PARTS).next().map(|(_, word, _)| word);
    part.or_else(|| text.warning_sign())
}

/// The verb that opens a sentence which ends as a question.
fn opening_act(reading: &str) -> Option<&'static str> {
    reading.split_inclusive(['.', '?']).find_map(|sentence| {
        let opening = sentence.strip_suffix('?')?.trim_start();
        phrase_at(ACTS, opening)
    })
}

/// Whether a field's name says nothing about its question: what SDKs call the one field of a bare question
/// (FastMCP's `value`), or a numbered one (`q1`).
pub fn generic_name(name: &Folded) -> bool {
    const BASES: Table = &[
        "answer",
        "answers",
        "choice",
        "data",
        "field",
        "input",
        "output",
        "q",
        "question",
        "reply",
        "response",
        "result",
        "results",
        "selection",
        "text",
        "value",
        "values",
    ];
    const EXTRAS: Table = &[
        "final", "my", "new", "raw", "selected", "the", "user", "users", "your",
    ];
    let mut named = false;
    for word in name.words() {
        let base = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_base = BASES.binary_search(&base).is_ok() && (base != "q" || word != "q");
        named |= is_base;
        if !is_base && !base.is_empty() && EXTRAS.binary_search(&base).is_err() {
            return false;
        }
    }
    named || name.words().next().is_none()
}

/// Whether an option's value or title, or an answer's text, is a yes as a whole.
pub fn says_yes(text: &str) -> bool {
    const SIGNS: [char; 4] = ['✅', '✔', '👍', '☑'];
    const FIRST: [&str; 15] = [
        "yes", "ja", "oui", "si", "sí", "sì", "sim", "да", "نعم", "是", "好", "はい", "예", "네",
        "ok",
    ];
    const AGAINST: [&str; 19] = [
        "no", "not", "don", "dont", "never", "none", "without", "or", "cancel", "decline", "deny",
        "reject", "nein", "non", "nao", "oder", "нет", "не", "или",
    ];
    opens_with(text, &SIGNS, &FIRST)
        || says(text, YES, YES_LEADS, YES_STARTS, &AGAINST) && !says_no(text)
}

/// Whether an option's value or title, or an answer's text, is a no as a whole.
pub fn says_no(text: &str) -> bool {
    const SIGNS: [char; 7] = ['❌', '✖', '✗', '✘', '🚫', '⛔', '👎'];
    const FIRST: [&str; 10] = [
        "no",
        "nein",
        "non",
        "não",
        "nao",
        "нет",
        "لا",
        "不",
        "いいえ",
        "아니요",
    ];
    const AGAINST: [&str; 10] = [
        "or", "oder", "или", "know", "care", "mind", "remember", "have", "disturb", "track",
    ];
    opens_with(text, &SIGNS, &FIRST) || says(text, NO, NO_LEADS, NO_STARTS, &AGAINST)
}

/// Whether the text opens with a sign, or with one of `first` and a comma or the like.
fn opens_with(text: &str, signs: &[char], first: &[&str]) -> bool {
    let text = text.trim_start();
    if text.starts_with(signs) {
        return true;
    }
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    let Some((word, rest)) = text.split_at_checked(end) else {
        return false;
    };
    // No first word is longer: no need to look at the case of a whole text.
    if word.len() > 16 || !first.contains(&word.to_lowercase().as_str()) {
        return false;
    }
    let mut after = rest.trim_start().chars();
    match after.next() {
        Some(',' | '!' | ';' | '(' | '–' | '—' | '，' | '、' | '。' | '！' | '（' | '،') => {
            true
        }
        Some('-') => rest.starts_with(char::is_whitespace),
        Some('.') => !after
            .as_str()
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

/// Whether all of the text is one of `wholes`, or a few words that open with one of `leads` or `starts` and hold none
/// that speaks `against` it.
fn says(text: &str, wholes: Table, leads: Table, starts: Table, against: &[&str]) -> bool {
    const FEW_WORDS: usize = 12;
    const SHORT: usize = 256;
    if text.len() > SHORT {
        return false;
    }
    Folded::new(text).readings().any(|reading| {
        let answer = words(reading).collect::<Vec<_>>();
        let line = answer.join(" ") + " ";
        let opens = || phrase_at(leads, &line).is_some() || stem_at(starts, &line).is_some();
        wholes.binary_search(&line.trim_end()).is_ok()
            || answer.len() <= FEW_WORDS
                && opens()
                && !answer.iter().any(|word| against.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_folded() {
        for table in [
            WORDS, STEMS, PARTS, ACTS, YES, YES_LEADS, YES_STARTS, NO, NO_LEADS, NO_STARTS,
        ] {
            for pair in table.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
            for entry in table {
                assert!(entry.len() > 1 || ["n", "y"].contains(entry), "{entry}");
                let folded = Folded::new(entry);
                assert_eq!(
                    words(folded.readings().next().unwrap())
                        .collect::<Vec<_>>()
                        .join(" "),
                    *entry
                );
            }
        }
    }

    #[test]
    fn consent_and_danger_words_are_found() {
        #[rustfmt::skip]
        let texts = [
            "Are you sure you want to wipe the lab?", "Confirm", "confirmDelete", "CONFIRMATION", "is_approved",
            "approve_all_session", "Do you approve this?", "Overwrite?", "allowExecution", "Yes, yank it",
            "This cannot be undone.", "Type DELETE to continue", "Drop table users",
            "I understand the consequences", "Permanently remove 3 files", "Refund $12.00", "Pay now",
            "Deploy to staging?", "Publish the release?", "Grant access to /home", "acknowledge",
            "Authorise this payment", "Please authorize", "Proceed?", "Terminate instance i-0abc",
            "Revoke 3 tokens", "Send this email to 40 people?", "Push to origin/main?", "Restart the database?",
            "Stop instance i-1?", "Merge pull request #4?", "Should I run the migration?",
            "Can I read your calendar?", "Create GitHub issue: \"Crash\"?", "Install the debug build?",
            "⚠️ Careful", "IConfirm", "c\u{200B}onfirm", "сonfirm", "ＣＯＮＦＩＲＭ",
            "Does the user agree to the terms of service?", "Kill process 4711", "Purge the cache",
            "Roll back to v1.2", "sudo systemctl", "You will be charged", "Uninstall package",
            "Suspend the account", "Transfer 3 ETH", "Answer yes or no", "Is it ok to go on?",
            "Soll die Datei wirklich gelöscht werden?", "Bestätigen", "Möchten Sie fortfahren?",
            "Zahlung ausführen", "Dateien überschreiben", "Bestellung kostenpflichtig aufgeben",
            "Endgültig löschen", "Zustimmung erteilen", "Voulez-vous vraiment supprimer ce fichier ?",
            "Confirmer l'exécution", "Écraser le fichier", "Autoriser", "Êtes-vous sûr ?", "Rembourser le client",
            "Cette action est irréversible", "Paiement de 10 €", "¿Está seguro de que desea eliminar el proyecto?",
            "Aprobar", "Sobrescribir", "Borrar todo", "Pagar", "Esta acción es irreversible", "¿Desea continuar?",
            "Aceptar los términos", "Confirmación", "Tem certeza de que deseja excluir?", "Aprovar pagamento",
            "Apagar tudo", "Confirmação", "Sobrescrever", "Sei sicuro di voler eliminare?", "Conferma",
            "Procedere?", "Sovrascrivere il file", "Autorizzare", "Вы уверены, что хотите удалить файл?",
            "Подтвердите действие", "Подтверждение", "Разрешить доступ?", "Оплатить заказ",
            "Это действие необратимо", "Перезаписать?", "Продолжить?", "Одобрить", "هل أنت متأكد؟", "تأكيد الحذف",
            "هل توافق على الدفع؟", "السماح بالوصول", "لا يمكن التراجع عن هذا", "是否执行?", "确认删除", "請確認", "允许访问文件",
            "支付100元", "此操作不可恢复", "批准一次调用", "覆盖文件", "继续", "本当に削除しますか？", "承認してください", "上書きしますか", "続行", "支払いを実行",
            "よろしいですか？", "삭제하시겠습니까?", "승인", "계속 진행", "결제 확인", "덮어쓰기", "Is this correct?", "Would you like me to go on?", "All data will be lost", "I have read the notice",
            "Switch to the production profile?", "Sell 3 shares?", "Ban user 7?",
        ];
        for text in texts {
            assert!(consent_word(&Folded::new(text)).is_some(), "{text}");
        }
    }

    #[test]
    fn plain_questions_ask_no_consent() {
        #[rustfmt::skip]
        let texts = [
            "", "What is your name?", "Which region do you want to use?", "Please provide your information",
            "Enable notifications?", "notifications", "Choose your preferred theme", "Select the environment",
            "Configure your preferences", "includeSummary", "Include travel time", "permissions",
            "Which permissions should it have?", "Project name", "project_name", "Deployment settings", "dropdown",
            "Dropbox folder", "Lowercase letters only", "Sound volume", "stopSound", "Output format", "dry_run",
            "Favorite color", "Your email address", "How do you want to search?", "Number of replicas", "publisher",
            "Found 2 routes. Choose your preferred route:", "Time zone", "Payload size", "Welche Farbe?",
            "Bitte wählen Sie eine Region", "Nom du projet", "Quelle région ?", "Nombre del proyecto",
            "Escolha uma alternativa", "Nome del progetto", "Название проекта", "اسم المشروع", "项目名称", "用哪个数据库？",
            "プロジェクト名", "프로젝트 이름",
        ];
        for text in texts {
            assert_eq!(consent_word(&Folded::new(text)), None, "{text}");
        }
    }

    #[test]
    fn generic_names_say_nothing_about_the_question() {
        #[rustfmt::skip]
        let names = [
            "value", "Value", "answer", "userInput", "user_response", "response", "result", "input", "q0", "q12",
            "question1", "your_answer", "choice_2", "selection", "reply", "", "__",
        ];
        for name in names {
            assert!(generic_name(&Folded::new(name)), "{name}");
        }
        #[rustfmt::skip]
        let names = [
            "name", "field_name", "answer_language", "q", "region", "input_file", "note", "confirm", "路径",
        ];
        for name in names {
            assert!(!generic_name(&Folded::new(name)), "{name}");
        }
    }

    #[test]
    fn a_yes_is_a_yes_as_a_whole() {
        #[rustfmt::skip]
        let texts = [
            "yes", "Y", "TRUE", "ok", "OK!", "accept", "Approve", "allow_once", "allowSession", "Allow always",
            "Confirm", "Yes, I confirm", "Yes, yank it", "✅ Deploy metadata to dev-org", "I agree", "proceed",
            "Continue anyway", "approved", "grant", "Ja", "Ja, löschen", "Bestätigen", "Oui", "d'accord", "Sí",
            "Sim", "Sí, confirmo", "Conferma", "Да", "Да, удалить", "согласен", "نعم", "نعم، موافق", "是", "要", "确认",
            "同意执行", "好的", "はい", "はい、削除します", "예", "네, 삭제", "동의합니다", "approve_all_session",
        ];
        for text in texts {
            assert!(says_yes(text), "{text}");
            assert!(!says_no(text), "{text}");
        }
    }

    #[test]
    fn a_no_is_a_no_as_a_whole() {
        #[rustfmt::skip]
        let texts = [
            "no", "N", "false", "reject", "Cancel", "deny", "decline", "abort", "never", "No, I do not confirm",
            "Don't create", "❌ Don't execute", "Do not proceed", "No thanks", "No - keep it", "No. Keep it.",
            "No (default)", "cancel operation", "deny_all", "rejectOnce", "Not now", "disagree", "declined", "nope",
            "nein", "Nein, danke", "Abbrechen", "Nicht löschen", "non", "Non, merci", "Annuler", "Ne pas supprimer",
            "Cancelar", "No, gracias", "Rechazar", "não", "Não, obrigado", "Não excluir", "Annulla", "нет",
            "Отмена", "Нет, не надо", "Не удалять", "لا", "لا أوافق", "إلغاء", "不要", "否", "不", "取消", "拒绝", "不同意",
            "取消操作", "不，谢谢", "いいえ", "キャンセル", "同意しません", "아니요", "취소", "거부", "동의하지 않음",
        ];
        for text in texts {
            assert!(says_no(text), "{text}");
            assert!(!says_yes(text), "{text}");
        }
    }

    #[test]
    fn other_answers_are_neither() {
        #[rustfmt::skip]
        let texts = [
            "No preference", "None", "none", "Norway", "not started", "Yesterday", "no-op", "no_license", "No. 5",
            "no limit", "No backup", "nobody", "Nothing", "Notion", "Nordic", "no-NO", "Okinawa", "yes or no",
            "Yes/No", "Accept or decline", "Don't know", "Do not disturb", "unknown", "later", "Other", "maybe", "",
            "en", "MIT", "Go", "stop", "restart", "2024-01-01", "Não iniciado", "Нет данных", "لا يوجد", "不限",
            "不确定", "No approval required", "No payment method", "Canceled", "No code", "Noir",
        ];
        for text in texts {
            assert!(!says_no(text), "{text}");
            assert!(!says_yes(text), "{text}");
        }
    }
}
