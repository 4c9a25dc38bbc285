//! The word lists of `guard`: sorted, and folded as texts are before they are compared.
//!
//! Words of all languages stand in one list, without accents, so that one search finds them.

use super::Table;

/// Words and phrases that name a secret, matched whole; those of [`GLUED`] are found without it.
#[rustfmt::skip]
pub(super) const SECRETS: Table = &[
    "2fa", "2fa code", "2sa code", "access code", "access key", "access keys", "account key", "account pin",
    "activation code", "activation key", "address bar", "adgangskode", "admin key", "ado pat", "airtable key",
    "aktivierungscode", "anmeldedaten", "anthropic key", "api key", "api keys", "api schlussel", "apischlussel",
    "app key", "application key", "auth callback", "auth code", "auth cookie", "auth cookies", "auth header",
    "auth key", "authentication code", "authentication key", "authenticator code", "authentifizierungscode",
    "authorisation code", "authorization callback", "authorization code", "authorization header",
    "authorization response", "aws key", "azure key", "azure pat", "backup code", "backup codes", "backup phrase",
    "bank account", "bank card", "bank details", "bankverbindung", "basic auth", "bearer", "bestatigungscode",
    "browser cookie", "browser cookies", "callback url from", "card details", "card expiration", "card expiry",
    "card info", "card information", "card no", "card num", "card number", "card pin", "card security",
    "card verification", "cardnumber", "carta di credito", "carta di debito", "cartao de credito",
    "cartao de debito", "carte bancaire", "carte bleue", "carte de credit", "cc num", "cc number", "ccnum", "ccv",
    "character code", "chave api", "chave da api", "chave de acesso", "chave de api", "chave de licenca",
    "chave privada", "chave secreta", "chiave api", "chiave d accesso", "chiave di accesso", "chiave di licenza",
    "chiave privata", "chiave segreta", "clave api", "clave de acceso", "clave de api", "clave de la api",
    "clave de licencia", "clave de seguridad", "clave privada", "clave secreta", "cle api", "cle d acces",
    "cle d api", "cle de licence", "cle privee", "cle secrete", "cles api", "cles privees", "cles secretes",
    "client key", "client keys", "code a usage unique", "code confidentiel", "code d acces",
    "code d authentification", "code d autorisation", "code de confirmation", "code de securite",
    "code de verification", "code displayed", "code emailed", "code envoye", "code from the app",
    "code from the authenticator", "code from the browser", "code from the callback", "code from the device",
    "code from the email", "code from the page", "code from the phone", "code from the redirect",
    "code from the sms", "code from the text", "code from the url", "code from your", "code has been sent",
    "code in the email", "code in the url", "code in your browser", "code in your email", "code on the page",
    "code on your", "code received", "code recu", "code sent", "code shown", "code texted", "code that appears",
    "code that was displayed", "code that was sent", "code that you received", "code they sent",
    "code to your email", "code to your phone", "code verifier", "code was sent", "code we emailed",
    "code we have sent", "code we just sent", "code we sent", "code we texted", "code you copied", "code you got",
    "code you receive", "code you received", "code you see", "code you were given", "codes sent",
    "codice di accesso", "codice di conferma", "codice di sicurezza", "codice di verifica", "codice monouso",
    "codice ricevuto", "codigo de acceso", "codigo de acesso", "codigo de autenticacao", "codigo de autenticacion",
    "codigo de autorizacao", "codigo de autorizacion", "codigo de confirmacao", "codigo de confirmacion",
    "codigo de seguranca", "codigo de seguridad", "codigo de un solo uso", "codigo de uso unico",
    "codigo de verificacao", "codigo de verificacion", "codigo enviado", "codigo recebido", "codigo recibido",
    "codigo sms", "cohere key", "community string", "confirmation code", "conn string", "connection string",
    "connection strings", "connstr", "consumer key", "conta bancaria", "contrasena", "contrasenas", "contrasenia",
    "cookie header", "cookie string", "cookie value", "coordonnees bancaires", "credenciais", "credencial",
    "credenciales", "credenziali", "credit card", "creditcard", "creds", "cryptogramme", "csc", "cuenta bancaria",
    "cvc", "cvc2", "cvv", "cvv2", "dados de acesso", "dados de login", "dados do cartao", "database uri",
    "database url", "datadog key", "dati di accesso", "dati di login", "datos de acceso", "datos de la tarjeta",
    "db pass", "db uri", "db url", "debit card", "decryption key", "decryption keys", "developer key",
    "device code", "devops pat", "digit code", "digit number sent", "digit pin", "discord webhook", "dsn",
    "einmalcode", "email code", "encryption key", "encryption keys", "enter pin", "entire callback url",
    "factor code", "frase de recuperacao", "frase de recuperacion", "frase di recupero", "frase semilla",
    "freischaltcode", "ftp pass", "full callback url", "geheimcode", "geheimen schlussel", "geheimer schlussel",
    "geheimnis", "geheimschlussel", "geheimwort", "geheimzahl", "gemini key", "gift card", "github key",
    "github pat", "gitlab pat", "google authenticator", "google key", "gpg key", "groq key", "hasla", "haslo",
    "header authorization", "heslo", "hmac key", "hotp", "iban", "identifiants de connexion", "incoming webhook",
    "ingest key", "ingestion key", "instrumentation key", "integration key", "jdbc url", "jelszo", "jeton",
    "jetons", "jsessionid", "jwt", "jwts", "kartennummer", "kata sandi", "kennworter", "kontonummer", "kreditkarte",
    "kreditkartennummer", "la clave de", "li at", "licence key", "license key", "lizenzschlussel", "llave api",
    "llave de api", "llave privada", "llave secreta", "log in code", "log in details", "login and pass",
    "login code", "login cookie", "login cookies", "login data", "login details", "login info", "login information",
    "login link", "logindaten", "logon details", "losenord", "losungswort", "magic link", "maiden name", "maps key",
    "master key", "mat khau", "mdp", "mfa", "mfa code", "mistral key", "mnemonic", "mnemonics", "mongo uri",
    "mongodb uri", "mot de passe", "motdepasse", "mots de passe", "multi factor", "multifactor", "notion key",
    "nsec", "numero de carte", "numero de la tarjeta", "numero de tarjeta", "numero della carta", "numero di carta",
    "numero do cartao", "oauth callback", "oauth code", "oauth redirect", "oauth verifier", "one time code",
    "one time passcode", "one time pin", "onetime code", "openai key", "openrouter key", "otp", "otps", "p4ssword",
    "pa55word", "pairing code", "palavra passe", "palavras passe", "parola d ordine", "pass phrase", "pass phrases",
    "pass word", "pass words", "passkey", "passkeys", "passord", "passw", "passw0rd", "passworter", "passwrd",
    "paste callback url", "paste the callback url", "paste the code below", "paste the code here", "payment card",
    "payment details", "pem content", "pem key", "pgp key", "phone code", "phpsessid", "phrase de recuperation",
    "phrase secrete", "pin code", "pin codes", "pin for", "pin number", "pincode", "postgres uri", "postgres url",
    "pre shared key", "preshared key", "primary account number", "private key", "private keys", "privatekeys",
    "privaten schlussel", "privater schlussel", "privatschlussel", "privkey", "product key", "prufnummer",
    "prufziffer", "psk", "psw", "pswd", "pw", "pwd", "pwds", "pword", "recovery code", "recovery codes",
    "recovery key", "recovery phrase", "recovery words", "redirect address", "redirect link", "redirect uri",
    "redirect url", "redirected uri", "redirected url", "redis uri", "redis url", "reset code", "root key",
    "root pass", "rootpw", "routing key", "routing number", "salasana", "sas url", "security answer",
    "security code", "security key", "security pin", "security question", "security questions", "seed phrase",
    "seed words", "segredo", "segredos", "segreti", "segreto", "sendgrid key", "senha", "senhas", "serial key",
    "serpapi key", "service account json", "service account key", "service key", "service role key",
    "session cookie", "session cookies", "session key", "sessionid", "shared access key", "shared access signature",
    "shared key", "shared keys", "sicherheitscode", "sifre", "sifreniz", "sign in code", "sign in details",
    "sign in link", "signin code", "signin details", "signing key", "signing keys", "sim pin", "slack webhook",
    "sms code", "smtp pass", "social security", "sort code", "ssh key", "ssh keys", "ssh schlussel", "ssn",
    "ssword", "storage key", "stripe key", "su clave", "sua chave", "subscription key", "tarjeta de credito",
    "tarjeta de debito", "tes identifiants", "tfa", "tfa code", "the pin", "totp", "tu clave", "twilio key",
    "two factor", "two factor authentication", "two factor code", "two step code", "twofa", "twofactor",
    "unlock code", "url after authorization", "url after authorizing", "url after logging in", "url after login",
    "url after sign in", "url after signing in", "url after you", "url you are redirected",
    "url you get redirected", "url you re redirected", "url you were redirected", "url you were sent", "user pass",
    "user pin", "validation code", "verification code", "verification codes", "verification number",
    "verification pin", "verifier code", "verifizierungscode", "verify code", "vos identifiants", "wachtwoord",
    "wachtwoorden", "wallet key", "wallet phrase", "webhook key", "wep key", "wiederherstellungscode",
    "wiederherstellungsphrase", "wiederherstellungsschlussel", "wifi key", "word phrase", "wpa key", "write key",
    "xprv", "your cookie", "your cookies", "your key", "your keys", "your pat", "your pin", "zugangscode",
    "zugangsdaten", "zugangsschlussel", "zugriffscode", "zugriffsschlussel",
];

/// The same, whatever ending follows.
#[rustfmt::skip]
pub(super) const SECRET_STEMS: Table = &[
    "api ключ", "api キー", "api 키", "einmalpass", "kreditkarten", "zugangsdaten", "ключ api", "ключа api", "мой пин",
    "مفاتيح api", "مفتاح api",
];

/// What names a secret only as the whole of a name or title.
#[rustfmt::skip]
pub(super) const WHOLE_LABELS: Table = &[
    "auth", "authorization", "chave", "clave", "cookie", "cookies", "mfa", "pass", "pin", "tan", "your pass",
    "ключ", "пин",
];

/// Parts of words that name a secret wherever they stand in a word: `dbpassword`, `apitokens`.
#[rustfmt::skip]
pub(super) const GLUED: Table = &[
    "accesskey", "apikey", "authcode", "authkey", "clientsecret", "connectionstring", "contrasena", "credential",
    "kennwort", "passcode", "passphrase", "passwd", "password", "passwort", "privatekey", "secret", "token",
];

/// Endings that turn a part of [`GLUED`] into another word: `secretary`, `tokenizer`, `passwordless`.
#[rustfmt::skip]
pub(super) const OTHER_WORDS: Table = &[
    "aire", "aires", "ar", "aria", "arial", "arias", "ariat", "aries", "ario", "arios", "ary", "e", "ed", "ely",
    "es", "ing", "ion", "ions", "isation", "ise", "ised", "iser", "isers", "ising", "ive", "ization", "ize", "ized",
    "izer", "izers", "izing", "less", "ly", "omics", "ory",
];

/// What stands before `key` in a name that asks for no secret.
#[rustfmt::skip]
pub(super) const PLAIN_KEYS: Table = &[
    "a", "answer", "any", "arrow", "attribute", "board", "bucket", "cache", "candidate", "collection", "column",
    "composite", "config", "configuration", "context", "data", "dedup", "deduplication", "dict", "dictionary",
    "document", "each", "end", "entity", "entry", "env", "epic", "event", "feature", "field", "file", "filter",
    "flag", "foreign", "function", "group", "grouping", "hash", "hot", "idempotency", "index", "issue", "item",
    "jira", "join", "json", "label", "legend", "lookup", "map", "mapping", "match", "message", "meta", "metadata",
    "musical", "name", "natural", "node", "object", "option", "order", "page", "param", "parent", "partition",
    "path", "piano", "plain", "post", "prefix", "primary", "process", "project", "property", "public", "query",
    "range", "record", "redis", "relation", "repo", "repository", "resource", "row", "s3", "schema", "search",
    "section", "segment", "sequence", "shard", "sharding", "short", "shortcut", "song", "sort", "space", "sprint",
    "start", "state", "statement", "status", "step", "story", "surrogate", "tag", "target", "task", "template",
    "this", "ticket", "track", "translation", "type", "unique", "value", "variable", "version", "which", "workflow",
    "yaml",
];

/// What stands before `pin` in the name of a contact of a chip.
#[rustfmt::skip]
pub(super) const HARDWARE_PINS: Table = &[
    "analog", "button", "clock", "cs", "data", "digital", "echo", "gnd", "gpio", "ground", "input", "led", "map",
    "miso", "mosi", "motor", "output", "power", "pwm", "relay", "reset", "rst", "rx", "sck", "scl", "sda", "sensor",
    "servo", "signal", "trigger", "tx",
];

/// Parts of words that name a secret in scripts without spaces, or with endings and particles.
#[rustfmt::skip]
pub(super) const PARTS: Table = &[
    "κωδικος προσβασης", "κωδικό πρόσβασης", "συνθηματικό", "апи ключ", "банковская карта", "банковской карты",
    "банковскую карту", "данные для входа", "данные карты", "закрытого ключа", "закрытый ключ", "ключ api",
    "ключ апи", "ключ доступа", "ключ шифрования", "ключа доступа", "код авторизации", "код активации",
    "код безопасности", "код доступа", "код из sms", "код из письма", "код из смс", "код подтверждения",
    "код проверки", "кодовая фраза", "кодовое слово", "кредитной карты", "логин и", "мнемоник",
    "номер банковской карты", "номер карты", "одноразов", "парол", "пин код", "приватного ключа", "приватный ключ",
    "реквизиты карты", "секрет", "сид фраз", "токен", "учетные данные", "учетными данными", "учетных данных",
    "фраза восстановления", "אסימון", "סיסמא", "סיסמה", "סיסמת", "التوكن", "الرقم السري", "الرمز السري",
    "الرمز المرسل", "الرمز المميز", "المفتاح الخاص", "المفتاح السري", "بطاقه ائتمان", "بطاقه الائتمان",
    "بيانات اعتماد", "بيانات الاعتماد", "بيانات الدخول", "بيانات تسجيل الدخول", "توكن", "رقم البطاقه",
    "رقم الحساب البنكي", "رقم سري", "رمز الامان", "رمز التحقق", "رمز الدخول", "رمز المرور", "رمز المصادقه",
    "رمز الوصول", "رمز تحقق", "رمز سري", "رمز لمره واحده", "رمز مميز", "عباره الاسترداد", "عباره المرور",
    "كلمات المرور", "كلمه السر", "كلمه المرور", "كلمه سر", "كلمه مرور", "كود التحقق", "مفتاح التشفير",
    "مفتاح الواجهه", "مفتاح الوصول", "مفتاح خاص", "مفتاح سري", "गुप्त", "पासवर्ड", "รหัสผ่าน", "アクセスキー", "カード番号",
    "クレジットカード", "シークレット", "セキュリティコード", "トークン", "パスコード", "パスフレーズ", "パスワード", "リカバリーフレーズ", "ログイン情報", "ワンタイム", "令牌",
    "信用卡", "公私钥", "凭据", "凭证", "动态码", "助記詞", "助记词", "動態碼", "卡号", "卡號", "口令", "备份码", "安全码", "安全碼", "密保", "密码", "密碼",
    "密鑰", "密钥", "復元フレーズ", "恢复码", "憑據", "憑證", "授权码", "授權碼", "接続文字列", "暗号鍵", "暗証番号", "机密信息", "校验码", "検証コード", "登录信息",
    "登录凭", "登录码", "短信码", "確認コード", "私鑰", "私钥", "秘密", "秘密鍵", "秘鑰", "秘钥", "訪問碼", "認証コード", "認証情報", "访问码", "資格情報",
    "账号和密", "连接字符串", "連接字串", "銀行卡", "银行卡", "驗證碼", "验证码", "개인 키", "개인키", "로그인 정보", "보안 코드", "보안코드", "복구 문구", "복구 코드",
    "비밀 키", "비밀번호", "비밀키", "비번", "시크릿", "신용카드", "암호", "액세스 키", "연결 문자열", "인증 번호", "인증 코드", "인증번호", "인증코드", "일회용",
    "자격 증명", "자격증명", "접속 정보", "카드 번호", "카드번호", "토큰", "패스워드", "확인 코드",
];

/// Words that ask for what follows them.
#[rustfmt::skip]
pub(super) const ASKS: Table = &[
    "angeben", "aporte", "authenticate", "benotige", "benotigen", "benotigt", "bereitstellen", "besoin", "brauche",
    "brauchen", "braucht", "choose", "cole", "coller", "collez", "copy", "digita", "digitar", "digitare", "digite",
    "donnez", "einfugen", "eingabe", "eingeben", "enter", "entrer", "entrez", "erforderlich", "escreva", "escriba",
    "escribe", "facilite", "falta", "fill", "forneca", "fornecer", "fornire", "fornisci", "fournir", "fournissez",
    "geben", "gib", "give", "hinterlegen", "immetti", "incolla", "incollare", "indica", "indique", "indiquer",
    "indiquez", "informar", "informe", "ingresa", "ingresar", "ingrese", "input", "inserir", "inserire",
    "inserisci", "insert", "insira", "introduce", "introducir", "introduisez", "introduza", "introduzca", "missing",
    "necesaria", "necesario", "necesita", "necesitamos", "necesito", "necessaria", "necessario", "need", "needed",
    "needs", "nennen", "obrigatoria", "obrigatorio", "paste", "pega", "pegue", "pick", "precisa", "precisamos",
    "preciso", "prompt", "prompted", "proporciona", "proporcionar", "proporcione", "provide", "providing",
    "reenter", "renseigner", "renseignez", "requerida", "requerido", "requiere", "requieren", "require", "required",
    "requires", "requis", "requise", "richiede", "richiesta", "richiesto", "saisir", "saisissez", "send", "serve",
    "servono", "set", "share", "specify", "submit", "supply", "tapez", "tell", "tippen", "type", "upload", "what",
    "which",
];

/// Words that ask for what stands before them.
#[rustfmt::skip]
pub(super) const NEEDED: Table = &[
    "below", "benotigt", "eingeben", "erforderlich", "expected", "expired", "fehlt", "manquant", "missing",
    "necesaria", "necesarias", "necesario", "necessaire", "necessaires", "necessaria", "necessario", "necessary",
    "needed", "obrigatoria", "obrigatorias", "obrigatorio", "requerida", "requeridas", "requerido", "requested",
    "required", "requis", "requise", "requises", "richiesta", "richieste", "richiesti", "richiesto", "wanted",
];

/// The same in scripts without spaces, or with endings; before or after.
#[rustfmt::skip]
pub(super) const ASK_PARTS: Table = &[
    "введи", "введите", "введіть", "ввести", "вставьте", "напишите", "необходим", "нужен", "нужна", "нужно",
    "нужны", "отправьте", "предоставить", "предоставьте", "пришлите", "сообщите", "требу", "укажите", "указать",
    "הזיני", "הזן", "ادخال", "ادخل", "ارسل", "اكتب", "الرجاء", "الصق", "تقديم", "زودنا", "قدم", "مطلوب", "نحتاج",
    "يجب", "يرجي", "दर्ज", "กรอก", "ใส่", "お願い", "ください", "下さい", "入力", "发送", "填写", "填寫", "必填", "必要", "必須", "必须",
    "提交", "提供", "教えて", "粘贴", "缺少", "請", "设置", "请", "貼り付け", "貼上", "輸入", "输入", "需要", "붙여", "알려", "입력", "제공", "주세요",
    "필요", "하십시오",
];

/// Words that deny what follows them.
#[rustfmt::skip]
pub(super) const NOT: Table = &[
    "aucun", "aucune", "avoid", "cannot", "doesn", "don", "except", "excluding", "jamais", "kein", "keine",
    "keinen", "mai", "nao", "ne", "never", "nicht", "niemals", "no", "non", "not", "nunca", "ohne", "pas", "sans",
    "sem", "senza", "sin", "without",
];

/// What stands between “do not” and the secret that is not wanted.
#[rustfmt::skip]
pub(super) const DENIED_ACTS: Table = &[
    "add", "ask", "commit", "contain", "disclose", "enter", "expose", "give", "include", "need", "paste", "post",
    "provide", "publish", "put", "require", "reveal", "send", "share", "store", "submit", "type", "upload", "use",
    "write",
];

/// The same in scripts without spaces, directly before the secret or with two letters between.
#[rustfmt::skip]
pub(super) const NOT_PARTS: Table = &[
    "без", "не", "не вводите", "не указывайте", "нет", "بدون", "دون", "غير", "لا تدخل", "لا تكتب", "ليس", "不含",
    "不得", "不要", "不需", "不需要", "免", "切勿", "別", "勿", "无", "无需", "没有", "無需", "请勿", "非",
];

/// What stands before a secret that is only mentioned.
#[rustfmt::skip]
pub(super) const MENTIONS: Table = &[
    "description of", "id of", "label for", "label of", "location for", "location of", "name for", "name of",
    "names of", "path for", "path of", "path to", "purpose of", "reason for", "title for", "title of",
];

/// What follows a secret that is only mentioned.
#[rustfmt::skip]
pub(super) const MENTION_ENDS: Table = &[
    "helper", "manager", "managers", "name", "names", "policies", "policy", "rotation", "store", "stores", "vault",
];
