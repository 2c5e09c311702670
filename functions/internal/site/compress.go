package site

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// compressed has pages and scripts go out compressed where the browser takes that: a
// board page is a fifth then. What a program is answered goes as it is, under its
// ETag. A page has secrets and may repeat what was sent to it, so a few bytes by its
// content blur how long it is (https://breachattack.com, "length hiding").
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.ContentTypes([]string{"text/html", "text/javascript"}),
		gzhttp.MinSize(1024),
		gzhttp.RandomJitter(64, 0, true),
	)
	if err != nil { // one of the options is wrong
		panic(err)
	}
	return wrap(next)
}
