package inbound

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/functions/internal/inbound/command"
	"fieldpost/functions/internal/setups"
	"fieldpost/functions/internal/words"
)

// setUp submits a setup, and answers with the army as it is drawn; in doubt about the
// sender it keeps the setup as a draft.
func (v *visit) setUp(ctx context.Context, c command.Command) error {
	w, m := v.words, v.match
	switch {
	case m.Ended():
		v.fail(w.T("page.setup.over"), v.stands())
		return nil
	case m.Begun():
		v.fail(w.T("page.setup.too_late"), v.stands())
		return nil
	case !m.Seated(v.link.Seat):
		v.fail(w.T("page.act.not_now"), v.stands())
		return nil
	}
	s, err := v.setup(c)
	if text := w.SetupFaults(err); err != nil && text != nil {
		v.fail(w.T("page.setup.unread", words.Args{"Why": strings.Join(text, " ")}))
		return nil
	}
	switch {
	case errors.Is(err, errNoPreset):
		v.fail(w.T("answer.no_preset"))
		return nil
	case err != nil:
		return err
	case v.doubt != noDoubt:
		return v.keep(ctx, s)
	}
	err = v.do(ctx, match.SetUp{By: v.link.Seat, Setup: s})
	text := w.Refusal(err)
	switch {
	case err != nil && text != "":
		v.fail(text)
	case errors.Is(err, match.ErrBlocked):
		v.fail(w.T("page.setup.blocked"))
	case err != nil && !errors.Is(err, match.ErrRepeated):
		return v.tell(err, "")
	case v.match.Begun():
		v.say(w.T("page.setup.started"))
	default:
		v.say(w.T("page.setup.saved", words.Args{"Name": v.other()}))
		v.answer.Army = true
	}
	return nil
}

// keep saves a setup as a draft.
func (v *visit) keep(ctx context.Context, s engine.Setup) error {
	err := v.do(ctx, match.SaveDraft{By: v.link.Seat, Setup: s})
	switch {
	case err == nil, errors.Is(err, match.ErrRepeated):
		v.opened = true
		v.say(v.words.T("page.setup.draft_saved"), v.words.T("answer.draft"))
		v.answer.Army = true
	case errors.Is(err, match.ErrSubmitted):
		v.say(v.words.T("page.setup.draft_too_late"))
	default:
		return v.tell(err, "")
	}
	return nil
}

// errNoPreset means that there is no such preset for an army.
var errNoPreset = errors.New("there is no such preset")

// setup is the one that c asks for.
func (v *visit) setup(c command.Command) (engine.Setup, error) {
	rules := v.match.Rules
	if c.Kind == command.SetupRows {
		return engine.ParseSetup(rules.Army.Board(), c.Rows)
	}
	seed, err := v.seed(c)
	if err != nil {
		return engine.Setup{}, fmt.Errorf("draw lots: %w", err)
	}
	lot := rand.New(rand.NewChaCha8(seed))
	if c.Kind == command.SetupRandom {
		return setups.Random(rules, lot), nil
	}
	s, there := setups.Preset(rules, c.Preset, lot)
	if !there {
		return engine.Setup{}, errNoPreset
	}
	return s, nil
}

// seed is what a setup is drawn by: for one answer to one mail of ours always the same, so
// that a mail which comes twice draws once, and nobody can tell it who lacks our secret.
// Whoever wants another draw answers our answer.
func (v *visit) seed(c command.Command) (seed [32]byte, err error) {
	if len(v.read.InReplyTo) == 0 {
		_, err = io.ReadFull(v.Random, seed[:])
		return seed, err
	}
	mac := hmac.New(sha256.New, v.Composer.Secret)
	fmt.Fprintf(mac, "fieldpost lot v1 %x %d %d %d %d %q", v.link.Game[:], v.link.Seat, v.link.Epoch, c.Kind, c.Preset, v.read.InReplyTo)
	return [32]byte(mac.Sum(nil)), nil
}
