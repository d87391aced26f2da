package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// cloned lists the functions of a program that are inside a clone of a method. The compiler makes
// such a clone for a method value (x.M without a call). In a clone, Go 1.22 to 1.27 or later does not
// inline the calls that keep a closure on the stack. So x may be on the stack while a closure on the
// heap points to it, and that pointer is wrong after the stack has moved. This bug once crashed
// bench/certificate.Verify.
func cloned(t *testing.T, dir string) []string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", "build", "-o", program, ".")
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

// TestClonedMethods checks that the program has no such function. If it finds one, call the method
// directly or in a function literal.
func TestClonedMethods(t *testing.T) {
	if found := cloned(t, "."); len(found) > 0 {
		t.Errorf("the compiler may have miscompiled %q", found)
	}
}

// TestClonedMethodsCanFail checks that cloned finds the function in a program that the compiler
// miscompiles: it prints 6 instead of 10. If it prints 10, the bug of the compiler is fixed, and
// neither test is needed any more.
func TestClonedMethodsCanFail(t *testing.T) {
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
