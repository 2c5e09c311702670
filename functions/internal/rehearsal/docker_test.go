package rehearsal

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// bridge is the address by which the containers of our own daemon reach this
// machine. Nobody else is likely to have it.
const bridge = "172.31.254.1"

// docker is a daemon that has the image of Lambda's runtime.
type docker struct {
	env    []string // by which docker and SAM reach it
	bridge string   // this machine's address, as its containers see it
}

func image() string { return "public.ecr.aws/lambda/provided:al2023-" + architecture() }

// newDocker returns the daemon that answers, if it has the official image or can
// pull it, and starts one otherwise, which ends with the test. Its error says why
// there is none.
func newDocker(t *testing.T) (docker, error) {
	t.Helper()
	if _, err := exec.LookPath("docker"); err != nil {
		return docker{}, err
	}
	if _, err := run(nil, nil, "docker", "version"); err != nil {
		return ownDocker(t)
	}
	if _, err := run(nil, nil, "docker", "image", "inspect", image()); err != nil {
		if _, err := run(nil, nil, "docker", "pull", image()); err != nil {
			return docker{}, fmt.Errorf("a Docker answers, and has no image of Lambda: %w", err)
		}
	}
	at, err := gateway(nil)
	return docker{bridge: at}, err
}

// gateway is this machine's address on Docker's bridge.
func gateway(env []string) (string, error) {
	at, err := run(env, nil, "docker", "network", "inspect", "bridge", "-f", "{{(index .IPAM.Config 0).Gateway}}")
	if err == nil && net.ParseIP(at) == nil {
		err = fmt.Errorf("the bridge of Docker has no address, but %q", at)
	}
	return at, err
}

var errBusybox = errors.New("no static busybox, of which an image could be made")

// ownDocker starts a daemon with everything of its own in a folder, and an image
// made of busybox, for none can be pulled here. It changes no packet filter: the
// containers talk to this machine alone.
func ownDocker(t *testing.T) (docker, error) {
	t.Helper()
	busybox, err := os.ReadFile("/bin/busybox")
	if err != nil {
		return docker{}, errors.Join(errBusybox, err)
	}
	daemon, err := exec.LookPath("dockerd")
	if err != nil {
		return docker{}, err
	}
	folder := t.TempDir()
	if _, err := net.InterfaceByName("docker0"); err != nil {
		t.Cleanup(func() { _ = exec.Command("ip", "link", "delete", "docker0").Run() })
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	d := docker{env: []string{"DOCKER_HOST=unix://" + in("d.sock")}}
	s := start(t, os.Environ(), daemon, "--data-root", in("data"), "--exec-root", in("exec"), "-H", "unix://"+in("d.sock"), "--pidfile", in("d.pid"),
		"--bip", bridge+"/24", "--iptables=false", "--ip6tables=false", "--ip-masq=false", "--ip-forward=false")
	if err := s.await(func() bool { _, err := run(d.env, nil, "docker", "version"); return err == nil }); err != nil {
		return docker{}, err
	}
	files, err := system(busybox)
	if err != nil {
		return docker{}, err
	}
	if _, err := run(d.env, files, "docker", "import",
		"-c", "WORKDIR /var/task", "-c", "ENV LAMBDA_TASK_ROOT=/var/task PATH=/bin", "-", image()); err != nil {
		return docker{}, err
	}
	d.bridge, err = gateway(d.env)
	return d, err
}

// system is the least that SAM's emulator needs around itself, as a tar.
func system(busybox []byte) (*bytes.Buffer, error) {
	var files bytes.Buffer
	w := tar.NewWriter(&files)
	err := w.WriteHeader(&tar.Header{Name: "bin/busybox", Mode: 0o755, Size: int64(len(busybox))})
	if err == nil {
		_, err = w.Write(busybox)
	}
	for _, name := range []string{"sh", "mv", "cp", "chmod", "rm", "mkdir", "ls", "cat"} {
		err = errors.Join(err, w.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: "bin/" + name, Linkname: "busybox"}))
	}
	for _, folder := range []string{"tmp/", "var/task/"} {
		err = errors.Join(err, w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: folder, Mode: 0o1777}))
	}
	return &files, errors.Join(err, w.Close())
}
