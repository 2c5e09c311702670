package mail

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	said "fieldpost/functions/internal/inbound/command"
	"fieldpost/infra/link"
)

// answerable is a composer of a site that takes answers.
func answerable(t testing.TB) *Composer {
	c := composer(t)
	c.ReplyDomain = "reply.fieldpost.example"
	return c
}

// Every mail of a seat can be answered, and its address says which seat answers, and
// what it had before it. Without it an answer would not be known, or be taken for one
// to another position.
func TestReplyTo(t *testing.T) {
	c := answerable(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		to := compose(t, c, l.m, l.l.Kind, l.l.Seat).header.Get("Reply-To")
		if l.l.Kind == Confirm {
			if to != "" {
				t.Errorf("%s: who has confirmed nothing is asked to answer %q", name, to)
			}
			continue
		}
		local, _ := strings.CutSuffix(to, "@reply.fieldpost.example>")
		token, ok := strings.CutPrefix(local, "<play+")
		got, err := c.Links.Open(link.Reply, token, dawn)
		want := link.Link{
			Purpose: link.Reply, Game: l.m.ID, Seat: l.l.Seat, Epoch: l.m.Seat(l.l.Seat).Epoch,
			Shown: l.m.Standing(), Ply: l.m.Game.Ply(),
		}
		if !ok || err != nil || got != want || len(local) > 65 {
			t.Errorf("%s: Reply-To %q is %v, %v, want %v", name, to, got, err, want)
		}
	}
	for _, s := range strangers(t) {
		msg, err := s.compose(c, eve, "P#1")
		if err != nil {
			t.Fatal(err)
		}
		if to := read(t, msg.Raw).header.Get("Reply-To"); to != "" {
			t.Errorf("%s: a stranger is asked to answer %q", s.name, to)
		}
	}
}

// A site that takes no answers asks for none.
func TestNoReplyDomain(t *testing.T) {
	c := composer(t)
	names, letters := story(t)
	for _, name := range names {
		l := letters[name]
		if p := compose(t, c, l.m, l.l.Kind, l.l.Seat); p.header.Get("Reply-To") != "" || strings.Contains(p.text+p.html, "answer this mail") {
			t.Errorf("%s speaks of answering", name)
		}
	}
}

// What the mails say of answering, to look at; and in the languages below.
func TestAnswerableMails(t *testing.T) {
	c := answerable(t)
	_, letters := story(t)
	for _, name := range []string{
		"invite-blue", "set-up-red", "accepted-red", "game-on-red", "game-on-blue", "your-turn-red", "draw-offered-red",
		"new-links-red-offered", "over-red", "aborted-red", "declined-red", "message-red",
	} {
		l := letters[name]
		p := compose(t, c, l.m, l.l.Kind, l.l.Seat)
		golden(t, "reply-"+name+".txt", "Reply-To: "+p.header.Get("Reply-To")+"\n\n"+p.text)
		if name == "your-turn-red" {
			golden(t, "reply-"+name+".html", p.html)
		}
		for _, lang := range c.Words.Languages()[1:] {
			golden(t, "reply-"+name+"-"+lang+".txt", "Reply-To: "+p.header.Get("Reply-To")+"\n\n"+compose(t, c, in(l.m, lang), l.l.Kind, l.l.Seat).text)
		}
	}
}

// quotes finds what a sentence of any language quotes.
var quotes = regexp.MustCompile(`“([^”]+)”|«\x{a0}([^»]+)\x{a0}»|„([^“]+)“|‘([^’]+)’`)

// What a mail gives as an example must do what it says, in the language in which it
// says so.
func TestExamplesAreCommands(t *testing.T) {
	c := answerable(t)
	names, letters := story(t)
	for _, lang := range c.Words.Languages() {
		seen := map[said.Kind]bool{}
		for _, name := range names {
			l := letters[name]
			d := c.draft(in(l.m, lang), l.l)
			if d.answering(); len(d.sheet.Blocks) == 0 {
				continue
			}
			text := d.sheet.Blocks[0].(paragraph).Text
			for _, q := range quotes.FindAllStringSubmatch(text, -1) {
				example := strings.Join(q[1:], "")
				lines := []string{example}
				if len(strings.Fields(example)) == 1 && !strings.ContainsAny(example, "0123456789") {
					lines = append(lines, l.m.Rules.Troops.String()) // rows, if it is the word before them
				}
				got := said.Find(lines)
				if got.Kind == said.None {
					t.Errorf("%s in %s: %q is no command", name, lang, example)
				}
				if got.Kind == said.Move {
					play := match.PlayMove{By: l.l.Seat, Ply: l.m.Game.Ply(), Move: got.Move, OfferDraw: got.OfferDraw}
					if _, _, err := match.Decide(l.m, play, l.m.Changed); err != nil && l.m.Offer == engine.NoColor {
						t.Errorf("%s in %s: %q: %v", name, lang, example, err)
					}
				}
				seen[got.Kind] = true
			}
		}
		for _, kind := range []said.Kind{said.Move, said.Accept, said.Decline, said.SetupRows, said.SetupPreset, said.SetupRandom, said.Rematch, said.Help} {
			if !seen[kind] {
				t.Errorf("in %s no mail gives an example of kind %d", lang, kind)
			}
		}
	}
}
