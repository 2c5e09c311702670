package mail

import (
	"strings"
	"testing"

	"fieldpost/infra/link"
)

// The link to all games must be the reader's own, of his profile's epoch, and
// must not go to an address whose owner sits nowhere yet. Without it a player who
// cancelled those links would be mailed dead ones.
func TestLinkToAllGames(t *testing.T) {
	names, letters := story(t)
	for _, name := range names {
		o := letters[name]
		o.l.Epoch = 5
		c := composer(t)
		msg, err := c.Compose(o.m, o.l, "key")
		if err != nil {
			t.Fatal(name, err)
		}
		token := c.Links.Seal(link.Link{Purpose: link.Player, Player: o.m.Seat(o.l.Seat).Key, Epoch: 5, Issued: o.m.Changed})
		has := strings.Contains(read(t, msg.Raw).text, "/p/"+token)
		if want := o.m.Seated(o.l.Seat) && o.l.Kind != Confirm; has != want {
			t.Errorf("%s: the link to all games is there: %v", name, has)
		}
	}
}
