package player_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/player"
)

// TestExpires: an address without a game is forgotten after a year; a word against
// mails never is, nor whoever has a game, nor of whom it is not known.
func TestExpires(t *testing.T) {
	idle, _ := player.Profile{Key: keyOf(1), Address: "a@b.example", Lang: "fr"}.Use(noon, false)
	end := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		change func(player.Profile) (player.Profile, bool)
		want   time.Time
	}{
		"idle":                {func(p player.Profile) (player.Profile, bool) { return p, true }, end},
		"needed later":        {func(p player.Profile) (player.Profile, bool) { return p.Use(noon.Add(36*time.Hour), false) }, end.Add(48 * time.Hour)},
		"bouncing":            {func(p player.Profile) (player.Profile, bool) { return p.Bounces(noon) }, end},
		"preferring":          {func(p player.Profile) (player.Profile, bool) { return p.Prefer(player.Prefs{Hour: 7}) }, end},
		"playing":             {func(p player.Profile) (player.Profile, bool) { return p.Use(noon, true) }, time.Time{}},
		"unsubscribed":        {func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.None) }, time.Time{}},
		"stopped":             {func(p player.Profile) (player.Profile, bool) { return p.SetMode(player.Stopped) }, time.Time{}},
		"complained":          {func(p player.Profile) (player.Profile, bool) { return p.Complains(noon) }, time.Time{}},
		"blocking":            {func(p player.Profile) (player.Profile, bool) { return p.Block(keyOf(2)) }, time.Time{}},
		"blocked":             {func(p player.Profile) (player.Profile, bool) { return p.BlockFrom(keyOf(2)) }, time.Time{}},
		"of an older program": {func(p player.Profile) (player.Profile, bool) { p.Used = time.Time{}; return p, true }, time.Time{}},
	} {
		p, changed := c.change(idle)
		if !changed || !p.Expires().Equal(c.want) || !player.Seal(p).Expires.Equal(c.want) {
			t.Errorf("%s: until %v, want %v", name, p.Expires(), c.want)
		}
	}
	if p, changed := idle.Use(noon.Add(6*time.Hour), false); changed || !p.Used.Equal(idle.Used) {
		t.Error("the same day is noted twice")
	}
	playing, _ := idle.Use(noon, true)
	if p, changed := playing.Leave(time.Time{}); !changed || !p.Expires().Equal(end) {
		t.Errorf("who plays no more is kept until %v", p.Expires())
	}
	if _, changed := playing.Use(noon, true); changed {
		t.Error("who plays is noted twice")
	}
}

// TestForget: of who had himself forgotten nothing is kept but his key and the words
// against mails; his old links must never count again.
func TestForget(t *testing.T) {
	whole := player.Profile{
		Key: keyOf(1), Version: 4, Address: "a@b.example", Lang: "fr", Zone: "UTC", Epoch: 2, Plays: true, Used: noon.Truncate(24 * time.Hour),
		Prefs: player.Prefs{Hour: 7}, Changes: []player.Change{{ID: [8]byte{1}, Until: noon, Came: player.Came{Lang: "fr"}}}, Signs: player.Signs{Read: noon},
		Blocked: []player.Key{keyOf(2)}, BlockedBy: []player.Key{keyOf(3)},
	}
	want := player.Profile{Key: keyOf(1), Version: 4, Epoch: 3, BlockedBy: []player.Key{keyOf(3)}, Used: noon.Truncate(24 * time.Hour), Changes: []player.Change{{ID: [8]byte{1}, Until: noon}}}
	if diff := cmp.Diff(want, whole.Forget(noon)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, m := range []player.Mode{player.None, player.Stopped} {
		stopped, _ := whole.SetMode(m)
		if got := stopped.Forget(noon); got.Mode != m || !got.Expires().IsZero() {
			t.Errorf("%v: %v, until %v", m, got.Mode, got.Expires())
		}
	}
	unwanted, _ := whole.Complains(noon.Add(time.Hour))
	if got := unwanted.Forget(noon); got.Signs.Health() != player.Unwanted {
		t.Error("a complaint is forgotten")
	}
	if whole.Blank() || !whole.Forget(noon).Blank() {
		t.Error("Blank tells another story")
	}
	empty := player.Profile{Key: keyOf(1), Version: 4}
	hooked, _ := empty.SetWebhook("https://b.example/", [32]byte{1})
	daily, _ := empty.SetMode(player.Daily)
	daily.Prefs = player.Prefs{} // at midnight
	paused, _ := daily.SetMode(player.None)
	for name, p := range map[string]player.Profile{"a webhook": hooked, "a mail a day": daily, "a pause": paused, "the last mail": empty.Sent(noon)} {
		if p.Blank() || !p.Forget(noon).Blank() {
			t.Errorf("%s is not forgotten", name)
		}
	}
}

// TestFades: an address goes when the games that have left it cannot come back, or a
// year after it was needed where only a word against mails keeps the profile; what is
// needed again lives as any other.
func TestFades(t *testing.T) {
	idle, _ := player.Profile{Key: keyOf(1), Address: "a@b.example", Lang: "fr"}.Use(noon, false)
	left, _ := idle.Leave(noon.Add(time.Hour))
	year, never := idle.Expires(), time.Time{}
	daily, _ := idle.SetMode(player.Daily)
	daily = daily.Wind(noon, time.UTC)
	for name, c := range map[string]struct {
		profile        player.Profile
		fades, expires time.Time
	}{
		"idle":                               {idle, never, year},
		"left":                               {left, left.Left, year},
		"playing":                            {second(idle.Use(noon, true)), never, never},
		"left, and a game begins there":      {second(left.Use(noon, true)), never, never},
		"left, and it is needed":             {second(left.Use(noon.Add(time.Minute), false)), never, year},
		"left by who wants no mails":         {second(left.SetMode(player.None)), left.Left, never},
		"left by who has one mail a day":     {second(daily.Leave(left.Left)), left.Left, year},
		"no mails":                           {second(idle.SetMode(player.None)), year, never},
		"all stopped":                        {second(idle.SetMode(player.Stopped)), year, never},
		"blocking":                           {second(idle.Block(keyOf(2))), year, never},
		"blocked":                            {second(idle.BlockFrom(keyOf(2))), year, never},
		"unwanted":                           {second(idle.Complains(noon)), year, never},
		"blocking, and one mail a day":       {second(daily.Block(keyOf(2))), year, never},
		"it is not known when it was needed": {player.Profile{Key: keyOf(1), Address: "a@b.example", Mode: player.None}, never, never},
	} {
		p := c.profile
		if !p.Fades().Equal(c.fades) || !p.Expires().Equal(c.expires) {
			t.Errorf("%s: it fades at %v and ends at %v", name, p.Fades(), p.Expires())
		}
		image := player.Seal(p)
		if want := p.Alarm; want.IsZero() && !image.Alarm.Equal(c.fades) || !want.IsZero() && !image.Alarm.Equal(want) {
			t.Errorf("%s: the clock looks at %v", name, image.Alarm)
		}
		opened, err := player.Open(image)
		if p.Version++; err != nil || !cmp.Equal(opened, p) {
			t.Errorf("%s: %v, stored as %+v", name, err, opened)
		}
		image.Alarm = time.Time{} // of a program that had none
		if _, err := player.Open(image); err != nil {
			t.Errorf("%s: without an alarm: %v", name, err)
		}
		faded := p.Fade()
		if !faded.Fades().IsZero() || faded.Address+faded.Lang != "" || faded.Epoch != p.Epoch || !cmp.Equal(faded.Blocked, p.Blocked) ||
			!cmp.Equal(faded.BlockedBy, p.BlockedBy) || faded.AnyMail() != p.AnyMail() || faded.Signs.Health() == player.Unwanted != (p.Signs.Health() == player.Unwanted) {
			t.Errorf("%s: it fades to %+v", name, faded)
		}
		if !p.Plays && faded.Expires().IsZero() != c.expires.IsZero() {
			t.Errorf("%s: what is left of it ends at %v", name, faded.Expires())
		}
	}
	if p, changed := second(daily.Leave(left.Left)).Leave(left.Left); changed || !p.Alarm.IsZero() || p.Collects() {
		t.Error("who has left gets a mail a day")
	}
	if came := second(second(daily.Leave(left.Left)).Use(noon, false)); !came.Rescheduled(second(daily.Leave(left.Left))) {
		t.Error("who comes back gets none")
	}
}

func second(p player.Profile, _ bool) player.Profile { return p }
