package main

import (
	"flag"
	"io"
	"strings"
	"testing"
)

// Without it a flag or a variable would be passed over, or the mailbox opened to
// the network.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		args []string
		want options
		says string // of the refusal
	}{
		{"defaults", nil, nil, options{addr: "127.0.0.1:8080", data: "./data"}, ""},
		{
			"flags", nil,
			[]string{"-addr", "localhost:0", "-data", "d", "-base-url", "https://play.example/"},
			options{addr: "localhost:0", data: "d", baseURL: "https://play.example"},
			"",
		},
		{
			"environment",
			map[string]string{"FIELDPOST_ADDR": "[::1]:9", "FIELDPOST_DATA": "e", "FIELDPOST_BASE_URL": "http://h:9"},
			nil,
			options{addr: "[::1]:9", data: "e", baseURL: "http://h:9"},
			"",
		},
		{
			"a flag counts more than the environment",
			map[string]string{"FIELDPOST_DATA": "e"},
			[]string{"-data", "f"},
			options{addr: "127.0.0.1:8080", data: "f"},
			"",
		},
		{"all addresses", nil, []string{"-addr", ":8080"}, options{}, "other machines"},
		{"all addresses, spelled out", nil, []string{"-addr", "0.0.0.0:80"}, options{}, "other machines"},
		{"a name", nil, []string{"-addr", "play.example:80"}, options{}, "other machines"},
		{"a name from the environment", map[string]string{"FIELDPOST_ADDR": "10.0.0.1:80"}, nil, options{}, `"10.0.0.1:80"`},
		{"no port", nil, []string{"-addr", "127.0.0.1"}, options{}, "no host and port"},
		{"no folder", nil, []string{"-data", ""}, options{}, "-data is empty"},
		{"no URL", nil, []string{"-base-url", "play.example"}, options{}, `"play.example"`},
		{"another scheme", nil, []string{"-base-url", "ftp://play.example"}, options{}, "-base-url"},
		{"a query", nil, []string{"-base-url", "http://play.example/?a"}, options{}, "-base-url"},
		{"an unknown flag", nil, []string{"-speed", "2"}, options{}, "see -help"},
		{"help", nil, []string{"-help"}, options{}, flag.ErrHelp.Error()},
		{"a word", nil, []string{"serve"}, options{}, `"serve"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world{stderr: io.Discard, env: func(name string) (string, bool) {
				v, ok := c.env[name]
				return v, ok
			}}
			got, err := readOptions(c.args, w)
			if c.says != "" {
				if err == nil || !strings.Contains(err.Error(), c.says) {
					t.Errorf("the error is %v, want one that says %q", err, c.says)
				}
				return
			}
			if err != nil || got != c.want {
				t.Errorf("%+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}
