package mail

import (
	_ "embed"
	"html/template"
	"strings"

	"fieldpost/engine"
	"fieldpost/functions/internal/present"
	"fieldpost/functions/internal/words"
)

//go:embed mail.html
var source string

var templates = template.Must(template.New("mail").Funcs(template.FuncMap{
	"join": strings.Join,
	"look": look,
}).Parse(source))

// html writes the sheet as a page of HTML. Everything that a player or a host
// has typed is escaped where it stands.
func (s *sheet) html() (string, error) {
	var page strings.Builder
	if err := templates.ExecuteTemplate(&page, "top", s); err != nil {
		return "", err
	}
	for _, b := range s.Blocks {
		if err := templates.ExecuteTemplate(&page, b.template(), b); err != nil {
			return "", err
		}
	}
	if err := templates.ExecuteTemplate(&page, "bottom", s); err != nil {
		return "", err
	}
	return page.String(), nil
}

// cell is how a square looks. Color is never all that tells two things apart:
// the sign does.
type cell struct {
	Class string // for the dark colors: r and b for pieces, w for water, e for empty; l for the last move
	Style template.CSS
	Sign  string
}

// Light colors of the cells; the dark ones stand in mail.html. Red pieces are
// light and blue ones dark, so that they also differ without colors.
var styles = map[string]template.CSS{
	"e": "color:#707070;",
	"w": "background:#cfe8f0;color:#1d5566;",
	"r": "background:#f9d6d2;color:#5c0d08;",
	"b": "background:#1f4290;color:#ffffff;",
}

func look(c present.Cell, w words.Words) cell {
	l := cell{Class: "e", Sign: "·"}
	switch {
	case c.Lake:
		l.Class, l.Sign = "w", c.Sign()
	case c.Color == engine.Red:
		l.Class, l.Sign = "r", c.SignIn(w)
	case c.Color == engine.Blue:
		l.Class, l.Sign = "b", c.SignIn(w)
	}
	l.Style = styles[l.Class] + "border:1px solid #8a8a8a"
	if c.Last {
		l.Style = styles[l.Class] + "border:3px solid #a85400"
		l.Class += " l"
	}
	if len(l.Sign) > 3 { // "b10!": no wider than the other columns
		l.Style += ";letter-spacing:-1px"
	}
	return l
}

func (lead) template() string      { return "lead" }
func (heading) template() string   { return "heading" }
func (paragraph) template() string { return "paragraph" }
func (either) template() string    { return "either" }
func (list) template() string      { return "list" }
func (button) template() string    { return "button" }
func (board) template() string     { return "board" }
func (moves) template() string     { return "moves" }
func (actions) template() string   { return "actions" }
func (verbatim) template() string  { return "verbatim" }
func (record) template() string    { return "record" }
func (small) template() string     { return "small" }
func (footnote) template() string  { return "footnote" }
