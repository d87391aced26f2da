package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// cloned lists the functions of a program that are inside a clone of a method. The compiler makes
// such a clone for a method value (x.M without a call). In a clone, the compilers of Go 1.22 to
// 1.27 inline too few calls. So a closure can be on the heap while the closure's variable x is on
// the stack. When the stack moves, the closure's pointer to x becomes wrong. This bug once crashed
// bench/solve/certificate.Verify.
func cloned(t *testing.T, dir string) []string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", "build", "-ldflags=-w", "-o", program, ".") // with the symbols, but without debugging information
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command("go", "tool", "nm", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		if fields := strings.Fields(line); len(fields) >= 3 && strings.EqualFold(fields[1], "t") && strings.Contains(fields[2], "-fm.") {
			found = append(found, fields[2])
		}
	}
	return found
}

// harmless lists functions that are inside a clone and use no variables of the method around them.
// So the bug of the compiler cannot change what they do. The functions are in the file server/log.go
// of nats-server v2.15.2.
var harmless = []string{
	"github.com/nats-io/nats-server/v2/server.(*Server).Errorf-fm.(*Server).Errorf.func1",
	"github.com/nats-io/nats-server/v2/server.(*Server).Noticef-fm.(*Server).Noticef.func1",
	"github.com/nats-io/nats-server/v2/server.(*Server).Warnf-fm.(*Server).Warnf.func1",
}

// TestClonedMethods checks that the function cloned finds nothing in our program that is not known to
// be harmless. If it finds a function, call the method directly or in a function literal.
func TestClonedMethods(t *testing.T) {
	t.Parallel()
	found := slices.DeleteFunc(cloned(t, "."), func(name string) bool { return slices.Contains(harmless, name) })
	if len(found) > 0 {
		t.Errorf("the compiler may have miscompiled %q", found)
	}
}

// TestClonedMethodsCanFail checks that cloned finds a function in a small program that the compiler
// miscompiles, so that this program prints 6 instead of 10. If the program prints 10, the bug of
// the compiler is fixed, and the two tests TestClonedMethods and TestClonedMethodsCanFail can be
// deleted.
func TestClonedMethodsCanFail(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module broken\n\ngo 1.22\n", "main.go": broken} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if found := cloned(t, dir); len(found) == 0 && string(out) != "10\n" {
		t.Errorf("it prints %s and has no cloned method", out)
	} else if string(out) == "10\n" {
		t.Log("this compiler does not have the bug")
	}
}

const broken = `package main

type T struct{ n int }

//go:noinline
func call(f func()) { f() }

func count(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

//go:noinline
func grow(d int) int {
	var a [128]int
	if d == 0 {
		return a[0]
	}
	a[d%128] = grow(d - 1)
	return a[d%128]
}

func (t *T) check() {
	call(func() {
		count(10)(func(i int) bool {
			if i == 5 {
				grow(1000) // the stack moves
			}
			t.n++
			return true
		})
	})
}

func main() {
	t := &T{}
	call(t.check)
	println(t.n)
}
`
