package command

import "testing"

// Most people are called in our mails as they call themselves; a name at which a command
// could begin is marked there, and nowhere else.
func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"Ann": "Ann", "Vincent van Gogh": "Vincent van Gogh", "Anna von Berg": "Anna von Berg", "J. R. Hartley": "J. R. Hartley", "Émile Zola": "Émile Zola",
		"Simon": "Simon", "Max Backhaus": "Max Backhaus", "東京 太郎": "東京 太郎", "Bob 2": "Bob 2", "Drawert": "Drawert", "": "",
		"say hello": "‹say› hello", "Bob SÄY": "Bob ‹SÄY›", "Bob (resign": "Bob ‹(resign›", "Stop!": "‹Stop!›", "Say:hello": "‹Say:hello›",
		"I resign": "‹I› ‹resign›", "Major Tom": "‹Major› Tom", "Bob van": "Bob ‹van›", "b4-b5": "‹b4-b5›", "on e 4": "on ‹e› 4",
		"If So": "‹If› So", "Frau Urlaub": "Frau ‹Urlaub›", "Bob mise en place": "Bob ‹mise› en place", "東say": "東‹s›ay",
	} {
		if got := Name(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// The end of a sentence that a program has broken is no command, and a command below a
// long line is one.
func TestBrokenSentences(t *testing.T) {
	const long = "Sorry for the late answer, this whole week I have been away"
	for _, c := range []struct {
		lines []string
		want  Kind
	}{
		{[]string{long + " and would offer a", "draw."}, None},
		{[]string{long + " and would offer a", "draw", "as the time is short"}, None},
		{[]string{long + ", you played", "d7-c7."}, None},
		{[]string{long, "d7-c7"}, Move},
		{[]string{long, "d7-c7", "", "Regards"}, Move},
		{[]string{long + ".", "d7-c7."}, Move},
		{[]string{long + ":", "draw", "Regards"}, Draw},
		{[]string{long, "", "draw."}, Draw},
		{[]string{"Thanks", "draw.", "Regards"}, Draw},
		{[]string{long + " and offer a", "draw.", "", "draw"}, Draw},
	} {
		if got := Find(c.lines); got.Kind != c.want {
			t.Errorf("%q: %v", c.lines, got.Kind)
		}
	}
}
