package site

import (
	"net/http"
	"strings"
	"time"

	"fieldpost/engine"
	"fieldpost/engine/match"
	"fieldpost/infra/link"
)

// A browser in which a button of a seat was pressed with the tick once holds
// that seat's mark from then on, and its presses need no tick any more. Programs
// that open mails before their readers do, and even press buttons, keep no
// cookies and tick nothing. The mark opens nothing by itself.

// markLife is how long a browser keeps a mark after the last press.
const markLife = 180 * 24 * time.Hour

// markName is the cookie of one seat of one game: one browser may hold several.
func markName(game match.ID, seat engine.Color) string {
	return "mark-" + game.String() + "-" + seat.String()
}

// marked reports whether the browser holds the mark of l's seat.
func (s *site) marked(r *http.Request, l link.Link) bool {
	c, err := r.Cookie(markName(l.Game, l.Seat))
	return err == nil && s.Keys.Marked(c.Value, l.Game, l.Seat, l.Epoch, s.Now())
}

// mark gives the browser the mark of l's seat.
func (s *site) mark(w http.ResponseWriter, l link.Link) {
	http.SetCookie(w, &http.Cookie{
		Name:     markName(l.Game, l.Seat),
		Value:    s.Keys.Mark(l.Game, l.Seat, l.Epoch),
		Path:     "/",
		MaxAge:   int(markLife.Seconds()),
		HttpOnly: true,
		Secure:   strings.HasPrefix(s.BaseURL, "https:"),
		SameSite: http.SameSiteLaxMode,
	})
}
