package site

import (
	"regexp"
	"strings"
	"testing"

	"fieldpost/engine"
	"fieldpost/infra/link"
)

var scriptTag = regexp.MustCompile(`<script src="([^"]*)" defer></script>`)

// Every script of a page must be there under the name that the page gives, to be
// kept for ever, and be no part of the page itself, which the policy forbids.
func TestScriptsArePublished(t *testing.T) {
	w := newWorld(t)
	m := w.playing()
	seen := map[string]bool{}
	for _, at := range []string{base + "/", w.to(m, engine.Red, link.Board), base + "/nothing"} {
		page := w.browser().ask("GET", at, nil).page
		tags := scriptTag.FindAllStringSubmatch(page, -1)
		if len(tags) == 0 || len(tags) != strings.Count(page, "</script>")-strings.Count(page, `<script type="application/json"`) {
			t.Errorf("%s: %d scripts of %d", at, len(tags), strings.Count(page, "</script>"))
		}
		for _, tag := range tags {
			seen[tag[1]] = true
		}
	}
	for path := range seen {
		a := w.browser().ask("GET", base+path, nil)
		if a.status != 200 || a.header.Get("Content-Type") != "text/javascript; charset=utf-8" ||
			a.header.Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.Contains(a.page, `"use strict"`) {
			t.Errorf("%s: %d %v", path, a.status, a.header)
		}
	}
}

// A page of an older version asks for its own script. It must not get another.
func TestScriptOfAnotherVersion(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/scripts/once-000000000000.js", "/scripts/once.js", "/scripts/-.js", "/scripts/..%2fstyles%2fpage.css"} {
		a := w.browser().ask("GET", base+path, nil)
		if a.status != 404 || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", path, a.status, a.header.Get("Cache-Control"))
		}
	}
}

// A template that names a script that is not there would show an empty address.
func TestEveryScriptIsNamed(t *testing.T) {
	if scriptPath("nothing.js") != "" {
		t.Error("a script that is not there has a path")
	}
	for path := range scripts {
		if !regexp.MustCompile(`^/scripts/[a-z]+-[0-9a-f]{12}\.js$`).MatchString(path) {
			t.Errorf("a script is served at %s", path)
		}
	}
}
