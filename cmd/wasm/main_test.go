package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// TestVersion checks that make gives the engine and the program the same version, and that the engine
// contains its version.
func TestVersion(t *testing.T) {
	t.Chdir("../..")
	const version = "v9.8.7-6-gabcdef0"
	commands, err := exec.Command("make", "-n", "build", "VERSION="+version).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"./cmd/wasm reports/web/engine '" + version + "'", "/bench/release.described=" + version + "'"} {
		if !strings.Contains(string(commands), want) {
			t.Errorf("make build lacks %q:\n%s", want, commands)
		}
	}
	wasm, err := compile("engine", version)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(wasm, []byte(version)) {
		t.Error("the engine does not contain its version")
	}
}
