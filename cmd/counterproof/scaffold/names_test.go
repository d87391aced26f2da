package scaffold

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNamesAgainstGo checks that every name that checkName accepts is the name of a package that Go
// can build and import. The test asks the go tool about packages with files of these names. The
// names are operating systems, architectures, build tags, folders with a meaning, and devices of
// Windows.
func TestNamesAgainstGo(t *testing.T) {
	names := strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9
		solaris wasip1 windows zos amd64 arm arm64 loong64 mips ppc64 riscv64 s390x wasm unix cgo gc race ignore
		std cmd tool work test tests main init vendor internal testdata documentation builtin unsafe slices fmt
		aux con nul prn com1 com9 lpt1 lpt9 com conn`)
	t.Chdir(t.TempDir())
	write := func(file, format string, args ...any) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, fmt.Appendf(nil, format, args...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.org/x\n\ngo 1.26\n")
	for _, name := range names {
		write(folder+name+"/"+name+".go", "package %s\n\nvar Puzzle int\n", name)
		write(folder+name+"/"+name+"_test.go", "package %s\n\nimport \"testing\"\n\nfunc Test(*testing.T) {}\n", name)
		write("user/"+name+"/user.go", "package user\n\nimport \"example.org/x/encode/puzzle/%s\"\n\nvar X = %[1]s.Puzzle\n", name)
	}
	list := func(format, folder string) map[string]string {
		t.Helper()
		cmd := exec.Command("go", "list", "-e", "-f", "{{.Dir}}\t"+format, "./"+folder+"/...")
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for line := range strings.Lines(string(out)) {
			dir, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
			said[filepath.Base(dir)] = text
		}
		return said
	}
	files := list("{{len .GoFiles}} {{len .TestGoFiles}}{{if .Error}} error{{end}}", "encode/puzzle")
	imports := list("{{if .Error}}error{{end}}{{if .DepsErrors}}error{{end}}", "user")
	refused := 0
	for _, name := range names {
		err := checkName(name)
		if err != nil {
			refused++
			continue
		}
		if imported, ok := imports[name]; files[name] != "1 1" || !ok || imported != "" {
			t.Errorf("the name %s is accepted, but go says %q of its files and %q of an import", name, files[name], imported)
		}
	}
	if refused == 0 || refused > 16 {
		t.Errorf("%d of %d names are refused", refused, len(names))
	}
	for _, name := range []string{"linux", "amd64", "test", "com", "conn"} {
		if err := checkName(name); err != nil {
			t.Errorf("%s: %v, but Go has no rule about it", name, err)
		}
	}
}
