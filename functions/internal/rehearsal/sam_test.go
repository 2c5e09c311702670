package rehearsal

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asked reports whether this run is for the SAM CLI, which takes a minute and may
// start a Docker. Then nothing may be missing but that.
func asked(t *testing.T) bool {
	t.Helper()
	if os.Getenv("FIELDPOST_SAM") == "" {
		t.Log("left out: the SAM CLI in Docker; make sam-local and make sam-api have it")
		return false
	}
	for _, below := range []string{"dynalite", "sam/bin/sam", "rie"} {
		if _, err := os.Stat(filepath.Join(root, ".tools", below)); err != nil {
			t.Fatalf("%v; run make tools", err)
		}
	}
	return true
}

// cli is the SAM CLI over the functions that it has built.
type cli struct {
	stage   *stage
	docker  docker
	program string
	folder  string // for the built functions, and what is made for a run
}

func newCLI(t *testing.T, d docker, s *stage) *cli {
	t.Helper()
	c := &cli{stage: s, docker: d, program: tool(t, "sam/bin/sam"), folder: t.TempDir()}
	overridden := "Architecture=" + architecture()
	_, err := run([]string{"SAM_CLI_TELEMETRY=0", "ARCHITECTURE=" + architecture()}, nil, c.program, "build", "--build-in-source", "--parallel",
		"--template", filepath.Join(root, "template.yaml"), "--build-dir", c.folder+"/build", "--parameter-overrides", overridden)
	must(t, err)
	text, err := json.Marshal(map[string]any{"Parameters": s.variables})
	must(t, err)
	must(t, os.WriteFile(c.folder+"/variables.json", text, 0o600))
	return c
}

// env is what the SAM CLI finds: nobody to ask for the account, and a home that is
// gone afterwards.
func (c *cli) env() []string {
	return append([]string{
		"SAM_CLI_TELEMETRY=0", "HOME=" + c.folder, "AWS_REGION=eu-central-1", "AWS_DEFAULT_REGION=eu-central-1",
		"AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret",
		"AWS_ENDPOINT_URL_STS=" + c.stage.cloud.URL,
	}, c.docker.env...)
}

// environ is env with what every program has.
func (c *cli) environ() []string { return append(os.Environ(), c.env()...) }

// local returns the arguments of a command of sam local. SAM hands over only the
// variables that the template declares.
func (c *cli) local(command ...string) []string {
	return append(append([]string{"local"}, command...),
		"--template", c.folder+"/build/template.yaml", "--env-vars", c.folder+"/variables.json", "--skip-pull-image",
		"--add-host", name+":"+c.docker.bridge, "--parameter-overrides", "Architecture="+architecture()+" MailFrom=play@fieldpost.example KeyParameter=/club")
}

// name is this machine, for the functions in Docker.
const name = "store.local"

// invoke is sam local invoke, with the event of a move in events/move.json. What has
// no answer in time is asked once more: no function minds an event that comes twice.
func (c *cli) invoke(t testing.TB, function, event string) string {
	t.Helper()
	file := filepath.Join(c.folder, function+".json")
	if function == web {
		file = filepath.Join(root, "events", "move.json")
	}
	must(t, os.WriteFile(file, []byte(event), 0o600))
	answer, err := run(c.env(), nil, c.program, c.local("invoke", function, "-e", file)...)
	if errors.Is(err, context.DeadlineExceeded) {
		t.Logf("asked once more: %v", err)
		answer, err = run(c.env(), nil, c.program, c.local("invoke", function, "-e", file)...)
	}
	must(t, err)
	return answer[strings.LastIndexByte(answer, '\n')+1:]
}

// The same move by the SAM CLI: the template as it stands gives the functions what
// they need. Where Docker cannot start, the emulator has to do.
func TestMoveBySAM(t *testing.T) {
	if !asked(t) {
		return
	}
	d, err := newDocker(t)
	if err != nil {
		t.Logf("left out: the SAM CLI, for Docker cannot start, so that the interface emulator runs the functions: %v", err)
		s := newStage(t, "127.0.0.1", "127.0.0.1")
		s.play(t, newEmulator(t, s))
		return
	}
	s := newStage(t, d.bridge, name)
	s.play(t, newCLI(t, d, s))
}
