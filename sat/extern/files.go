//go:build !js

package extern

import (
	"io"
	"os"
	"path/filepath"
)

// fileName begins the names of files with formulas. The mark of the program follows.
const fileName = "counterproof-"

// writeFile writes the formula to a new file, which the caller must remove.
func writeFile(formula io.Reader) (path string, err error) {
	f, err := os.CreateTemp("", fileName+mark()+"-*.cnf")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, formula)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// removeFiles removes the files of programs with the mark. A process that was killed leaves them.
func removeFiles(mark string) {
	names, _ := filepath.Glob(filepath.Join(os.TempDir(), fileName+mark+"-*.cnf"))
	for _, name := range names {
		_ = os.Remove(name)
	}
}
