package engine_test

import "testing"

// Without these, readings of rules.md 6 and 7 that differ from the text in
// corners which random games hardly ever reach would pass: each trap is a
// position where the slip that it names gives another answer.
func TestReferenceTraps(t *testing.T) {
	five := 5
	isf, strategus := "isf", "strategus"
	red := map[string][]string{"red": {"5"}}
	type queries = []struct{ Move, Expect string }
	for _, v := range []vector{
		{
			Name: "a piece that died attacking starts no chase", Pieces: "rF@j1 bF@a10 r9@f1 bM@g1 r9@f2 b9@g2", Turn: "r",
			Moves:   []string{"f1g1", "g2g3", "f2f3", "g3g2", "f3g3", "g2f2", "g3f3", "f2g2"},
			Queries: queries{{"f3-f2", "legal"}},
		},
		{
			Name: "an attack ends the chase of the other side too", Pieces: "rF@j1 bF@a10 rB@h2 rS@j2 b2@i4 b2@j4 r9@j5", Turn: "b",
			Options: vectorOptions{TwoSquares: &five, Chase: &strategus},
			Moves:   []string{"i4i2", "j5j4", "i2i4", "j4j5", "i4i2", "j2j3", "i2i5", "j5j4", "i5i3", "j3j2"},
			Queries: queries{{"i3-i2", "legal"}},
		},
		{
			Name: "next to any enemy, and a placement after the evader's reply", Pieces: "rF@a1 bF@j10 r2@f1 b2@g2 rB@g4", Turn: "r",
			Options: vectorOptions{TwoSquares: &five, Chase: &strategus},
			Moves:   []string{"f1f3", "g2g3", "f3f1", "g3g1", "f1f2", "g1g2", "f2f1"},
			Queries: queries{{"g2-g3", "illegal:more-squares"}},
		},
		{
			Name: "the same next to no evader", Pieces: "rF@a1 bF@j10 r2@f1 b2@g2 rB@g4", Turn: "r",
			Options: vectorOptions{TwoSquares: &five, Chase: &isf},
			Moves:   []string{"f1f3", "g2g3", "f3f1", "g3g1", "f1f2", "g1g2", "f2f1"},
			Queries: queries{{"g2-g3", "legal"}},
		},
		{
			Name: "two chasers and a placement after an evader's reply", Pieces: "rF@a1 bF@j10 b2@i2 rS@g3 r2@h3 b3@h4", Turn: "r",
			Moves:   []string{"g3g4", "h4i4", "g4h4", "i4i3", "h3h2", "i2i1", "h2h1", "i1i2"},
			Queries: queries{{"h1-h3", "illegal:more-squares"}, {"h1-h2", "legal"}},
		},
		{
			Name: "a chase without a rescue", Pieces: "rF@j1 bF@j10 r5@c9 r2@b8 b4@a9 b2@c10", Turn: "r", Trays: red,
			Options: vectorOptions{Reconquest: true},
			Moves:   []string{"c9b9", "a9a8", "b9b10", "c10c9", "b8b9", "c9c7", "b9b7", "c7c10"},
			Queries: queries{{"b7-b8", "illegal:more-squares"}},
		},
		{
			Name: "a rescue ends it and its evaders", Pieces: "rF@j1 bF@j10 r5@c9 r2@b8 b4@a9 b2@c10", Turn: "r", Trays: red,
			Options: vectorOptions{Reconquest: true},
			Moves:   []string{"c9b9", "a9a8", "b9b10+5@c2", "c10c9", "b8b9", "c9c7", "b9b7", "c7c10"},
			Queries: queries{{"b7-b8", "legal"}},
		},
		{
			Name: "an attack that ends the game rescues nobody", Pieces: "rF@a1 bF@j10 r5@f9 b3@f10", Turn: "r", Trays: red,
			Options: vectorOptions{Reconquest: true},
			Moves:   []string{"f9f10+5@a3"},
			Result:  "red wins (no move)",
		},
		{
			Name: "what returns after an attack may end the game", Pieces: "rF@a1 r4@b2 bB@a2 bF@j10 r5@f9 b3@f10", Turn: "r", Trays: red,
			Options: vectorOptions{Reconquest: true, MovingBombs: true},
			Moves:   []string{"f9f10+5@a3"},
			Result:  "red wins (no move)",
		},
	} {
		t.Run(v.Name, func(t *testing.T) { refVector(t, &v) })
	}
}
