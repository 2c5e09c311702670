package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/engine"
)

// refPair is one game played by the engine and by the reference side by side.
type refPair struct {
	game   engine.Game
	ref    *reference
	moves  []engine.Move // as they were asked for
	faults []string      // where the two differ at this position
}

// refBegin starts both from a free position.
func refBegin(start refStart) (*refPair, error) {
	p := engine.Position{
		Rules: start.rules, ToMove: start.toMove, RescuesUsed: start.used,
		Pieces: map[engine.Square]engine.Piece{},
	}
	for s, piece := range start.pieces {
		p.Pieces[s] = engine.Piece{
			Color: piece.color, Rank: piece.rank, Moved: piece.moved,
			Revealed: piece.shown != refNever, Rescued: piece.marked,
		}
	}
	for _, c := range []engine.Color{engine.Red, engine.Blue} {
		for _, piece := range *start.trays.Of(c) {
			p.Trays.Of(c)[piece.rank]++
			if piece.marked {
				p.RescuedInTray.Of(c)[piece.rank]++
			}
		}
	}
	g, err := engine.StartFrom(p)
	if err != nil {
		return nil, fmt.Errorf("%w:\n%s", err, p.Text())
	}
	return &refPair{game: g, ref: newReference(start)}, nil
}

// refBeginSetups starts both as two players do.
func refBeginSetups(rules engine.Rules, setups engine.Both[engine.Setup]) (*refPair, error) {
	g, err := engine.Start(rules, setups)
	if err != nil {
		return nil, err
	}
	return &refPair{game: g, ref: referenceFromSetups(rules, setups.Red, setups.Blue)}, nil
}

// want notes a fault unless same holds, and returns it.
func (p *refPair) want(same bool, what string, got, want any) bool {
	if !same {
		p.faults = append(p.faults, fmt.Sprintf("%s:\n  engine    %v\n  reference %v", what, got, want))
	}
	return same
}

// compareMoves compares all that the side to move may do, and how the game
// stands.
func (p *refPair) compareMoves() {
	g, r := p.game, p.ref
	p.want(g.Ply() == len(r.history), "plies", g.Ply(), len(r.history))
	p.want(g.Outcome() == r.outcome && g.Reason() == r.reason, "end",
		[]any{g.Outcome(), g.Reason()}, []any{r.outcome, r.reason})
	toMove := r.toMove
	if r.outcome != engine.Undecided {
		toMove = engine.NoColor
	}
	p.want(g.ToMove() == toMove, "to move", g.ToMove(), toMove)
	got, want := g.Moves(), r.legal()
	p.want(slices.Equal(got, want), "legal moves", got, want)
	if r.outcome != engine.Undecided {
		return
	}
	for _, word := range []string{"two-squares", "more-squares"} {
		for _, m := range r.know().refused[word] {
			p.compareVerdict(m)
		}
	}
	gotRescues, wantRescues := g.Rescues(), r.rescues()
	p.want(refSameRescues(gotRescues, wantRescues), "rescues", gotRescues, wantRescues)
}

func refSameRescues(a, b *engine.Rescues) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(a.Moves, b.Moves) && slices.Equal(a.Ranks, b.Ranks) && slices.Equal(a.Squares, b.Squares)
}

// compareVerdict compares what refuses m, and what a refusal adds, and returns
// the reference's word, or "" for a legal move.
func (p *refPair) compareVerdict(m engine.Move) string {
	want, got := p.ref.judge(m), ""
	var refusal *engine.Refusal
	err := p.game.Legal(engine.Play(p.ref.toMove, m))
	switch {
	case errors.As(err, &refusal):
		got = refusal.Rule.String()
	case err != nil:
		got = err.Error()
	}
	p.want(got == want, "verdict on "+m.String(), got, want)
	if got != want || refusal == nil {
		return want
	}
	p.want(refusal.Move == m, "the refused move", refusal.Move, m)
	for _, ply := range refusal.Because {
		bare := engine.Ply{Number: ply.Number, Color: ply.Color, Move: ply.Move, Attack: engine.Attack{Result: ply.Attack.Result}}
		p.want(ply == bare && ply.Move.Rescue.Rank == engine.NoRank, "a rank in what a refusal names", ply.Text(), bare.Text())
	}
	switch want {
	case "two-squares":
		got, want := refNumbers(refusal.Because), p.ref.lastOwn(p.ref.rules.TwoSquares)
		p.want(slices.Equal(got, want), "plies that set two-squares off for "+m.String(), got, want)
	case "more-squares":
		p.want(len(refusal.Because) > 0, "plies that set more-squares off for "+m.String(), refusal.Because, "some")
	case "ambiguous-path":
		var paths []engine.Move
		for _, way := range p.ref.ways(m) {
			paths = append(paths, engine.Move{From: m.From, Via: way[1], To: m.To})
		}
		refSort(paths)
		got := slices.Clone(refusal.Paths)
		for i := range got {
			got[i].Rescue = engine.Rescue{}
		}
		refSort(got)
		p.want(slices.Equal(got, paths), "paths of "+m.String(), got, paths)
	}
	return want
}

func refNumbers(plies []engine.Ply) (list []int) {
	for _, p := range plies {
		list = append(list, p.Number)
	}
	return list
}

// lastOwn numbers the last n plies of the side to move, oldest first.
func (r *reference) lastOwn(n int) (list []int) {
	for i := len(r.history) - 1; i >= 0 && len(list) < n; i-- {
		if r.history[i].color == r.toMove {
			list = append(list, i+1)
		}
	}
	slices.Reverse(list)
	return list
}

// compare compares everything at the position reached.
func (p *refPair) compare() {
	p.compareMoves()
	p.comparePosition()
	p.compareViews()
}

// play makes a legal move in both and compares what is said to have happened.
func (p *refPair) play(m engine.Move) {
	p.moves = append(p.moves, m)
	next, happened, err := engine.Apply(p.game, engine.Play(p.ref.toMove, m))
	if err != nil {
		p.want(false, "playing "+m.String(), err, "legal")
		return
	}
	p.game = next
	line, outcome, reason := p.ref.play(m)
	named := p.ref.named(len(p.ref.history))
	p.want(happened.Ply == named && happened.Ply.Text() == line, "the ply that happened",
		[]any{happened.Ply.Text(), happened.Ply.Attack}, []any{line, named.Attack})
	p.want(happened.Outcome == outcome && happened.Reason == reason, "its end",
		[]any{happened.Outcome, happened.Reason}, []any{outcome, reason})
	if outcome != engine.Undecided || len(p.ref.history)%32 == 0 {
		var record []engine.Ply
		for n := range p.ref.history {
			record = append(record, p.ref.named(n+1))
		}
		p.compareRecord("the true record", p.game.Record(), record)
	}
}

// playAside makes a legal move and forgets it: a game is a value, so nothing of
// it may show in what is played and compared next.
func (p *refPair) playAside(m engine.Move) {
	_, _, err := engine.Apply(p.game, engine.Play(p.ref.toMove, m))
	p.want(err == nil, "playing "+m.String()+" aside", err, "legal")
}

// act does an action that is no move in both.
func (p *refPair) act(a engine.Action) {
	want := p.ref.act(a)
	next, happened, err := engine.Apply(p.game, a)
	p.want((err == nil) == want, fmt.Sprintf("action %v by %v", a.Kind, a.By), err, want)
	if err != nil {
		p.want(errors.Is(err, engine.ErrNoClaim), "why no draw can be claimed", err, engine.ErrNoClaim)
		return
	}
	p.game = next
	p.want(happened == engine.Happened{Outcome: p.ref.outcome, Reason: p.ref.reason}, "what the action did", happened, p.ref.reason)
}

// report tells of the position at which the two differ.
func (p *refPair) report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rules: %v\n%s", p.ref.rules, p.ref.drawing())
	var lines []string
	for n := range p.ref.history {
		lines = append(lines, refLine(p.ref.truth(n+1)))
	}
	fmt.Fprintf(&b, "played: %s\n", strings.Join(lines, " · "))
	if n := len(p.moves); n > 0 {
		fmt.Fprintf(&b, "last asked for: %v\n", p.moves[n-1])
	}
	if len(p.faults) > 6 {
		p.faults = append(p.faults[:6], fmt.Sprintf("… and %d more", len(p.faults)-6))
	}
	return b.String() + strings.Join(p.faults, "\n")
}
