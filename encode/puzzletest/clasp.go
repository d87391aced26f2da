package puzzletest

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
)

// Clasp counts the models of a DIMACS file with the program clasp, under the projection that the
// file names. It stops after the given number of models; 0 means no limit.
func Clasp(file string, most int) (count string, err error) {
	out, _ := exec.Command("clasp", "-n", strconv.Itoa(most), "-q", "--parse-ext", "--project", file).Output() // it exits 10 or 30
	for line := range strings.Lines(string(out)) {
		if name, n, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && strings.TrimSpace(name) == "c Models" {
			return strings.TrimSpace(n), nil
		}
	}
	return "", fmt.Errorf("clasp printed %q", out)
}
