package match_test

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/engine/match"
)

// planned are matches with plans, by the file name of their stored form.
func planned(t testing.TB) map[string]match.Match {
	t.Helper()
	start := after(t, drawn(t, plain(), twoFronts), play(t, red, 0, "a4-a5"))
	saved := after(t, start, match.SetLines{By: red, Ply: 1, Lines: lined(t, "a7-a6, a5xa6 wins, b7-b6, b4-b5", "i7xi4 both, f4-f5")})
	blues := after(t, start, play(t, blue, 1, "a7-a6"), match.SetLines{By: blue, Ply: 2, Lines: lined(t, "a5xa6 wins, b7-b6")})
	shuffled := start
	for i, text := range strings.Fields("b7-b6 a5-a4 b6-b5 a4-a5") {
		shuffled = after(t, shuffled, play(t, shuffled.Game.ToMove(), i+1, text))
	}
	return map[string]match.Match{
		"lines":         saved,
		"lines-blue":    blues,
		"lines-going":   after(t, saved, play(t, blue, 1, "a7-a6")),
		"lines-dropped": after(t, saved, play(t, blue, 1, "b7-b6")),
		"lines-illegal": after(t, shuffled, match.SetLines{By: red, Ply: 5, Lines: lined(t, "e7-e6, a5-a4")}, play(t, blue, 5, "e7-e6")),
	}
}

// TestGoldenLines proves that stored plans stay readable: these files are never
// written anew.
func TestGoldenLines(t *testing.T) {
	for name, m := range planned(t) {
		image := match.Seal(m)
		file := filepath.Join("testdata", "form2", name+".hex")
		text := hex.EncodeToString(image.Data) + "\n"
		want, err := os.ReadFile(file)
		if *update && errors.Is(err, os.ErrNotExist) {
			want, err = []byte(text), os.WriteFile(file, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != text {
			t.Errorf("%s: Seal writes another image:\n%s", name, text)
		}
		if image.Data, err = hex.DecodeString(strings.TrimSpace(string(want))); err != nil {
			t.Fatal(err)
		}
		got, err := match.Open(image)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, got, sameMatch); diff != "" {
			t.Errorf("%s: Open reads another match (-want +got):\n%s", name, diff)
		}
	}
}

// TestCorruptLines: plans that no command makes are refused, without panic.
func TestCorruptLines(t *testing.T) {
	for name, m := range planned(t) {
		image := match.Seal(m)
		plain := m
		plain.Plans.Red, plain.Plans.Blue = match.Plan{}, match.Plan{}
		begin := len(match.Seal(plain).Data)
		for at := begin; at < len(image.Data); at++ {
			for _, b := range []byte{0, 1, 5, 0x7f, 0xff} {
				bad := image
				bad.Data = append([]byte(nil), image.Data...)
				bad.Data[at] = b
				got, err := match.Open(bad)
				var corrupt *match.CorruptError
				if err != nil && !errors.As(err, &corrupt) {
					t.Errorf("%s, byte %d: %v", name, at, err)
				}
				if again := match.Seal(got); err == nil && string(again.Data) != string(bad.Data) {
					t.Errorf("%s, byte %d as %d: opened, and sealed otherwise", name, at, b)
				}
			}
		}
		swapped := m
		swapped.Plans.Red, swapped.Plans.Blue = m.Plans.Blue, m.Plans.Red
		if _, err := match.Open(match.Seal(swapped)); len(m.Plans.Red.Lines)+len(m.Plans.Blue.Lines) > 0 && err == nil {
			t.Errorf("%s: lines of who is to move", name)
		}
	}
}
