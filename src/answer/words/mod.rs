//! Words
pub fn consent_word(_t:&str)->Option<&'static str>{None}
pub fn generic_name(_t:&str)->bool{false}
pub fn says_yes(t:&str)->bool{t=="yes"}
pub fn says_no(t:&str)->bool{t=="no"}
