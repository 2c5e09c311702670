package site

// news is what the page asks for news of its game with.
type news struct {
	At      string // the path of its view in the API
	Board   string // the page that shows it; the last part of its path is the token to ask with
	Version int    // what this page shows
}

// live lets the page p ask for news while any can come.
func (v *visit) live(p *page) {
	if v.match.Ended() {
		return
	}
	p.News = &news{At: "/api/games/" + v.match.ID.String(), Board: v.boardLink(), Version: v.match.Shown}
	p.Scripts = append(p.Scripts, "news.js")
}
