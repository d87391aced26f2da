package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFollow checks symbolic links that lead to nothing, to other links, through linked folders, and in
// a circle.
func TestFollow(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.MkdirAll("far/deep", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{
		"one": "none", "absolute": filepath.Join(dir, "none"), "two": "one", "folder": "far/deep",
		"through": "folder/../last", "far/last": "none", "circle": "circle",
	} {
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
	}
	for name, want := range map[string]string{
		"none": "none", "one": "none", "absolute": "none", "two": "none", "through": "far/none", "far/last": "far/none",
	} {
		got, err := Follow(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := os.WriteFile(got, nil, 0o666); err != nil {
			t.Errorf("%s leads to %s: %v", name, got, err)
		}
		if _, err := os.Lstat(filepath.Join(dir, want)); err != nil || os.Remove(got) != nil {
			t.Errorf("%s leads to %s, want %s", name, got, want)
		}
	}
	if got, err := Follow("circle"); err == nil {
		t.Errorf("a circle leads to %s", got)
	}
}
