//! The built-in checks, and what is looked at on the start page where nobody watches the run.

use std::time::Duration;

use aite_compiler::ir::Number;

use super::call::{wanted, wrong};
use super::messages;
use super::perform::Stage;
use crate::checks::balance;
use crate::checks::session::{self, Session};
use crate::checks::wire::WireTarget;
use crate::deadline::Deadline;
use crate::page::{CheckTrouble, Trouble};
use crate::report::Event;
use crate::verdict::{JudgedSession, Reason};

/// How often a built-in check looks again (specification, "Timing and honesty rules").
const AGAIN: Duration = Duration::from_millis(100);

/// How long a start page may take to say who is signed in.
const SAID_WITHIN: Duration = Duration::from_secs(2);

impl Stage<'_> {
    pub(super) async fn session_check(&mut self, args: &[String]) -> Result<(), Trouble> {
        let Some(account) = args.first().map(String::as_str).or(self.account()) else {
            return Err(wrong(Reason::Refused, messages::NO_ACCOUNT));
        };
        let account = account.to_owned();
        let half = self.deadline.at_most(self.deadline.total() / 2);
        let signed_in = |page: &str| session::judge(page, &account) == Session::Wanted;
        let page = self.whole_page(&half, signed_in).await?;
        match self.judged(&page, &account) {
            Session::Wanted => Ok(()),
            session => Err(self.wrong_session(&session, account)),
        }
    }

    /// Who is signed in on the start page, for a profile with an account. A page that does not say is let go on
    /// (specification, `call session-check`, for jobs).
    pub(super) async fn judge_start_page(&mut self) -> Result<(), Trouble> {
        let Some(account) = self.account().map(str::to_owned) else {
            return Ok(());
        };
        let soon = self.deadline.at_most(SAID_WITHIN);
        let signed_in = |page: &str| session::judge(page, &account) == Session::Wanted;
        // Looking is no part of the opening: what it met is not told of it.
        let opening = std::mem::take(self.notes);
        let looked = self.whole_page(&soon, signed_in).await;
        *self.notes = opening;
        let page = match looked {
            Ok(page) => page,
            Err(trouble) if trouble.ends_the_tab() => return Err(trouble),
            // An empty page says nothing.
            Err(_) => String::new(),
        };
        match self.judged(&page, &account) {
            Session::Wanted | Session::Unknown => Ok(()),
            session => Err(self.wrong_session(&session, account)),
        }
    }

    /// Judges a page, and tells the run's record of it.
    fn judged(&mut self, page: &str, account: &str) -> Session {
        let session = session::judge(page, account);
        (self.events)(Event::SessionJudged(JudgedSession {
            account: account.to_owned(),
            verdict: session.verdict(),
            found: session.found().map(str::to_owned),
        }));
        session
    }

    fn wrong_session(&self, session: &Session, account: String) -> Trouble {
        let profile = self.profile.unwrap_or_default();
        let message = messages::wrong_session(session, profile, &account);
        CheckTrouble {
            expected: Some(account),
            found: session.found().map(str::to_owned),
            ..CheckTrouble::new(Reason::WrongSession, message)
        }
        .into()
    }

    pub(super) async fn balance_at_least(&mut self, args: &[String]) -> Result<(), Trouble> {
        let amount = args
            .first()
            .and_then(|amount| Number::parse(&amount.replace(',', "")));
        let Some(amount) = amount else {
            return Err(wrong(Reason::Refused, messages::NO_AMOUNT));
        };
        let label = args.get(1).map_or(balance::LABEL, String::as_str);
        let short = |balance: Number| amount.minus(balance).is_some_and(is_positive);
        let enough = |page: &str| balance::beside(page, label).is_some_and(|balance| !short(balance));
        let half = self.deadline.at_most(self.deadline.total() / 2);
        let page = self.whole_page(&half, enough).await?;
        let Some(balance) = balance::beside(&page, label) else {
            return Err(wrong(Reason::NotFound, messages::no_balance(label)));
        };
        let shortfall = amount.minus(balance).filter(|left| is_positive(*left));
        let Some(shortfall) = shortfall else {
            return Ok(());
        };
        let account = self.account().or(self.profile);
        Err(CheckTrouble {
            expected: Some(format!("at least {amount}")),
            found: Some(balance.to_string()),
            ..CheckTrouble::new(
                Reason::PreState,
                messages::too_little(account, &balance, &amount, &shortfall),
            )
        }
        .into())
    }

    /// The text of the page, one block a line, as soon as it is good, else as it is when the time is over.
    async fn whole_page(&mut self, until: &Deadline, good: impl Fn(&str) -> bool) -> Result<String, Trouble> {
        let body = wanted(WireTarget::Written("css:\"body\"".into()))
            .map_err(|detail| Trouble::Internal { detail })?;
        let mut text = self.text_of(&body, true, until).await?;
        while !good(&text) && !until.passed() {
            self.deadline.sleep(AGAIN.min(until.left())).await?;
            match self.text_of(&body, true, until).await {
                Ok(newer) => text = newer,
                Err(trouble) if trouble.ends_the_tab() => return Err(trouble),
                // There was no more time: what was seen last counts.
                Err(_) => {}
            }
        }
        Ok(text)
    }
}

fn is_positive(number: Number) -> bool {
    let text = number.to_string();
    !text.starts_with('-') && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte))
}
