package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The commands of the README's "A game by curl", sent as curl sends them to a
// server of this process. Without it the README would show what does not work.
func TestReadmeByCurl(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## A game by curl")
	_, script, _ := strings.Cut(section, "```sh\n")
	script, _, _ = strings.Cut(script, "```")
	commands := shellWords(t, script)
	if len(commands) != 6 {
		t.Fatalf("the README has %d commands, not six", len(commands))
	}
	base, _ := within(t)
	variables := map[string]string{}
	var answer struct {
		Game, State, Token string
		View               struct {
			State  string
			Ply    int
			Record []string
		}
	}
	for i, words := range commands {
		for j := range words {
			words[j] = strings.ReplaceAll(words[j], "http://127.0.0.1:8080", base)
			words[j] = regexp.MustCompile(`\$[A-Z]+`).ReplaceAllStringFunc(words[j], func(name string) string {
				if variables[name] == "" {
					t.Fatalf("command %d: nothing has said what %s is", i+1, name)
				}
				return variables[name]
			})
		}
		status, body := curl(t, words)
		if status != http.StatusOK && (i > 0 || status != http.StatusAccepted) {
			t.Fatalf("command %d is answered %d: %s", i+1, status, body)
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatal(err)
		}
		mails := mailsOf(t, base)
		last := mails[len(mails)-1].Links
		switch i {
		case 0:
			variables["$GAME"], variables["$CONFIRM"] = answer.Game, last.Confirm
		case 1:
			variables["$ANN"], variables["$JOIN"] = answer.Token, newest(t, mails, "bob@example.org").Links.Join
		case 2:
			variables["$BOB"] = answer.Token
		}
	}
	if v := answer.View; v.State != "playing" || v.Ply != 1 || len(v.Record) != 1 {
		t.Errorf("after the six commands the game stands at %+v", v)
	}
	if mails := mailsOf(t, base); len(mails) != 9 {
		t.Errorf("%d mails were sent, not 9", len(mails))
	}
}

// shellWords splits a script into commands and words as a shell does, without
// filling in variables: quotes, comments, and lines that end in a backslash.
func shellWords(t *testing.T, script string) (commands [][]string) {
	t.Helper()
	var words []string
	for rest := script; rest != ""; {
		switch {
		case rest[0] == '\n':
			if len(words) > 0 {
				commands = append(commands, words)
			}
			words, rest = nil, rest[1:]
		case rest[0] == '#':
			_, rest, _ = strings.Cut(rest, "\n")
		case rest[0] == ' ':
			rest = rest[1:]
		case strings.HasPrefix(rest, "\\\n"):
			rest = rest[2:]
		case rest[0] == '\'' || rest[0] == '"':
			word, after, ok := strings.Cut(rest[1:], rest[:1])
			if !ok {
				t.Fatal("a quote has no end")
			}
			words, rest = append(words, word), after
		default:
			end := strings.IndexAny(rest, " \n")
			words, rest = append(words, rest[:end]), rest[end:]
		}
	}
	return commands
}

// curl sends what curl would for these words.
func curl(t *testing.T, words []string) (status int, body string) {
	t.Helper()
	method, url, data := "", "", ""
	header := http.Header{}
	for i := 1; i < len(words); i++ {
		value := func() string {
			i++
			return words[i]
		}
		switch words[i] {
		case "--json":
			data = value()
			header.Set("Content-Type", "application/json")
			header.Set("Accept", "application/json")
			if method == "" {
				method = http.MethodPost
			}
		case "-X":
			method = value()
		case "-H":
			name, content, _ := strings.Cut(value(), ": ")
			header.Set(name, content)
		default:
			url = words[i]
		}
	}
	if words[0] != "curl" || method == "" || !strings.HasPrefix(url, "http://") {
		t.Fatalf("this is no command of curl: %q", words)
	}
	req, err := http.NewRequest(method, url, strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	resp, err := newVisitor(t).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}
