package browser

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"counterproof/cmd/counterproof/console"
)

const shortestToken = 16

// readToken returns the first line of a file: the token of programs. If the file does not exist, readToken
// creates it with a random token.
func readToken(c *console.Call, name string) (string, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return "", c.Usagef("--api: %w", err)
		}
		c.Say("the file %s is new: its token lets programs ask questions", name)
		token := rand.Text()
		_, err = fmt.Fprintln(f, token)
		return token, errors.Join(err, f.Close())
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" { // Windows has no such bits
		return "", c.Usagef("--api: other users may read or write %s: change this with chmod 600 %[1]s", name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", c.Usagef("--api: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	token := strings.TrimSpace(line)
	if len(token) < shortestToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", c.Usagef("--api: want %d or more letters, digits and signs without spaces on the first line of %s; if the file does not exist, serve makes one", shortestToken, name)
	}
	return token, nil
}
