// Package smtpd takes mails in by SMTP, as the MX of one domain. It reads no mail
// and sends none: each is handed to a Taker whole, as it came, and the client is
// answered when the Taker has it. What it does not take, the client's server keeps
// and tries again, or returns to its sender.
//
//	RCPT at another domain, or of another shape    550, nothing is relayed
//	more than 10 recipients                        452
//	more than 1 MiB                                552
//	the Taker fails                                451: later
//	the program ends                               421, or the connection closes
//
// A recipient is BOX+TOKEN@DOMAIN, as in bounce+ae3x…@reply.example: a box that the
// Server has, and letters and digits as base32 has them. There is no account and no
// AUTH, and no other address, postmaster's neither.
//
// STARTTLS is offered where there is a certificate, and asked of nobody: a server that
// cannot speak it would return the mail.
//
// All is bounded: the connections, together and of one client, the time for one
// command or message, and that of a whole connection. Nothing is logged here.
//
// Sources: RFC 5321, product.md "By mail".
package smtpd
