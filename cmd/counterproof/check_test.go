//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestCheckScript runs check.sh with a fake go command. For one of the checks, the fake command
// fails or prints something. The script must still run the other checks, and name the failed one.
func TestCheckScript(t *testing.T) {
	needs(t, "sh", "sed", "grep", "diff", "mktemp")
	script, err := os.ReadFile("../check.sh")
	if err != nil {
		t.Fatal(err)
	}
	// The fake logs each call with its folder and GOOS. Then the fake runs fake.sh. In fake.sh,
	// $* is the command, and $where has the folder and GOOS.
	const fake = `#!/bin/sh
where=$PWD/${GOOS:-}
[ "$1" != -C ] || { where=$PWD/$2; shift 2; }
echo "$where $*" >>"$ROOT/calls"
case $* in
"env GOROOT") echo "$ROOT"; exit ;;
"tool -n staticcheck") echo "$ROOT/staticcheck"; exit ;;
esac
. "$ROOT/fake.sh"
`
	for _, c := range []struct{ name, fake, failed, says string }{
		{"all is well", "", "", ""},
		{"an unformatted file", `[ "$0" != "$ROOT/bin/gofmt" ] || echo a.go`, "format", "gofmt -w a.go"},
		{"vet", `[ "$1" != vet ]`, "vet windows darwin wasm", ""},
		{"vet of the other module", `case "$where $*" in *"/cmd/mutate vet "*) exit 1 ;; esac`, "vet", ""},
		{"staticcheck", `[ "$*" != "tool staticcheck ./..." ]`, "staticcheck", ""},
		{"staticcheck of the other module", `case $0$PWD in */staticcheck*/cmd/mutate) exit 1 ;; esac`, "staticcheck", ""},
		{"an unused module", `case $* in "mod tidy"*) echo "-	x.org/unused v1"; exit 1 ;; esac`, "tidy", "x.org/unused"},
		{"the hashes that a proxy lacks", `case $* in "mod tidy"*) echo "+github.com/google/pprof v0 h1:"; exit 1 ;; esac`, "", ""},
		{"go.mod is broken", `case $* in "mod tidy"*) echo no verb >&2; exit 1 ;; esac`, "tidy", "no verb"},
		{"an old page", `case $* in "run ./cmd/docs -check") echo docs/a.md is out of date; exit 1 ;; esac`, "docs", "docs/a.md is out of date"},
		{"Windows", `case $where in */windows) exit 1 ;; esac`, "windows", ""},
		{"a package with other files on Windows", `case "$where $*" in
*" list "*) echo x/same a.go; case $where in */windows) echo x/other a.go b_windows.go ;; esac ;;
*"/windows vet x/other") exit 1 ;;
esac`, "windows", ""},
		{"WebAssembly", `case $where in */js) exit 1 ;; esac`, "wasm", ""},
		{"a wrong type in a script", `case $* in */typescript/bin/tsc) echo TS2322; exit 1 ;; esac`, "scripts", "TS2322"},
		{"a script with another format", `case $* in */biome/bin/biome" ci "*) echo page.js; exit 1 ;; esac`, "scripts", "page.js"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"cmd/check.sh": string(script), "cmd/mutate/go.mod": "", "fake.sh": c.fake + "\n",
				"go": fake, "bin/gofmt": fake, "bin/node": fake, "staticcheck": fake, "out/tools/node_modules/typescript/bin/tsc": "", "out/tools/node_modules/@biomejs/biome/bin/biome": "", "reports/web/tsconfig.json": "",
			} {
				file := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("sh", filepath.Join(dir, "cmd", "check.sh"), filepath.Join(dir, "go"))
			cmd.Env = append(os.Environ(), "ROOT="+dir, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			status, want := 0, ""
			if c.failed != "" {
				status, want = 1, "check: failed: "+c.failed+"\n"
			}
			_ = cmd.Run()
			if got := cmd.ProcessState.ExitCode(); got != status || stderr.String() != want || !strings.Contains(stdout.String(), c.says) {
				calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
				t.Errorf("exit status %d, want %d; stderr %q, want %q; stdout %q, want %q; it called\n%s", got, status, &stderr, want, &stdout, c.says, calls)
			}
		})
	}
}

// TestBenchScript runs bench.sh with a fake go command. The script must find the packages that have
// benchmarks, run all of them even if one fails, and repeat the ratios.
func TestBenchScript(t *testing.T) {
	needs(t, "sh", "awk", "grep", "tee")
	const fake = `#!/bin/sh
for package; do :; done
echo "pkg: counterproof/${package#./}"
case $package in *$FAILING) echo '--- FAIL: BenchmarkB'; exit 1 ;; esac
case "$*" in *"-bench B "*) echo "BenchmarkB/c-2 	1	 500 ns/op	 2.5 xdlx	 7 clues/board" ;; esac
`
	for _, c := range []struct{ name, pattern, failing, stderr string }{
		{"all is well", "B", "none", ""},
		{"one fails", "B", "sat", "bench: failed: sat\n"},
		{"all fail", "B", "", "bench: failed: native/a\nbench: failed: reports/web\nbench: failed: sat\nbench: failed: no benchmark matches B\n"},
		{"nothing matches", "Z", "none", "bench: failed: no benchmark matches Z\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			const benchmark, test = "func BenchmarkB(b *testing.B) {}\n", "func TestB(t *testing.T) {}\n"
			for name, text := range map[string]string{
				"cmd/bench.sh": read(t, "../bench.sh"), "go": fake, "native/a/bench_test.go": benchmark, "native/a/speed_test.go": benchmark,
				"sat/bench_test.go": benchmark, "reports/web/speed_test.go": benchmark, "encode/encode_test.go": test, "bench/README.md": benchmark,
			} {
				file := filepath.Join(dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o777)); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("sh", filepath.Join(dir, "cmd", "bench.sh"), filepath.Join(dir, "go"), c.pattern)
			cmd.Env = append(os.Environ(), "FAILING="+c.failing)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			if (err != nil) != (c.stderr != "") || stderr.String() != c.stderr {
				t.Errorf("%v, stderr %q, want %q; stdout %s", err, &stderr, c.stderr, &stdout)
			}
			log, ratios, _ := strings.Cut(stdout.String(), "\n\n")
			var want, packages []string
			for _, p := range []string{"native/a", "reports/web", "sat"} {
				packages = append(packages, "pkg: counterproof/"+p)
				if c.pattern == "B" && c.failing != "" && p != c.failing {
					want = append(want, p, "BenchmarkB/c-2", "2.5", "xdlx")
				}
			}
			if got := regexp.MustCompile("pkg: .*").FindAllString(log, -1); !slices.Equal(got, packages) {
				t.Errorf("it ran the packages %q, want %q", got, packages)
			}
			if got := strings.Fields(ratios); !slices.Equal(got, want) {
				t.Errorf("it repeats %q, want %q", got, want)
			}
		})
	}
}
