//go:build linux

package main

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"counterproof/encode/test/facttest"
)

// TestFullDisk checks commands whose file does not fit on the disk. The command must exit with
// status 1 and print one line that names the file that the user asked for. The old file must
// stay unchanged, and no other file may be left behind.
func TestFullDisk(t *testing.T) {
	needs(t, "unshare", "mount")
	t.Chdir(t.TempDir())
	const board = "....8....91426.5.....1..9..62......55...4..12..7...3..7......53.6..1..7......4..6"
	for args, file := range map[string]string{
		"sheet -o small/x.pdf lightsout":                       "small/x.pdf",
		"plot -o small pentomino 3x20 4x15 5x12":               "small/",
		"show --pdf small/y.pdf sudoku " + board:               "small/y.pdf",
		"solve --sheet small/z.html --number 0 calendar 01-25": "small/z.html",
		"deduce --html small/film.html sudoku " + board:        "small/film.html",
		"certify -o small/year calendar 01-25":                 "small/year/",
	} {
		// Each command writes more than 100 kB. PDF files contain a font.
		script := `mkdir -p small && mount -t tmpfs -o size=100k none small && echo old >small/x.pdf || exit 77
counterproof ` + args + ` 2>err >/dev/null
echo $? $(ls -A small) $(cat small/x.pdf)
cat err`
		out, err := exec.Command("unshare", "-rm", "sh", "-c", script).CombinedOutput()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Skip("*** SKIPPED: nothing can be mounted here: ", string(out))
		}
		state, message, _ := strings.Cut(string(out), "\n")
		if state != "1 x.pdf old" || strings.Count(message, "\n") != 1 || !facttest.States(message, "no space left") {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
		if !strings.Contains(message, "write "+file) || strings.Contains(message, "unfinished") {
			t.Errorf("%s: %q does not name %s, or names a hidden file", args, message, file)
		}
	}
}
