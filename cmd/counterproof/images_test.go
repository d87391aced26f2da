package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestImages checks that the pictures of docs/images are the ones that docs/Makefile draws.
func TestImages(t *testing.T) {
	t.Parallel()
	needs(t, "make")
	folder := t.TempDir()
	program, err := exec.LookPath("counterproof")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("make", "-s", "-C", "../../docs", "COUNTERPROOF="+program, "OUT="+folder, "svg").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	drawn, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(drawn) < 10 {
		t.Fatalf("%d pictures, %v", len(drawn), err)
	}
	for _, name := range drawn {
		kept := filepath.Join("../../docs/images", filepath.Base(name))
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := os.ReadFile(kept); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date (%v): run make docs", kept, err)
		}
	}
}
