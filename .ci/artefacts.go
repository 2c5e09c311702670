// Command artefacts builds the functions of AWS into a folder for an architecture of
// Go's names, each as FOLDER/NAME/bootstrap and FOLDER/NAME.zip, which is what is
// deployed, and prints how large both are. It fails if a zip is larger than 10 MB.
//
//	artefacts FOLDER ARCH
//
// The same source gives the same bytes: without paths and the state of git, and with
// one date in the zip.
package main

import (
	"archive/zip"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	mostBytes = 10_000_000
	lambda    = "github.com/aws/aws-lambda-go/lambda"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: artefacts FOLDER ARCH")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "artefacts:", err)
		os.Exit(1)
	}
}

func run(folder, arch string) error {
	names, err := functions()
	if err != nil {
		return err
	}
	var large []string
	for _, name := range names {
		program := filepath.Join(folder, name, "bootstrap")
		build := exec.Command("go", "build", "-tags", "lambda.norpc", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./functions/"+name)
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		packed := filepath.Join(folder, name+".zip")
		if err := pack(packed, program); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		bare, zipped := size(program), size(packed)
		fmt.Printf("%-8s %5.1f MB, zipped %4.1f MB\n", name, mega(bare), mega(zipped))
		if zipped > mostBytes {
			large = append(large, name)
		}
	}
	if large != nil {
		return fmt.Errorf("larger than %.0f MB: %s", mega(mostBytes), strings.Join(large, ", "))
	}
	return nil
}

// functions returns the names of the programs that Lambda runs.
func functions() ([]string, error) {
	out, err := exec.Command("go", "list", "-f", `{{if eq .Name "main"}}{{.ImportPath}} {{.Imports}}{{end}}`, "./functions/...").Output()
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(line, " ")
		if strings.Contains(imports, lambda) {
			names = append(names, path[strings.LastIndexByte(path, '/')+1:])
		}
	}
	if names == nil {
		return nil, fmt.Errorf("no program imports %s", lambda)
	}
	return names, nil
}

// pack writes a zip with one program in it.
func pack(to, program string) error {
	source, err := os.Open(program)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	defer target.Close()
	z := zip.NewWriter(target)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	header := &zip.FileHeader{Name: "bootstrap", Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
	header.SetMode(0o755)
	w, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, source); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return target.Close()
}

func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func mega(bytes int64) float64 { return float64(bytes) / 1e6 }
