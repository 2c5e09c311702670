// Package browser proves the pages and mails in a real browser: Debian's chromium,
// driven by chromedp, against the program that `make run` starts and its mailbox.
// Whole games are played mail to mail, with scripts and without and by the keyboard
// alone; every kind of page is held to what all pages promise (page_test.go). There
// are tests alone here: `make browser` runs them, `make screenshots` draws the
// pictures of README and docs. Pages are known by routes, names of form fields and
// ids of links, never by their looks.
package browser
