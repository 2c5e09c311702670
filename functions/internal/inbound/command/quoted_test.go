package command

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/google/go-cmp/cmp"

	"fieldpost/functions/internal/inbound/letter"
)

// textMarks are the ways in which mail programs begin a quote or a signature.
var textMarks = []string{
	"> Your turn", ">", ">> deeper", "&gt; Your turn", "| Your turn", "\uff1e wide",
	"On Tue, 3 Mar 2026 at 09:14, Bob <play@x.example> wrote:",
	"On Tue, 3 Mar 2026 at 09:14, Bob via Fieldpost <\nplay+abc@reply.example> wrote:",
	"On 3 Mar 2026, at 09:14, Bob via\nFieldpost\n<play+abc@reply.example>\nwrote:",
	"On 03/03/2026 09:14, Bob wrote:", "Bob wrote on 3 March:", "Bob <bob@x.example> writes:",
	"2026-03-03 9:14 GMT+01:00 Bob <play@x.example>:",
	"Le mar. 3 mars 2026 à 09:14, Bob <play@x.example> a écrit :", "Le 3 mars 2026 à 09:14, Bob <\nplay@x.example> a\nécrit\u00a0:", "Bob a écrit\u202f:", "Bob a e\u0301crit :",
	"Am Di., 3. März 2026 um 09:14 Uhr schrieb Bob via Fieldpost <\nplay@x.example>:", "Am 03.03.26 um 09:14 schrieb Bob:", "Bob schrieb am 03.03.2026 um 09:14:",
	"Am Dienstag, 3. März 2026 um 09:14:00 MEZ hat Bob Folgendes geschrieben:",
	"Op di 3 mrt 2026 om 09:14 schreef Bob via Fieldpost <\nplay@x.example>:", "Op 3 mrt. 2026 om 09:14 heeft Bob <play@x.example> het volgende\ngeschreven:", "Bob schreef op 3-3-2026 09:14:",
	"-----Original Message-----", "----- Original Message -----", "------- Original Message -------", "Original message:",
	"-----Ursprüngliche Nachricht-----", "-------- Original-Nachricht --------", "-------- Weitergeleitete Nachricht --------", "Anfang der weitergeleiteten Nachricht:",
	"-----Message d'origine-----", "-------- Message original --------", "Début du message réexpédié :", "---------- Forwarded message ---------",
	"-----Oorspronkelijk bericht-----", "Begin doorgestuurd bericht:", "–––––Original Message–––––",
	"________________________________", "_____", "-----", "==========", "-- ", "--", "—— ",
	"From: Bob <bob@x.example>", "From: Bob\nSent: Tuesday", "*From:* Bob\n*Date:* Tuesday", "Von: Bob\nGesendet: Dienstag", "Gesendet: Dienstag\nVon: Bob",
	"De : Bob\nEnvoyé : mardi", "De\u00a0: Bob\nDate\u00a0: mardi", "Van: Bob\nVerzonden: dinsdag", "Van: Bob\n\nDatum: dinsdag",
	"Quoting Bob <bob@x.example>:", "Zitat von \"Bob via Fieldpost\" <bob@x.example>:", "Da: Bob <bob@x.example>", "Bob <bob@x.example> napisa\u0142(a):",
	"Sent from my iPhone", "Sent from Outlook for Android", "Get Outlook for iOS<https://aka.ms/o0ukef>", "Sent with Proton Mail secure email.",
	"Envoyé de mon iPhone", "Envoyé depuis mon Galaxy", "Télécharger Outlook pour iOS", "Envoyé à partir d’Outlook",
	"Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App", "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.", "Outlook für iOS beziehen",
	"Verstuurd vanaf mijn iPhone", "Verzonden vanuit Mail voor Windows", "Download Outlook voor iOS", "Verstuurd met Proton Mail",
	"     a    b    c    d    e    f    g    h    i    j", "j i h g f e d c b a", "a b c d e f g h",
	"Bob wrote on\nSun 1 March 11:15 CET:", "Bob the Great has\nwritten and wrote on Sun 1 March\n11:15 CET:", "Bob a\nécrit le dim. 1 mars\n11:15 CET :", "Bob\nschrieb am So, 1. März,\n11:15 CET:",
	"Told Bob:", "Told Bob the\nGreat:", "Transmis à Bob :", "Bob ausgerichtet:", "Doorgegeven aan\nBob:",
	"You have 8 pieces on the board:", "Vous avez 1 pièce sur le plateau\u00a0:", "Du hast 40 Figuren auf dem Brett:", "Je hebt 2 stukken op het bord:",
}

// htmlMarks are the elements with which they do.
var htmlMarks = []string{
	`<blockquote type="cite">`, `<blockquote>`, `<div class="gmail_quote">`, `<div class="gmail_quote gmail_quote_container">`, `<DIV CLASS='gmail_attr'>`,
	`<div class="gmail_signature">`, `<div class="moz-cite-prefix">`, `<div class="moz-forward-container">`, `<pre class="moz-signature">`,
	`<div class="ydp12yahoo_quoted">`, `<div id="divRplyFwdMsg">`, `<div id="appendonsend"></div>`, `<hr>`, `<hr id="stopSpelling"/>`, `<hr tabindex="-1">`,
	`<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">`, `<div style='BORDER-TOP: #b5c4df 1pt solid; border-top: solid'>`,
	`<div name="quote">`, `<div style="margin: 10px; border-left: 2px solid #C3D9E5">`, `<div class="protonmail_quote">`, `<div class="protonmail_signature_block">`,
	`<div id="mail-editor-reference-message-container">`, `<div class="ms-outlook-mobile-reference-message">`, `<div id="ms-outlook-mobile-signature">`,
	`<div id="AppleMailSignature">`, `<div id="Signature">`, `<div class="zmail_extra">`, `<span id="OLK_SRC_BODY_SECTION">`, `<div id="reply-intro">`,
	`<div role="article" lang="en">`,
	`<div id="x_divRplyFwdMsg">`, `<div id="x_Signature">`, `<div id="ymail_android_signature">`, `<div style="border-top:#E1E1E1 solid 1pt">`,
	`<div style="border-width: 1pt medium medium; border-style: solid none none">`, `<div style="border-left-style: solid; border-left-width: 1px">`,
}

// talk is what people write that is no command.
var talk = rapid.SampledFrom([]string{
	"", "Hello Bob,", "that one hurt.", "I thought of b4-b5 or c4-c5.", "Thanks!", "On it.", "Am Ende gewinne ich.", "Le temps passe vite ici", "Op is op",
	"Until 18:00 then", "You wrote of a draw", "from b4 I see nothing", "e4: e5 f4", "setup is done", "Regards, Ann", "« bien joué »", "a - b",
})

// orders are commands in many spellings.
var orders = rapid.SampledFrom([]string{
	"b4-b5", "Captain e4 to e5", "c4: c5", "h8 h9", "resign", "Resign", "draw", "Accept", "annehmen", "Nulle", "setup random", "setup 2",
	"setup M98", "say hello", "stop", "abort", "e4-e5-f5", "g9-g10 +5@c2 draw", "HELP",
})

// TestQuotedCommandsAreIgnored: what stands below a mark never counts, whatever it
// is, how often it is said and which marks follow.
func TestQuotedCommandsAreIgnored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := strings.Join(rapid.SliceOfN(talk, 0, 4).Draw(t, "above"), "\n")
		order := rapid.SliceOfN(orders, 0, 1).Draw(t, "order")
		if len(order) > 0 {
			top = strings.TrimPrefix(top+"\n\n"+order[0]+"\n\n", "\n\n")
		}
		below := strings.Join(rapid.SliceOfN(rapid.OneOf(orders, talk, rapid.SampledFrom(textMarks)), 1, 6).Draw(t, "below"), "\n")
		want := Find(strings.Split(top, "\n"))
		if len(order) == 0 && want.Kind != None {
			t.Fatalf("%q is read as %q", top, want.text())
		}
		for kind, mail := range map[string]string{
			"text": "text/plain; charset=utf-8\r\n\r\n" + top + "\n" + rapid.SampledFrom(textMarks).Draw(t, "mark") + "\n" + below,
			"html": "text/html; charset=utf-8\r\n\r\n<div>" + inHTML(top) + "</div>" + rapid.SampledFrom(htmlMarks).Draw(t, "element") + "<div>" + inHTML(below),
		} {
			l, err := letter.Read([]byte("From: a@example.org\r\nContent-Type: " + mail))
			if err != nil {
				t.Fatal(err)
			}
			if got := Find(l.Lines); !cmp.Equal(got, want) {
				t.Fatalf("%s is read as %q, without its quote as %q:\n%s", kind, got.text(), want.text(), mail)
			}
		}
	})
}

func inHTML(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", "\n", "<br>").Replace(text)
}

// TestMarks: each mark by itself, before each command by itself, behind a word and
// behind nothing.
func TestMarks(t *testing.T) {
	for _, above := range []string{"", "Thanks!\n", "Thanks!\n\n"} {
		for _, mark := range textMarks {
			if got := read(t, "text/plain", above+mark+"\nb4-b5\n\nresign\n"); got != "none" {
				t.Errorf("below %q is read %q", mark, got)
			}
			if got := read(t, "text/plain", above+"b4-b5\n"+mark+"\nresign\n"); got != "move b4-b5" {
				t.Errorf("above %q is read %q", mark, got)
			}
			if got := read(t, "text/html", inHTML(above+mark+"\nb4-b5\n\nresign\n")); got != "none" {
				t.Errorf("below %q in HTML is read %q", mark, got)
			}
		}
		for _, mark := range htmlMarks {
			if got := read(t, "text/html", inHTML(above)+mark+"<p>b4-b5</p><div>resign</div>"); got != "none" {
				t.Errorf("in %q is read %q", mark, got)
			}
			if got := read(t, "text/html", inHTML(above)+"b4-b5"+mark+"<p>resign</p>"); got != "move b4-b5" {
				t.Errorf("before %q is read %q", mark, got)
			}
		}
	}
}

func read(t *testing.T, kind, text string) string {
	t.Helper()
	l, err := letter.Read([]byte("From: a@example.org\r\nContent-Type: " + kind + "; charset=utf-8\r\n\r\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	return Find(l.Lines).text()
}
