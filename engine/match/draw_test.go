package match_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine"
	"fieldpost/engine/match"
)

// step is a command, and what it does or why not.
type step struct {
	command match.Command
	want    error
	events  []match.Event
}

// run gives commands a minute apart and checks each.
func run(t *testing.T, m match.Match, steps ...step) match.Match {
	t.Helper()
	for i, s := range steps {
		next, events, err := match.Decide(m, s.command, m.Changed.Add(60e9))
		if !errors.Is(err, s.want) {
			t.Fatalf("step %d, %+v: error %v, want %v", i+1, s.command, err, s.want)
		}
		if diff := cmp.Diff(s.events, events); s.events != nil && diff != "" {
			t.Errorf("step %d, %+v: events (-want +got):\n%s", i+1, s.command, diff)
		}
		m = next
	}
	return m
}

const red, blue = engine.Red, engine.Blue

func offer(by engine.Color, ply int) match.OfferDraw { return match.OfferDraw{By: by, Ply: ply} }

func accept(by engine.Color, ply int) match.AcceptDraw { return match.AcceptDraw{By: by, Ply: ply} }

func decline(by engine.Color, ply int) match.DeclineDraw { return match.DeclineDraw{By: by, Ply: ply} }

// TestDraws walks offers of draws through all that can become of one. Without it
// an offer could outlive its answer, or an answer meet another offer than the
// one that it was meant for.
func TestDraws(t *testing.T) {
	playing := stages(t)[match.Playing] // Red to move, at ply 2
	repeated := match.ErrRepeated
	for _, test := range []struct {
		name  string
		steps []step
		offer engine.Color
		ends  string
	}{
		{"accepted on turn", []step{
			{offer(blue, 2), nil, []match.Event{{match.DrawOffered, blue}}},
			{accept(red, 2), nil, []match.Event{{Kind: match.Ended}}},
			{accept(red, 2), repeated, nil},
			{offer(blue, 2), repeated, nil},
			{accept(blue, 2), engine.ErrOver, nil},
			{decline(red, 2), engine.ErrOver, nil},
		}, blue, "draw agreed"},
		{"accepted off turn", []step{
			{offer(red, 2), nil, []match.Event{{match.DrawOffered, red}}},
			{accept(blue, 2), nil, nil},
		}, red, "draw agreed"},
		{"declined", []step{
			{offer(red, 2), nil, nil},
			{decline(blue, 2), nil, []match.Event{{match.DrawDeclined, blue}}},
			{decline(blue, 2), repeated, nil},
			{accept(blue, 2), match.ErrNoOffer, nil},
			{offer(red, 2), repeated, nil},
			{decline(red, 2), match.ErrNoOffer, nil},
		}, engine.NoColor, "none none"},
		{"it stands while its maker moves", []step{
			{offer(red, 2), nil, nil},
			{play(t, red, 2, "a5-b5"), nil, []match.Event{{match.Moved, red}}},
			{accept(blue, 2), match.ErrStale, nil},
			{offer(red, 3), repeated, nil},
			{accept(blue, 3), nil, nil},
		}, red, "draw agreed"},
		{"moving on ends it", []step{
			{offer(blue, 2), nil, nil},
			{play(t, red, 2, "a5-b5"), nil, []match.Event{{match.DrawDeclined, red}, {match.Moved, red}}},
			{accept(red, 3), match.ErrNoOffer, nil},
			{decline(red, 2), repeated, nil},
		}, engine.NoColor, "none none"},
		{"with a move", []step{
			{match.PlayMove{By: red, Ply: 2, Move: play(t, red, 2, "a5-b5").Move, OfferDraw: true}, nil, []match.Event{{match.Moved, red}, {match.DrawOffered, red}}},
			{play(t, red, 2, "a5-b5"), repeated, nil},
			{offer(red, 3), repeated, nil},
			{accept(blue, 3), nil, nil},
		}, red, "draw agreed"},
		{"with a move that ends the game", []step{
			{match.PlayMove{By: red, Ply: 2, Move: play(t, red, 2, "a5xa7").Move, OfferDraw: true}, nil, []match.Event{{match.Moved, red}, {Kind: match.Ended}}},
		}, engine.NoColor, "red flag"},
		{"none to answer", []step{
			{accept(red, 2), match.ErrNoOffer, nil},
			{decline(red, 2), match.ErrNoOffer, nil},
			{accept(red, match.AnyPly), match.ErrStale, nil},
			{decline(red, match.AnyPly), match.ErrStale, nil},
			{accept(engine.NoColor, 2), engine.ErrBadAction, nil},
			{decline(engine.NoColor, 2), engine.ErrBadAction, nil},
			{offer(engine.NoColor, 2), engine.ErrBadAction, nil},
		}, engine.NoColor, "none none"},
		{"one's own is not to be answered", []step{
			{offer(red, 2), nil, nil},
			{accept(red, 2), match.ErrNoOffer, nil},
			{decline(red, 2), match.ErrNoOffer, nil},
		}, red, "none none"},
		{"an offer is no answer to an offer", []step{
			{offer(red, 2), nil, nil},
			{offer(blue, 2), match.ErrOffered, nil},
			{offer(blue, match.AnyPly), match.ErrOffered, nil},
		}, red, "none none"},
		{"an offer with a move is none either", []step{
			{offer(blue, 2), nil, nil},
			{match.PlayMove{By: red, Ply: 2, Move: play(t, red, 2, "a5-b5").Move, OfferDraw: true}, match.ErrOffered, nil},
		}, blue, "none none"},
		{"it is gone with the game", []step{
			{offer(blue, 2), nil, nil},
			{match.Resign{By: red, Ply: 2}, nil, nil},
			{accept(red, 2), engine.ErrOver, nil},
		}, engine.NoColor, "blue resigned"},
		{"of no certain ply", []step{
			{offer(blue, match.AnyPly), nil, nil},
			{offer(blue, match.AnyPly), repeated, nil},
		}, blue, "none none"},
		{"of another ply", []step{
			{offer(blue, 1), match.ErrStale, nil},
			{offer(blue, 3), match.ErrStale, nil},
		}, engine.NoColor, "none none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := run(t, playing, test.steps...)
			outcome, reason := m.Outcome()
			if got := outcome.String() + " " + reason.String(); got != test.ends || m.Offer != test.offer {
				t.Errorf("ends %q with the offer of %v, want %q and %v", got, m.Offer, test.ends, test.offer)
			}
			if _, err := match.Open(match.Seal(m)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestOfferRest: who has offered may do so again after five moves of his own,
// the fifth of which may carry it. Without it one could be asked every turn.
func TestOfferRest(t *testing.T) {
	walk := []string{"a4-a5", "j7-j6", "a5-a6", "j6-j5", "a6-b6", "j5-j6", "b6-b5", "j6-j7", "b5-a5", "j7-j6", "a5-a4", "j6-j5"}
	start := after(t, created(t, create(custom("F 2"))), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "2........F")}, match.SetUp{By: blue, Setup: rows(t, "2........F")})
	for _, by := range []engine.Color{red, blue} {
		m := after(t, start, offer(by, 0), decline(by.Other(), 0))
		made := 0
		for ply, text := range walk {
			mover := []engine.Color{red, blue}[ply%2]
			_, _, err := match.Decide(m, offer(by, ply), m.Changed)
			soon, _ := errors.AsType[*match.OfferError](err)
			switch {
			case made >= 5 && err != nil:
				t.Errorf("%v after %d moves: %v", by, made, err)
			case made < 5 && ply > 0 && (soon == nil || soon.Moves != 5-made):
				t.Errorf("%v after %d moves: %v", by, made, err)
			}
			with := play(t, mover, ply, text)
			with.OfferDraw = mover == by
			next, _, err := match.Decide(m, with, m.Changed)
			if mover == by {
				made++
				if got := err == nil && next.Offer == by; got != (made >= 5) {
					t.Errorf("%v with move %d: the offer stands: %v, %v", by, made, got, err)
				}
			}
			m = after(t, m, play(t, mover, ply, text))
		}
	}
}

// TestOfferProbesNothing: a move that would win the game is refused with an offer
// that cannot be made like any other move. Without it a player could ask of every
// hidden piece whether it is the flag, for nothing.
func TestOfferProbesNothing(t *testing.T) {
	m := after(t, stages(t)[match.Playing], offer(red, 2), decline(blue, 2))
	for _, text := range []string{"a5xa7", "a5-a6"} {
		with := play(t, red, 2, text)
		with.OfferDraw = true
		_, _, err := match.Decide(m, with, m.Changed)
		if soon, ok := errors.AsType[*match.OfferError](err); !ok || soon.Moves != 4 {
			t.Errorf("%s: %v, want four more moves", text, err)
		}
	}
}

// TestClaimDraw: the quiet rule, on and off turn, at the ply alone for which it
// is claimed.
func TestClaimDraw(t *testing.T) {
	r := custom("F 2")
	r.QuietClaim = 2
	c := create(r)
	m := after(t, created(t, c), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "2........F")}, match.SetUp{By: blue, Setup: rows(t, "2........F")},
		play(t, red, 0, "a4-a5"))
	claim := func(by engine.Color, ply int) match.ClaimDraw { return match.ClaimDraw{By: by, Ply: ply} }
	m = run(t, m, step{claim(red, 1), engine.ErrNoClaim, nil}, step{play(t, blue, 1, "j7-j6"), nil, nil})
	for _, by := range []engine.Color{red, blue} {
		over := run(t, m,
			step{claim(by, 1), match.ErrStale, nil},
			step{claim(by, match.AnyPly), match.ErrStale, nil},
			step{claim(engine.NoColor, 2), engine.ErrBadAction, nil},
			step{claim(by, 2), nil, []match.Event{{Kind: match.Ended}}},
			step{claim(by, 2), match.ErrRepeated, nil},
			step{claim(by.Other(), 2), engine.ErrOver, nil},
		)
		if over.State != match.Over || over.Game.Reason() != engine.ByClaim {
			t.Errorf("%v claims: %v, %v", by, over, over.Game.Reason())
		}
	}
}

// TestResignAndAbort: giving up and calling off, by both, and by whom not.
func TestResignAndAbort(t *testing.T) {
	at := stages(t)
	resign := func(by engine.Color, ply int) match.Resign { return match.Resign{By: by, Ply: ply} }
	abort := func(by engine.Color, ply int) match.Abort { return match.Abort{By: by, Ply: ply} }
	for _, by := range []engine.Color{red, blue} {
		for _, ply := range []int{2, match.AnyPly} {
			t.Run(fmt.Sprintf("%v at %d", by, ply), func(t *testing.T) {
				m := run(t, at[match.Playing],
					step{resign(by, 1), match.ErrStale, nil},
					step{resign(by, ply), nil, []match.Event{{Kind: match.Ended}}},
					step{resign(by, ply), match.ErrRepeated, nil},
					step{resign(by, 1), engine.ErrOver, nil},
					step{resign(by.Other(), ply), engine.ErrOver, nil},
					step{abort(by, ply), engine.ErrOver, nil},
				)
				if m.Game.Outcome().Winner() != by.Other() || m.Game.Reason() != engine.ByResignation {
					t.Errorf("%v wins by %v", m.Game.Outcome(), m.Game.Reason())
				}
				m = run(t, at[match.Playing],
					step{abort(by, 1), match.ErrStale, nil},
					step{abort(by, ply), nil, []match.Event{{match.CalledOff, by}}},
					step{abort(by, ply), match.ErrRepeated, nil},
				)
				if m.State != match.Aborted || m.AbortedBy != by {
					t.Errorf("%v by %v", m, m.AbortedBy)
				}
				v := m.View(red)
				if v.ToMove != engine.NoColor || v.Legal != nil || v.Outcome != engine.Undecided || v.At(engine.At(1, 7)).Rank != engine.NoRank {
					t.Error("an aborted game goes on, or tells what was hidden")
				}
			})
		}
	}
	run(t, after(t, at[match.Playing], play(t, red, 2, "a5-a6")), step{resign(blue, 3), nil, nil})
	var state *match.StateError
	for _, test := range []struct {
		name    string
		m       match.Match
		command match.Command
	}{
		{"abort after three plies", after(t, at[match.Playing], play(t, red, 2, "a5-a6")), abort(red, 3)},
		{"abort before the acceptance", at[match.Invited], abort(red, 0)},
		{"abort before the confirmation", at[match.Unconfirmed], abort(red, 0)},
		{"abort what the other aborted", at[match.Aborted], abort(red, 2)},
		{"resign before the start", at[match.SettingUp], resign(red, 0)},
		{"offer before the start", at[match.SettingUp], offer(red, 0)},
		{"accept before the start", at[match.SettingUp], accept(red, 0)},
		{"decline before the start", at[match.SettingUp], decline(red, 0)},
		{"claim before the start", at[match.SettingUp], match.ClaimDraw{By: red, Ply: 0}},
		{"move in an aborted game", at[match.Aborted], play(t, red, 2, "a5-a6")},
		{"resign an aborted game", at[match.Aborted], resign(red, 2)},
		{"set up in an aborted match", later(t, at[match.SettingUp], match.TimeOut{}), match.SetUp{By: red, Setup: rows(t, "2F")}},
	} {
		if _, _, err := match.Decide(test.m, test.command, test.m.Changed); !errors.As(err, &state) {
			t.Errorf("%s: %v, want a StateError", test.name, err)
		}
	}
	if _, _, err := match.Decide(at[match.Playing], match.Abort{Ply: 2}, monday); !errors.Is(err, engine.ErrBadAction) {
		t.Errorf("nobody aborts: %v", err)
	}
	run(t, at[match.SettingUp], step{abort(blue, 0), nil, []match.Event{{match.CalledOff, blue}}})
}

// TestActions: the words by which forms, links and programs ask for a command
// lead to it and back, and what is offered is what Decide takes.
func TestActions(t *testing.T) {
	at := stages(t)
	seen := map[string]bool{}
	for _, a := range match.Actions {
		got, err := match.ParseAction(a.String())
		if err != nil || got != a || seen[a.String()] {
			t.Errorf("%q reads %v, %v", a, got, err)
		}
		seen[a.String()] = true
		if a.Command(red, 2) == nil && a != match.Rematching {
			t.Errorf("%v has no command", a)
		}
	}
	for _, word := range []string{"", "none", "Resign", "resign "} {
		if _, err := match.ParseAction(word); err == nil {
			t.Errorf("%q is an action", word)
		}
	}
	if match.NoAction.Command(red, 0) != nil || match.Action(99).Command(red, 0) != nil || match.Action(99).String() != "none" {
		t.Error("no action has a command or a name")
	}
	offered, nudged := after(t, at[match.Playing], offer(blue, 2)), after(t, at[match.Playing], match.Nudge{By: blue})
	if got := nudged.ChoicesAt(blue, nudged.Changed.Add(24*time.Hour)); !slices.Contains(got, match.Nudging) {
		t.Errorf("a day after a nudge: %v", got)
	}
	for _, test := range []struct {
		name string
		m    match.Match
		by   engine.Color
		want string
	}{
		{"setting up", at[match.SettingUp], red, "[mail-again abort new-links]"},
		{"playing", at[match.Playing], red, "[offer-draw mail-again abort resign public new-links]"},
		{"off turn", at[match.Playing], blue, "[offer-draw nudge abort resign public new-links]"},
		{"offered", offered, red, "[accept-draw decline-draw mail-again abort resign public new-links]"},
		{"who offered", offered, blue, "[nudge abort resign public new-links]"},
		{"three plies", after(t, at[match.Playing], play(t, red, 2, "a5-a6")), blue, "[offer-draw mail-again resign public new-links]"},
		{"over", at[match.Over], red, "[rematch public new-links]"},
		{"aborted", at[match.Aborted], red, "[]"},
		{"invited", at[match.Invited], red, "[resend withdraw new-links]"},
		{"has nudged", nudged, blue, "[offer-draw abort resign public new-links]"},
	} {
		if got := fmt.Sprint(test.m.Choices(test.by)); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestMeetings: two commands that were both right when they were given meet, in
// either order. Without it the second could undo the first, or take a meaning
// that its player did not know.
func TestMeetings(t *testing.T) {
	playing := stages(t)[match.Playing] // Red to move, at ply 2
	move := play(t, red, 2, "a5-b5")
	unaware := move
	unaware.Unaware = true
	offered := after(t, playing, offer(blue, 2))
	quiet := custom("F 2")
	quiet.QuietClaim = 2
	claimable := after(t, created(t, create(quiet)), match.Confirm{}, match.Accept{By: blue},
		match.SetUp{By: red, Setup: rows(t, "2........F")}, match.SetUp{By: blue, Setup: rows(t, "2........F")},
		play(t, red, 0, "a4-a5"), play(t, blue, 1, "j7-j6"))
	rests, gives := match.TakeVacation{By: red, Days: 3}, match.GiveTime{By: blue, Ply: 2}
	state := &match.StateError{Command: "x"}
	for _, test := range []struct {
		name          string
		m             match.Match
		first, second match.Command
		want          error // of the second
	}{
		{"move, time-out", playing, move, match.TimeOut{}, match.ErrEarly},
		{"time-out, move", playing, match.TimeOut{}, move, engine.ErrOver},
		{"move, resignation of the other", playing, move, match.Resign{By: blue, Ply: 2}, match.ErrStale},
		{"move, resignation of the other at any ply", playing, move, match.Resign{By: blue, Ply: match.AnyPly}, nil},
		{"resignation of the other, move", playing, match.Resign{By: blue, Ply: 2}, move, engine.ErrOver},
		{"offer to the mover, move", playing, offer(blue, 2), move, nil},
		{"offer to the mover, move of one who does not know", playing, offer(blue, 2), unaware, match.ErrOffered},
		{"move, offer to the mover", playing, unaware, offer(blue, 2), match.ErrStale},
		{"acceptance, move", offered, accept(red, 2), move, engine.ErrOver},
		{"move, acceptance", offered, move, accept(red, 2), match.ErrStale},
		{"refusal, move of one who does not know", offered, decline(red, 2), unaware, nil},
		{"move, refusal", offered, move, decline(red, 2), match.ErrRepeated},
		{"acceptance, refusal", offered, accept(red, 2), decline(red, 2), engine.ErrOver},
		{"refusal, acceptance", offered, decline(red, 2), accept(red, 2), match.ErrNoOffer},
		{"acceptance, resignation of the other", offered, accept(red, 2), match.Resign{By: blue, Ply: 2}, engine.ErrOver},
		{"resignation of the other, acceptance", offered, match.Resign{By: blue, Ply: 2}, accept(red, 2), engine.ErrOver},
		{"acceptance, time-out", offered, accept(red, 2), match.TimeOut{}, match.ErrEarly},
		{"time-out, acceptance", offered, match.TimeOut{}, accept(red, 2), engine.ErrOver},
		{"two offers", playing, offer(blue, 2), offer(red, 2), match.ErrOffered},
		{"two resignations", playing, match.Resign{By: blue, Ply: 2}, match.Resign{By: red, Ply: 2}, engine.ErrOver},
		{"abort, move", playing, match.Abort{By: blue, Ply: 2}, move, state},
		{"move, abort", playing, move, match.Abort{By: blue, Ply: 2}, match.ErrStale},
		{"move, abort at any ply", playing, move, match.Abort{By: blue, Ply: match.AnyPly}, state},
		{"abort, resignation", playing, match.Abort{By: blue, Ply: 2}, match.Resign{By: red, Ply: 2}, state},
		{"resignation, abort", playing, match.Resign{By: red, Ply: 2}, match.Abort{By: blue, Ply: 2}, engine.ErrOver},
		{"claim, move", claimable, match.ClaimDraw{By: blue, Ply: 2}, move, engine.ErrOver},
		{"move, claim", claimable, move, match.ClaimDraw{By: blue, Ply: 2}, match.ErrStale},
		{"vacation, time-out", playing, rests, match.TimeOut{}, match.ErrEarly},
		{"time-out, vacation", playing, match.TimeOut{}, rests, engine.ErrOver},
		{"vacation, move", playing, rests, move, nil},
		{"move, vacation", playing, move, rests, nil},
		{"gift, time-out", playing, gives, match.TimeOut{}, match.ErrEarly},
		{"time-out, gift", playing, match.TimeOut{}, gives, engine.ErrOver},
		{"gift, move", playing, gives, move, nil},
		{"move, gift", playing, move, gives, match.ErrStale},
		{"gift, gift of the same press", playing, gives, gives, match.ErrRepeated},
		{"reminder, move", playing, match.Remind{}, move, nil},
		{"move, reminder", playing, move, match.Remind{}, match.ErrEarly},
		{"reminder, reminder", playing, match.Remind{}, match.Remind{}, match.ErrEarly},
		{"vacation, reminder", playing, rests, match.Remind{}, match.ErrEarly},
		{"gift, reminder", playing, gives, match.Remind{}, match.ErrEarly},
		{"time-out, reminder", playing, match.TimeOut{}, match.Remind{}, match.ErrEarly},
		{"resignation, time-out", playing, match.Resign{By: red, Ply: 2}, match.TimeOut{}, match.ErrEarly},
		{"time-out, resignation", playing, match.TimeOut{}, match.Resign{By: red, Ply: 2}, engine.ErrOver},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := test.m.Deadline
			if test.first == (match.TimeOut{}) {
				now = now.Add(1e9)
			}
			m, _, err := match.Decide(test.m, test.first, now)
			if err != nil {
				t.Fatal(err)
			}
			next, _, err := match.Decide(m, test.second, now)
			_, isState := errors.AsType[*match.StateError](err)
			if wantState := errors.Is(test.want, state); isState != wantState || !wantState && !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if err != nil && next.Version != m.Version {
				t.Error("the refused command left something")
			}
		})
	}
}
