package words

import "fieldpost/engine/match"

func actKey(a match.Action) string { return "act." + a.String() }

// Act returns what a link to a is called: "Offer a draw", "Resign".
func (w Words) Act(a match.Action) string { return w.T(actKey(a)) }
