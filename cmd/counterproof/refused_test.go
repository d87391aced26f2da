package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/puzzle/pairplace"
	"counterproof/encode/test/facttest"
	"counterproof/encode/wording"
)

// TestRefused checks that the command show accepts a graph that is not a valid puzzle, and that all
// other commands refuse it.
func TestRefused(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "path.txt")
	if err := os.WriteFile(path, []byte("A B\nB C\nC D\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cycle := "A B\nB C\nC D\nD A\n"
	if err := os.WriteFile(filepath.Join(folder, "cycle.txt"), []byte(cycle), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{"@" + path, "@" + folder} {
		for _, name := range []string{"show", "solve", "count", "crosscheck", "check", "explain", "encode", "decode", "run"} {
			var ins []encode.Instance
			var err error
			app := &cli.App{Commands: []*cli.Command{{Name: name, Action: func(c *cli.Context) error {
				ins, err = console.NewCall(c).ReadInstances(&pairplace.Puzzle, []string{arg})
				return nil
			}}}}
			if err := app.Run([]string{"counterproof", name}); err != nil {
				t.Fatal(err)
			}
			if name == "show" {
				if err != nil || len(ins) == 0 {
					t.Errorf("show %s: %v, %v", arg, ins, err)
				}
				continue
			}
			want := `pairplace "` + wording.Short(arg) + `", colour 2, A, D`
			if usage := new(console.UsageError); err == nil || !facttest.States(err.Error(), want) || !errors.As(err, usage) {
				t.Errorf("%s %s: %v, error %v, want %s", name, arg, ins, err, want)
			}
		}
	}
}
