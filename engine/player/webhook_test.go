package player

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	secret = [32]byte{1, 2, 3}
	other  = [32]byte{4}
)

func TestWebhook(t *testing.T) {
	none := Profile{Key: Key{1}, Prefs: Prefs{Plain: true}}
	set, ok := none.SetWebhook("https://ann.example/hook", secret)
	if !ok || !set.Webhook.On() || none.Webhook.On() {
		t.Fatalf("set: %v", ok)
	}
	if _, ok := set.SetWebhook("https://ann.example/hook", secret); ok {
		t.Error("the same webhook counts as a change")
	}
	for name, c := range map[string]struct {
		url    string
		secret [32]byte
	}{
		"nothing": {"", secret}, "plain http": {"http://ann.example/", secret}, "no host": {"https://", secret}, "a space": {"https://ann.example/a b", secret},
		"a line": {"https://ann.example/\r\nHost: x", secret}, "no ASCII": {"https://änn.example/", secret},
		"too long": {scheme + strings.Repeat("a", MostURL), secret}, "no secret": {"https://ann.example/", [32]byte{}},
	} {
		if _, ok := set.SetWebhook(c.url, c.secret); ok {
			t.Errorf("%s is taken", name)
		}
	}
	moved, _ := set.SetWebhook("https://ann.example/hook", other)
	if _, ok := moved.FailWebhook(set.Webhook.Mark()); ok {
		t.Error("a call of an old webhook turns the new one off")
	}
	failed, ok := moved.FailWebhook(moved.Webhook.Mark())
	if !ok || failed.Webhook.On() || failed.Webhook.URL == "" {
		t.Errorf("failed: %v", ok)
	}
	if _, ok := failed.FailWebhook(moved.Webhook.Mark()); ok {
		t.Error("it fails twice")
	}
	if again, ok := failed.SetWebhook("https://ann.example/hook", other); !ok || !again.Webhook.On() {
		t.Error("it cannot be turned on again")
	}
	gone, ok := failed.DropWebhook()
	if _, twice := gone.DropWebhook(); !ok || twice || gone.Webhook != (Webhook{}) {
		t.Error("it cannot be dropped, or twice")
	}
	for _, p := range []Profile{none, set, failed, gone} {
		again, err := Open(Seal(p))
		p.Version++
		if diff := cmp.Diff(p, again); err != nil || diff != "" {
			t.Errorf("opened as another: %v %s", err, diff)
		}
	}
}

// Without it a faulty image would send a person's secret signature somewhere.
func TestWebhookOfAnotherImage(t *testing.T) {
	p, _ := Profile{Key: Key{1}}.SetWebhook("https://a.example", secret)
	whole := Seal(p)
	part := len(putWebhook(p))
	start := len(whole.Data) - part
	for name, change := range map[string]func([]byte) []byte{
		"a state to come": func(b []byte) []byte { b[start] = 2; return b },
		"no secret":       func(b []byte) []byte { clear(b[start+1 : start+33]); return b },
		"another scheme":  func(b []byte) []byte { b[start+33] = 'f'; return b },
		"cut short":       func(b []byte) []byte { b[start-1] = 20; return b[:start+20] },
	} {
		i := whole
		i.Data = change(append([]byte{}, whole.Data...))
		if got, err := Open(i); err == nil {
			t.Errorf("%s: %v", name, got.Webhook.URL)
		}
	}
	if text := p.Webhook.String() + p.String(); strings.Contains(text, "example") {
		t.Errorf("it tells %s", text)
	}
}
