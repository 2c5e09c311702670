// Package smtp sends mail through one SMTP server, which takes it on to the
// world: the host's own, or that of a provider. It is no mail server, queues
// nothing and composes nothing; the bytes that it is given go out as they are,
// behind a DKIM signature if there is a key for one.
//
// A Server is written as a URL, smtp[s]://[user[:password]@]host:port. With
// smtps the connection is TLS from its first byte. With smtp it must become TLS
// by STARTTLS before anything is said that is worth reading; a loopback host
// alone is spoken to in the clear. The server's certificate must be good for
// host, and a password is given by PLAIN or LOGIN, whichever the server offers.
//
// Each mail has a connection of its own, and Timeout for all of it. What failed
// is told by an *Error, which knows whether the server may have the mail:
//
//	connect greeting EHLO STARTTLS AUTH MAIL RCPT DATA   it has not
//	end of data, answered by 4xx or 5xx                  it has not
//	end of data, not answered                            nobody knows
//
// Sources: RFC 5321 (SMTP), 3207 (STARTTLS), 4954 (AUTH), 8314 (smtps), 6376,
// 8301 and 8463 (DKIM), architecture.md "Mails out".
package smtp
