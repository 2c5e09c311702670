package site

import (
	"errors"
	"net/http"

	"fieldpost/engine/match"
	"fieldpost/functions/internal/players"
	"fieldpost/functions/internal/words"
)

// talk is what the two players have said to each other, as one of them may read it, and
// the forms by which he answers.
type talk struct {
	Title  string
	Open   bool
	Quotes []quote
	None   string // in place of quotes
	Muted  string // that the reader has muted the other
	Say    *press // nil where the other has left
	Mute   *press
}

// The words by which a press on the board's page asks for these.
const (
	saying   = "say"
	muting   = "mute"
	unmuting = "unmute"
)

// talking adds to the page of a seat what was said. A message is quoted above the board
// until its reader has moved, and stands with the forms below it, folded away, from then
// on.
func (v *visit) talking(p page) page {
	m, w, seat := v.match, v.words, v.link.Seat
	if !v.plays() || !m.Seated(m.Opponent()) {
		return p
	}
	if at := m.NudgedSince(seat); !at.IsZero() {
		p.Lead = append(p.Lead, w.T("talk.nudged", words.Args{"Name": v.other(), "At": w.Moment(at, v.seat().Zone)}))
	}
	t := &talk{Title: w.T("talk.title", words.Args{"Name": v.other()}), Open: v.unsent != "" || v.asks(unmuting)}
	heard := m.Heard(seat)
	switch {
	case heard.Text == "":
	case heard == m.Unanswered(seat):
		p.Quote, t.Open = new(v.theirs(heard)), true
	default:
		t.Quotes = append(t.Quotes, v.theirs(heard))
	}
	if own := *m.Said.Of(seat); own.Text != "" {
		t.Quotes = append(t.Quotes, v.own(own))
	}
	if *m.Mutes.Of(seat) {
		t.Muted = w.T("talk.muted", words.Args{"Name": v.other()})
	} else if t.Quotes == nil && p.Quote == nil {
		t.None = w.T("talk.none")
	}
	if m.Parted() {
		t.Muted, t.None = "", v.silence()
		p.Talk = t
		return p
	}
	t.Say = v.onBoard(press{Do: saying, Button: w.T("talk.button", words.Args{"Name": v.other()}), Fields: []field{{
		Kind: "lines", Name: "text", Label: w.T("talk.label", words.Args{"Name": v.other()}), Help: w.N("talk.hint", match.MostMessageLetters),
		Most: match.MostMessageLetters, Must: true, Value: v.unsent,
	}}})
	if *m.Mutes.Of(seat) {
		t.Mute = v.onBoard(press{Do: unmuting, Button: w.T("talk.unmute", words.Args{"Name": v.other()}), Aside: true})
	} else {
		t.Mute = v.onBoard(press{Do: muting, Button: w.T("talk.mute", words.Args{"Name": v.other()}), Why: []string{w.T("talk.mute_why", words.Args{"Name": v.other()})}, Aside: true})
	}
	p.Talk = t
	if v.missed && v.asks(saying) {
		t.Open = true
		t.Say.Fields[0].Value = v.form("text")
		return tell(p, true, w.T("page.press.missed", words.Args{"Button": t.Say.Button}))
	}
	if v.missed && v.asks(t.Mute.Do) {
		t.Open = true
		return tell(p, true, w.T("page.press.missed", words.Args{"Button": t.Mute.Button}))
	}
	return p
}

// silence says why nothing can be written.
func (v *visit) silence() string {
	if v.match.Parted() {
		return v.words.T("talk.gone")
	}
	return v.words.T("talk.not_yet")
}

// theirs is a message of the other player.
func (v *visit) theirs(said match.Message) quote {
	at := v.words.Moment(said.At, v.seat().Zone)
	return quote{v.words.T("talk.they_wrote", words.Args{"Name": v.other(), "At": at}), said.Text}
}

// own is a message of the visitor's own.
func (v *visit) own(said match.Message) quote {
	return quote{v.words.T("talk.you_wrote", words.Args{"At": v.words.Moment(said.At, v.seat().Zone)}), said.Text}
}

// onBoard completes a form of the board's page that stands on other pages too.
func (v *visit) onBoard(f press) *press {
	f.To = v.boardLink()
	if !v.marked {
		f.Tick = v.words.T("page.press.tick", words.Args{"Name": v.name()})
	}
	return &f
}

// say sends what is written in the form to the other player. What is not sent stays in
// the form.
func (b boardPage) say(v *visit) answer {
	w, text := v.words, v.form("text")
	err := v.do(match.Say{By: v.link.Seat, Text: text})
	input, bad := errors.AsType[*match.InputError](err)
	limit, often := errors.AsType[*players.LimitError](err)
	switch {
	case err == nil:
		return v.toldOnBoard(b, false, w.T("talk.sent", words.Args{"Name": v.other()}))
	case errors.Is(err, match.ErrRepeated):
		return v.toldOnBoard(b, false, w.T("talk.repeated", words.Args{"Name": v.other()}))
	case statusOf(err) == http.StatusConflict:
		return v.toldOnBoard(b, true, v.silence())
	case !bad && !often:
		return v.wrong(err)
	}
	v.unsent = text
	var a answer
	if often {
		a = v.toldOnBoard(b, true, append([]string{w.T("talk.kept")}, limited(w, limit)...)...)
	} else {
		a = v.toldOnBoard(b, true, w.T("talk.not_sent"))
		if a.page.Talk != nil && a.page.Talk.Say != nil {
			a.page.Talk.Open = true
			a.page.Talk.Say.Fields[0].Fault = w.Problem(input.Problem)
		}
	}
	a.status, a.page.Wait = statusOf(err), waitOf(err)
	return a
}

// mute mutes the other player, or hears him again.
func (b boardPage) mute(v *visit) answer {
	on := v.asks(muting)
	err := v.do(match.Mute{By: v.link.Seat, On: on})
	w := v.words
	switch {
	case statusOf(err) == http.StatusConflict:
		return v.toldOnBoard(b, true, v.silence())
	case err != nil && !errors.Is(err, match.ErrRepeated):
		return v.wrong(err)
	case on:
		return v.toldOnBoard(b, false, w.T("talk.mute_done", words.Args{"Name": v.other()}))
	}
	return v.toldOnBoard(b, false, w.T("talk.unmute_done", words.Args{"Name": v.other()}))
}
