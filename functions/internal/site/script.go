package site

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// scripts are the files of scripts/ by the path under which they are served.
// The path has a part of the file's hash, so that a browser may keep it for
// ever, and a page never meets another version of its script.
var scripts = readScripts()

func readScripts() map[string]string {
	all := map[string]string{}
	names, err := fs.Glob(files, "scripts/*.js")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		text := mustRead(name)
		all[hashedPath(path.Base(name), text)] = text
	}
	return all
}

// scriptPath returns where a page finds a file of scripts/, or "" if there is none.
func scriptPath(file string) string {
	text, err := files.ReadFile("scripts/" + file)
	if err != nil {
		return ""
	}
	return hashedPath(file, string(text))
}

func hashedPath(file, text string) string {
	sum := sha256.Sum256([]byte(text))
	return "/scripts/" + strings.TrimSuffix(file, ".js") + "-" + hex.EncodeToString(sum[:6]) + ".js"
}

// script answers with a script. One of another version is not there: its page is
// complete without.
func (s *site) script(w http.ResponseWriter, r *http.Request) {
	text, ok := scripts[r.URL.Path]
	if !ok {
		s.nowhere(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = io.WriteString(w, text)
}
