// Command wasm compiles the engine for browsers: go run ./cmd/wasm FOLDER [VERSION]. It writes
// three files: engine.wasm.gz is cmd/engine as WebAssembly, printer.wasm.gz is the engine that also
// makes PDF documents, and wasm_exec.js is the script of Go that starts such programs. The
// certificates of the engine name the version. The same code and version give the same files. The
// command must run in the root of the module. The engine is compiled by the go command that is
// first on the PATH. This is the go command of go run, because go run puts itself first on the
// PATH.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/atomicfile"
)

func main() {
	if len(os.Args) != 2 && len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "wasm: want the folder to write to, such as reports/web/engine, and optionally a version, such as v0.1.0")
		os.Exit(2)
	}
	if err := write(os.Args[1], strings.Join(os.Args[2:], "")); err != nil {
		fmt.Fprintln(os.Stderr, "wasm:", err)
		os.Exit(1)
	}
}

// cold lists packages whose speed matters little, because most of the time of an answer is spent elsewhere. In
// them, the compiler does not copy small functions into their callers. This makes the compressed engine
// 9% smaller.
var cold = strings.Fields(`fmt reflect os regexp regexp/syntax encoding/json encoding/xml encoding/hex encoding/base64 image image/png
	compress/flate compress/zlib context errors path path/filepath io/fs syscall internal/... math/big crypto/...
	archive/zip bufio bytes encoding/binary encoding/csv image/color io sort strconv strings time unicode unicode/utf8 unicode/utf16
	hash/... math/rand sync ./sat/cnf ./sat/drat ./sat/opb ./sat/extern ./native/brute ./native/deduce ./native/edges
	./native/hitting ./native/linear ./native/matching ./cmd/engine ./bench/... ./encode/...`)

// flags returns the flags of the compiler for each package.
func flags() []string {
	var all []string
	for _, pattern := range cold {
		all = append(all, "-gcflags="+pattern+"=-l")
	}
	return all
}

// programs lists the compressed programs, and the build tag of each.
var programs = []struct{ name, tag string }{{"engine.wasm.gz", "engine"}, {"printer.wasm.gz", "pdf"}}

// write writes all files into a folder. A file that is up to date stays unchanged.
func write(dir, version string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, p := range programs {
		wasm, err := compile(p.tag, version)
		if err != nil {
			return err
		}
		if packed := filepath.Join(dir, p.name); !bytes.Equal(unpack(packed), wasm) {
			if err := pack(packed, wasm); err != nil {
				return err
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	script, err := os.ReadFile(filepath.Join(string(bytes.TrimSpace(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "wasm_exec.js"), script, 0o666)
}

// compile returns the engine with a build tag as WebAssembly. The version can be empty.
func compile(tag, version string) ([]byte, error) {
	path, err := exec.Command("go", "list", "./bench/release").Output()
	if err != nil {
		return nil, err
	}
	link := "-s -w"
	if version != "" {
		link += " -X " + strings.TrimSpace(string(path)) + ".described=" + version
	}
	work, err := os.MkdirTemp("", "counterproof-wasm")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	program := filepath.Join(work, "engine.wasm")
	build := exec.Command("go", slices.Concat([]string{"build", "-trimpath", "-tags", tag, "-ldflags", link}, flags(), []string{"-o", program, "./cmd/engine"})...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("the engine does not compile: %w", err)
	}
	return os.ReadFile(program)
}

// unpack returns what a compressed file holds. If there is no such file, the result is
// nil.
func unpack(name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil
	}
	return data
}

// pack writes a compressed file. The file appears under its name only when it is complete.
func pack(name string, data []byte) error {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return atomicfile.Write(name, b.Bytes())
}
