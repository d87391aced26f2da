package processtest

import (
	"os"
	"testing"
)

// Entries returns the names in a folder, in order and with hidden files.
func Entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}
