//! One elicitation, whatever wire brought it.

use super::Form;

/// What a server asks of a person. Making one never fails: what can't be read is an [`Ask::Unreadable`],
/// so that it can be explained too.
#[derive(Debug)]
pub struct Request {
    /// The server's name as the client knows it, verbatim.
    pub server: String,
    /// The message as sent; empty where there was none.
    pub message: String,
    /// What is asked for.
    pub ask: Ask,
}

/// The two modes of an elicitation, and what is neither.
#[derive(Debug)]
pub enum Ask {
    /// Form mode: values for fields.
    Form(Form),
    /// URL mode: the person is to open this address, as sent.
    Url(String),
    /// Neither can be made out.
    Unreadable(Unreadable),
}

/// Why a request can't be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// `mode` is neither `form` nor `url`.
    UnknownMode,
    /// `mode` is `url`, and there is no `url`.
    NoUrl,
}

impl Request {
    /// `form`, `url` or `unreadable`.
    pub fn mode(&self) -> &'static str {
        match self.ask {
            Ask::Form(_) => "form",
            Ask::Url(_) => "url",
            Ask::Unreadable(_) => "unreadable",
        }
    }

    /// The form, where one is asked.
    pub fn form(&self) -> Option<&Form> {
        match &self.ask {
            Ask::Form(form) => Some(form),
            Ask::Url(_) | Ask::Unreadable(_) => None,
        }
    }
}
