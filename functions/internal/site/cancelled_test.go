package site

import (
	"context"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/app"
	"fieldpost/infra/link"
)

// overtaken carries out a command of another's just before the first one that it
// is given, when the visit has looked at the match already.
type overtaken struct {
	*app.App
	by match.Command
}

func (o *overtaken) DoOn(ctx context.Context, m match.Match, c match.Command) (match.Match, error) {
	if other := o.by; other != nil {
		o.by = nil
		if m, err := o.App.DoOn(ctx, m, other); err != nil {
			return m, err
		}
	}
	return o.App.DoOn(ctx, m, c)
}

// Without it who got the invitation by a mistake in the address could accept it
// for the other, in the moment in which the mistake was mended.
func TestPressOvertakenByNewLinks(t *testing.T) {
	redirect := match.CorrectAddress{By: engine.Red, Address: "bobby@example.net"}
	for _, do := range []string{"accept", "decline"} {
		for _, program := range []bool{false, true} {
			w := newWorld(t)
			m := w.match(engine.StandardRules(engine.Barrage), match.Confirm{})
			at := w.to(m, engine.Blue, link.Join)
			w.site = w.instance(&overtaken{w.app, redirect})
			b := w.browser()
			var resp reply
			if program {
				resp = b.press(at, `{"do":"`+do+`"}`)
				resp.read(t, 401)
			} else {
				status, page := b.post(at, form("do", do, "sure", "1"))
				want(t, status, page, 401, "This link does not work", "!Ann", "!bobby")
			}
			if s := w.stored(m); s.State != match.Invited || strings.Contains(resp.page, "view") {
				t.Errorf("%s: the game is %v", do, s.State)
			}
		}
	}
	w := newWorld(t)
	m := w.playing()
	w.site = w.instance(&overtaken{w.app, match.RenewLinks{By: engine.Red}})
	w.program(m, engine.Red).call("POST", "/moves", `{"move":"e4-e5","ply":0}`).read(t, 401)
	status, page := w.browser().post(w.toMove(m, engine.Red, 0, "e4-e5"), form("do", "play", "sure", "1"))
	want(t, status, page, 401, "This link does not work")
	if ply := w.stored(m).Game.Ply(); ply != 0 {
		t.Errorf("a move by a cancelled link was played: ply %d", ply)
	}
}
