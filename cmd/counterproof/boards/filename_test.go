package boards

import (
	"os"
	"path/filepath"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestFileName checks which names parseFileName accepts, and the names of the files in a series.
func TestFileName(t *testing.T) {
	for _, c := range []struct {
		file     string
		n        int
		want     string
		numbered bool
	}{
		{"out.svg", 7, "out.svg", false},
		{"out-%d.svg", 7, "out-7.svg", true},
		{"out-%03d.svg", 7, "out-007.svg", true},
		{"out-%03d.svg", 10000, "out-10000.svg", true},
		{"a/%09d", 12, "a/000000012", true},
		{"5%%-%d%%.svg", 1, "5%-1%.svg", true},
		{"5%%.svg", 1, "5%.svg", false},
		{"%%d.svg", 1, "%d.svg", false},
		{"50%/out.svg", 1, "50%/out.svg", false},
	} {
		name, err := parseFileName(c.file)
		if err != nil || name.at(c.n) != c.want || (name.number != "") != c.numbered {
			t.Errorf("%s: %+v, %v: the file %d is %s, want %s", c.file, name, err, c.n, name.at(c.n), c.want)
		}
	}
	for file, want := range map[string]string{
		"%d-%d.svg": "%d-%d.svg, two", "%5d.svg": `"%5"`, "%00d.svg": `"%0"`, "%010d.svg": `"%0"`, "%s.svg": `"%s"`, "%x%d.svg": `"%x"`,
		"5%.svg": `"%."`, "a%": `"%"`, "%d/a%d.svg": "folder, %d", "50%/%d.svg": "folder, 50%", "%é.svg": `"%é"`,
	} {
		if name, err := parseFileName(file); err == nil || !facttest.States(err.Error(), want) {
			t.Errorf("%s: %+v, error %v, want one that states %s", file, name, err, want)
		}
	}
}

// TestFileNameMeets checks that meets notices two names for one file even if their paths are
// written differently.
func TestFileNameMeets(t *testing.T) {
	dir := t.TempDir()
	for _, link := range [][2]string{{"b", "link"}, {"b/file", "b/linked"}} {
		if err := os.MkdirAll(filepath.Join(dir, "b"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "b/file"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(dir, link[0]), filepath.Join(dir, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a", "a", true}, {"a", "./a", true}, {"a", "b/../a", true}, {"a", "b/a", false}, {"a", filepath.Join(dir, "a"), true},
		{"b/a", "link/a", true}, {"b/file", "b/linked", true}, {"b/a-%d", "link/a-%03d", true}, {"link/a-%d", "b/a-7", true},
		{"a-%d", "a-7", true}, {"a-%d", "a-x", false}, {"a-%d", "a-", false}, {"a-%d.svg", "a-7.png", false}, {"a-%d", "b-%d", false},
		{"/dev/null", "/dev/null", false},
	} {
		a, errA := parseFileName(c.a)
		b, errB := parseFileName(c.b)
		if errA != nil || errB != nil || a.meets(b) != c.want || b.meets(a) != c.want {
			t.Errorf("%s and %s: %v, %v, %v, want %v", c.a, c.b, a.meets(b), errA, errB, c.want)
		}
	}
}
