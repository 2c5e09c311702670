// Package ses sends mail through Amazon SES, version 2 of its API: one SendEmail
// with the whole message as its raw content. SES signs it by DKIM, and writes its
// own Message-ID and Date over ours. It queues nothing and composes nothing.
//
// What failed is told by an *Error, which knows whether SES may have the mail, and
// whether it ever will take it:
//
//	no connection was had                      it has not; another time it may
//	throttled                                  it has not; another time it may
//	any other 4xx                              it has not; another time it may
//	  MessageRejected, BadRequestException     and never will: this mail is wrong
//	5xx                                        nobody knows
//	no answer, or none that can be read        nobody knows
//
// A 4xx that speaks of the account, of its domain or of this program's settings
// (AccountSuspendedException, SendingPausedException, NotFoundException for the
// configuration set, MailFromDomainNotVerifiedException, a 403) is the same for all
// mails and may be put right, so it is not for ever. MessageRejected is also what
// an account in the sandbox hears of an address that it has not verified, and
// every account of each mail while its own domain is not; only SES's text could
// tell, and no text of others is looked at. So "never" is that of this record on its
// own: it is kept, for whoever mends the cause (decision 30).
//
// SendEmail knows no idempotency token: what is sent twice arrives twice. So the
// SDK's own retries, which include 5xx and broken connections, are replaced. A
// Sender repeats a call only when SES certainly does not have the mail and a
// moment may help (no connection, throttled), three calls in all within Timeout.
// Everything else is for the caller, who holds the mail's claim.
//
// Sources: the API reference of SES v2 (SendEmail, Common errors),
// architecture.md "Mails out".
package ses
