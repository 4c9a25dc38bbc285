//! The word lists of `consent`: sorted, and folded as texts are before they are compared.
//!
//! Words of all languages stand in one list, without accents, so that one search finds them.

use super::Table;

/// Words and phrases, matched whole.
#[rustfmt::skip]
pub(super) const WORDS: Table = &[
    "abbuchen", "abbuchung", "accept", "acceptance", "accepting", "aceita", "aceito", "acheter", "acquistare",
    "acquisto", "agree", "agreed", "agreeing", "agreement", "agrees", "allow", "allowing", "allows", "apagar",
    "apagara", "approval", "approvals", "are you sure", "attest", "attestation", "ausfuhren", "be lost",
    "bereitstellen", "betalen", "bill me", "billed", "bist du sicher", "borrado", "borrar", "borrara", "buy",
    "buying", "bypass", "can i run", "can t be recovered", "can t be undone", "cancellare", "cancellazione",
    "cannot be recovered", "cannot be restored", "cannot be reversed", "cannot be undone", "caution", "certeza",
    "charge", "charged", "charges", "charging", "clear all", "cobranca", "cobrar", "cobro", "comprar", "concorda",
    "concordo", "consent", "consents", "continuar", "continuare", "continue", "continuer", "continuing",
    "d accord", "data loss", "de acuerdo", "debit", "debited", "debits", "deduct", "deducted", "deducts", "delist",
    "deploy", "deployed", "deployer", "deploying", "deploys", "desfazer", "desfeita", "deshacer", "desplegar",
    "disable protection", "distruggere", "do it anyway", "do it now", "do you trust", "donate", "donation",
    "doorgaan", "drain", "drop", "dropped", "dropping", "drops", "ecraser", "effacer", "einverstanden", "ejecutar",
    "elevated permissions", "enable telemetry", "erase", "erased", "erases", "erasing", "es tu sur", "escalate",
    "eseguire", "esta segura", "esta seguro", "estas segura", "estas seguro", "estimated cost", "etes vous sur",
    "evict", "excluir", "excluira", "exclusao", "executar", "execute", "executed", "executer", "executes",
    "executing", "factory reset", "force push", "forcibly", "format drive", "format the", "fortfahren",
    "fortsetzen", "full access", "gefahr", "go ahead", "go live", "grant", "granted", "granting", "grants",
    "have read the", "i have read", "i understand", "implantar", "in production", "install", "installing",
    "installs", "is everything correct", "is it ok", "is it okay", "is that correct", "is that ok",
    "is this correct", "is this ok", "is this right", "ja", "ja nein", "kaufen", "kill", "killed", "killing",
    "kills", "kostenpflichtig", "like me to", "like us to", "look correct", "look good", "look right",
    "looks correct", "looks good", "looks right", "loschen", "make public", "makes public", "may i", "merge",
    "merges", "merging", "migrate", "migrates", "migrating", "no undo", "no way back", "not recoverable",
    "not reversible", "ok to", "ok with that", "ok with this", "okay to", "okay with this", "opt in", "opt out",
    "oui", "oui non", "oui ou non", "own risk", "pagamento", "pagar", "pagare", "pago", "pagos", "paiement", "pay",
    "payable", "payer", "paying", "payment", "payments", "pays", "per call", "permission to", "permit", "permite",
    "permitir", "permits", "poursuivre", "privacy policy", "proceder", "procedere", "proceed", "proceeding",
    "proceeds", "production service", "prosseguir", "pubblicare", "publicar", "publier", "publish", "publishes",
    "publishing", "purchase", "purchased", "purchases", "purchasing", "purge", "purged", "purges", "purging",
    "read and understood", "really", "reboot", "redeploy", "refund", "refunded", "refunding", "refunds", "reset",
    "resets", "resetting", "retype", "rm rf", "roll back", "rollback", "run this command", "sats", "seguro de",
    "seguro que", "sei sicura", "sei sicuro", "send", "sending", "sends", "shall i", "shall we", "share your",
    "shut down", "shutdown", "si no", "si o no", "sicuro di", "sign the", "sim", "sim ou nao", "sind sie sicher",
    "spend", "spending", "spends", "subscribe", "subscribes", "sudo", "tem certeza", "terms and conditions",
    "terms of service", "terms of use", "the risk", "the risks", "this risk", "to production", "toestaan",
    "transfer", "transferir", "transferred", "transferring", "transfers", "trash", "truncate", "truncates",
    "trust this", "type y", "type yes", "uberweisen", "uberweisung", "understood", "undo", "undone", "uninstall",
    "unrecoverable", "unsafe", "upload", "uploading", "uploads", "va bene", "veroffentlichen", "verwijderen",
    "virement", "voulez vous vraiment", "vraiment", "want me to", "wants to", "weitermachen", "will cost", "wipe",
    "wiped", "wipes", "wiping", "wire money", "wirklich", "withdraw", "withdrawal", "withdrawals", "y n", "yank",
    "yes", "yes no", "yes or no", "zgadzam",
];

/// Starts of words, whatever their ending.
#[rustfmt::skip]
pub(super) const STEMS: Table = &[
    "accepter", "acceptez", "accett", "aceit", "acept", "acknowledg", "akzeptier", "approuv", "approv", "aprob",
    "aprov", "aprueb", "authoris", "authoriz", "autoris", "autoriz", "autorizz", "bestatig", "bezahl", "conferm",
    "confirm", "confirmer", "consent", "danger", "deactivat", "definitivement", "deinstall", "delet", "deploie",
    "destroy", "destru", "destruct", "destrui", "destruy", "detrui", "distrugg", "effacez", "ejecut", "elimin",
    "endgultig", "entfern", "erlaub", "exclus", "freigab", "freigeb", "freizugeb", "gefahrlich", "geloscht",
    "genehmig", "irrevers", "irreversib", "irreversible", "irrevocab", "losch", "overwrit", "peligr", "pericol",
    "perig", "permanent", "permett", "reembols", "reinitialis", "rembours", "remov", "remover", "revok", "rimbors",
    "ruckgangig", "rucksetz", "sobreescrib", "sobrepor", "sobrescrev", "sobrescrib", "sovrascriv", "supprim",
    "suspend", "terminat", "uberschreib", "uninstall", "unlink", "unwiderruflich", "vernicht", "zahlung", "zerstor",
    "zugestimm", "zurucksetz", "zustimm",
];

/// Parts of words in scripts without spaces, or with endings and particles.
#[rustfmt::skip]
pub(super) const PARTS: Table = &[
    "безвозвратн", "возврат средств", "выполнить", "да или нет", "деактивир", "доступ разреш", "купить", "навсегда",
    "нельзя отменить", "необратим", "одобр", "опасн", "оплат", "опубликов", "отменить нельзя", "перевод средств",
    "перезапис", "платеж", "подтверд", "подтвержд", "покупк", "принима", "продолжа", "продолжить", "разверну",
    "разрешаете", "разрешаю", "разрешит", "разрешить", "согласен", "согласие", "согласн", "соглаша", "списани",
    "стереть", "уверен", "удалени", "удалит", "удалить", "удаля", "удаляе", "уничтож", "اؤكد", "ازاله", "استبدال",
    "استرداد المبلغ", "اسمح", "اكد", "التراجع", "السماح", "الكتابه فوق", "المتابعه", "اوافق", "تؤكد", "تاكيد",
    "تحويل الاموال", "تسمح", "تفويض", "تنفيذ", "توافق", "حذف", "خطر", "خطير", "دفع", "شراء", "متابعه", "متاكد",
    "مسح", "موافق", "نشر", "نعم", "نهائي", "はい", "よろしいですか", "デプロイ", "上書き", "下线", "不可恢复", "不可撤销", "不可逆", "付款", "付費",
    "付费", "允許", "允许", "元に戻せ", "公開しますか", "删除", "刪除", "削除", "危险", "危険", "危險", "卸载", "发布", "取り消せ", "可以吗", "同意", "執行",
    "好吗", "実行", "扣款", "扣费", "执行", "批准", "承認", "授权", "授權", "支付", "支払", "无法恢复", "无法撤销", "是否", "本当に", "格式化", "永久",
    "消去", "清空", "清除", "無法復原", "發布", "破棄", "确定", "确认", "確定", "確認", "移除", "続けますか", "続行", "繼續", "终止", "继续", "要不要",
    "覆盖", "覆蓋", "許可", "課金", "購入", "購買", "购买", "轉帳", "转账", "返金", "退款", "送金", "部署", "重置", "销毁", "게시", "결제", "계속",
    "구매", "덮어", "동의", "되돌릴 수 없", "배포", "삭제", "송금", "승인", "실행", "영구", "위험", "정말", "제거", "지불", "진행", "초기화", "하시겠습니까",
    "할까요", "허가", "허용", "확인", "환불",
];

/// Verbs that ask leave where they open a question: “Push 2 commits to origin?”.
#[rustfmt::skip]
pub(super) const ACTS: Table = &[
    "activate", "add", "adopt", "apply", "archive", "assign", "ban", "block", "book", "can i", "can we", "cancel",
    "change", "clear", "close", "commit", "connect", "copy", "could i", "create", "deduct", "detach", "disable",
    "disconnect", "do i", "donate", "download", "edit", "empty", "enroll", "export", "fail over", "failover",
    "flush", "format", "forward", "import", "increase", "index", "install", "invalidate", "invite", "join", "kick",
    "launch", "lock", "log out", "may we", "merge", "migrate", "mint", "modify", "move", "open", "order",
    "overwrite", "pause", "place", "post", "promote", "push", "read", "reassign", "rebase", "rebuild", "recreate",
    "regenerate", "reject", "rename", "replace", "replay", "reply", "reserve", "reset", "restart", "restore",
    "resume", "retry", "rewrite", "rotate", "run", "scale", "schedule", "sell", "send", "set", "shall i",
    "shall we", "share", "ship", "should i", "should we", "sign", "sign out", "stake", "start", "stop", "submit",
    "swap", "switch", "sync", "tip", "trade", "transfer", "trigger", "unlock", "unpublish", "unsubscribe", "update",
    "upgrade", "upload", "void", "withdraw", "write",
];

/// What says yes as a whole.
#[rustfmt::skip]
pub(super) const YES: Table = &[
    "accept", "accepted", "accepter", "accetta", "accettare", "accetto", "aceitar", "aceito", "aceptar", "acepto",
    "acknowledge", "acknowledged", "affirmative", "agree", "agreed", "akzeptieren", "all right", "allow", "allowed",
    "alright", "approuver", "approva", "approve", "approved", "aprobado", "aprobar", "aprovado", "aprovar",
    "authorise", "authorize", "authorized", "autoriser", "autorizar", "autorizza", "bestatigen", "bestatigt",
    "concordo", "conferma", "confermare", "confirm", "confirmar", "confirmed", "confirmer", "confirmo", "consent",
    "consenti", "continua", "continuar", "continue", "continuer", "d accord", "de acuerdo", "do it",
    "einverstanden", "erlauben", "estoy de acuerdo", "fortfahren", "genehmigen", "genehmigt", "go ahead", "grant",
    "granted", "i am sure", "i do", "i understand", "ich stimme zu", "it s ok", "j accepte", "ja", "jawohl",
    "je confirme", "ok", "okay", "oui", "permit", "permitir", "procedi", "proceed", "prosseguir", "si", "sim",
    "sure", "true", "understood", "va bene", "verdadeiro", "verdadero", "vero", "vrai", "wahr", "y", "yea", "yeah",
    "yep", "yes", "yup", "zulassen", "zustimmen", "да", "истина", "одобрить", "подтвердить", "подтверждаю",
    "принимаю", "принять", "продолжить", "разрешить", "согласен", "согласна", "хорошо", "اجل", "السماح", "اوافق",
    "تاكيد", "حسنا", "سماح", "قبول", "متابعه", "موافق", "نعم", "はい", "可以", "執行", "好", "好的", "実行", "実行する", "对", "执行",
    "是", "没问题", "确定", "確定", "続行", "続行する", "繼續", "继续", "行", "要", "계속", "네", "수락", "예",
];

/// Openings after which a few more words leave it a yes: “allow once”.
#[rustfmt::skip]
pub(super) const YES_LEADS: Table = &[
    "accept", "accepter", "aceitar", "aceptar", "acknowledge", "agree", "allow", "approve", "authorise",
    "authorize", "bestatigen", "confirm", "confirmar", "confirmer", "continue", "erlauben", "grant", "i accept",
    "i acknowledge", "i agree", "i approve", "i confirm", "i consent", "ok", "okay", "permit", "proceed",
    "si acepto", "si confirmo", "yeah", "yep", "yes",
];

/// The same where no space ends a word.
#[rustfmt::skip]
pub(super) const YES_STARTS: Table = &[
    "允許", "允许", "同意", "批准", "承認", "接受", "是的", "确认", "確認", "許可", "동의함", "동의합", "승인", "허용", "확인",
];

/// What says no as a whole.
#[rustfmt::skip]
pub(super) const NO: Table = &[
    "abbrechen", "abbruch", "abgelehnt", "ablehnen", "abort", "aborted", "annuler", "annulla", "annullare",
    "cancel", "cancelar", "decline", "declined", "denegar", "denied", "deny", "disagree", "disallow", "disapprove",
    "disapproved", "do not", "don t", "dont", "falsch", "false", "falso", "faux", "forbid", "go back", "hayir",
    "jamais", "khong", "mai", "n", "nah", "nao", "nee", "nega", "negar", "negare", "nei", "nein", "nej", "never",
    "nie", "niemals", "no", "non", "nope", "not allowed", "not approved", "not now", "nunca", "rechazado",
    "rechazar", "recusar", "refuse", "refused", "refuser", "reject", "rejected", "rejeitado", "rejeitar",
    "rejeter", "rifiuta", "rifiutare", "tidak", "verweigern", "οχι", "запретить", "ложь", "нет", "никогда",
    "отказ", "отказать", "отказаться", "отклонено", "отклонить", "отмена", "отменить", "לא", "ابدا", "ارفض",
    "الغاء", "رفض", "كلا", "لا", "नहीं", "いいえ", "しない", "やめる", "不", "不可以", "不好", "不是", "不用", "不行", "不要", "中止", "从不",
    "却下", "否", "放弃", "放棄", "终止", "駁回", "驳回", "아뇨", "아니오", "아니요", "안 함", "안함",
];

/// Openings after which a few more words leave it a no: “cancel the deletion”.
#[rustfmt::skip]
pub(super) const NO_LEADS: Table = &[
    "abbrechen", "ablehnen", "abort", "annuler", "annulla", "cancel", "cancelar", "decline", "deny", "disallow",
    "do not", "don t", "dont", "i decline", "i do not", "i don t", "i refuse", "nao aceitar", "nao aceito",
    "nao apagar", "nao aprovar", "nao autorizar", "nao concordo", "nao confirmar", "nao confirmo", "nao continuar",
    "nao criar", "nao excluir", "nao executar", "nao obrigada", "nao obrigado", "nao permitir", "nao quero",
    "nao remover", "ne pas", "nein danke", "nein ich", "nein nicht", "nicht akzeptieren", "nicht ausfuhren",
    "nicht bestatigen", "nicht erlauben", "nicht erstellen", "nicht fortfahren", "nicht genehmigen",
    "nicht loschen", "nicht uberschreiben", "nicht zulassen", "nicht zustimmen", "no abort", "no aceptar",
    "no acepto", "no aprobar", "no autorizar", "no borrar", "no cancel", "no confirmar", "no confirmo",
    "no continuar", "no crear", "no do not", "no don t", "no ejecutar", "no eliminar", "no estoy", "no go back",
    "no gracias", "no grazie", "no i", "no keep", "no leave", "no let", "no never", "no not", "no permitir",
    "no please", "no stop", "no thank you", "no thanks", "no way", "non accetto", "non approvare",
    "non autorizzare", "non cancellare", "non confermare", "non confermo", "non consentire", "non continuare",
    "non creare", "non eliminare", "non eseguire", "non je", "non merci", "non ne pas", "non procedere", "rechazar",
    "refuse", "refuser", "reject", "rifiuta", "не выполнять", "не одобрять", "не подтверждать", "не подтверждаю",
    "не принимать", "не принимаю", "не продолжать", "не разрешать", "не согласен", "не согласна", "не создавать",
    "не удалять", "нет спасибо", "отклонить", "отмена", "отменить", "الغاء", "رفض", "لا اؤكد", "لا اسمح",
    "لا اوافق", "لا تحذف", "لا تسمح", "لا شكرا",
];

/// The same where no space ends a word.
#[rustfmt::skip]
pub(super) const NO_STARTS: Table = &[
    "キャンセル", "上書きしな", "上書きしませ", "不允許", "不允许", "不创建", "不删除", "不刪除", "不发布", "不同意", "不執行", "不建立", "不执行", "不批准", "不授权",
    "不接受", "不支付", "不确认", "不確認", "不繼續", "不继续", "不覆盖", "不部署", "不需要执行", "削除しな", "削除しませ", "取消", "同意しな", "同意しませ", "実行しな",
    "実行しませ", "承認しな", "承認しませ", "拒否", "拒絕", "拒绝", "続行しな", "続行しませ", "許可しな", "許可しませ", "请勿", "거부", "거절", "계속하지", "동의하지",
    "삭제하지", "승인하지", "실행하지", "취소", "허용하지",
];
