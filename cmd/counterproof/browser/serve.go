// Package browser has the commands that show the workbench in a browser: serve and site, and the
// hidden command answerer, with which serve answers long questions.
package browser

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/ask/pool"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/catalog"
	"counterproof/reports/paper/booklet"
	"counterproof/reports/web"
	"counterproof/reports/web/server"
)

const defaultMemory = 1 << 30

// ServeCommand is the command serve.
var ServeCommand = &cli.Command{
	Name:  "serve",
	Usage: "start a web server with pages to play and analyse boards",
	Description: `The workbench is a set of web pages that analyse boards, offer puzzles to play, and show
experiments. The first line on stdout is the address of the pages. When a page needs an answer, such as a count, it
sends a question to the server. Press Ctrl-C to end the server. By default, only this machine can reach the pages. If
--listen names an address that other machines can reach, the printed address contains a token. Open this whole address
once in each browser. See docs/web.md.

With --api, programs can ask the same questions as the command ask. They send the fields of a question to the path
/v1/QUESTION by POST, with the header Authorization: Bearer TOKEN. See docs/programs.md.
$ counterproof serve
$ counterproof serve --listen 127.0.0.1:0`,
	ArgsUsage: console.NoArgument,
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "listen", Value: "127.0.0.1:8080", Usage: "listen at `ADDR`, a host and a port; port 0 takes a free one"},
		&cli.BoolFlag{Name: "open", Usage: "open the address in the browser of this machine"},
		&cli.StringSliceFlag{Name: "ledger", Usage: "show the experiments of the ledger `FILE` on the page Laboratory; can be repeated"},
		&cli.StringSliceFlag{Name: "reports", Usage: "show the reports in the folder `DIR` on the page Laboratory; can be repeated"},
		console.FileFlag("api", "", "let programs ask questions with the token on the first line of `TOKENFILE`, which only you may read; if the file does not exist, it is made with a random token"),
		console.TimeoutFlag("stop the work on a question after a wall time of `D`; without the flag, after 10 minutes"),
		console.MemoryFlag("stop the work on a question if it uses more than `BYTES` of resident memory; without the flag, 1GiB"),
	},
	Action: console.Do(serve),
}

func serve(c *console.Call) error {
	token := ""
	if name := c.String("api"); name != "" {
		var err error
		if token, err = console.Await(c, func() (string, error) { return readToken(c, name) }); err != nil {
			return err
		}
	}
	listener, err := c.Listen("listen")
	if err != nil {
		return err
	}
	limits := c.Limits()
	pool := &pool.Pool{Memory: cmp.Or(limits.Memory, defaultMemory), Idle: 2}
	defer pool.Close()
	o := server.Options{
		Desk: &ask.Desk{Puzzles: catalog.All(), Files: catalog.OfFiles(), Printer: booklet.Printer{}}, Long: pool.Ask, Address: listener.Address, Token: listener.Token, Limits: server.Limits{Long: limits.Wall},
		API: token, Ledgers: c.StringSlice("ledger"), Reports: c.StringSlice("reports"),
		Panicked: func(name string, value any, stack []byte) {
			c.Say("the question %s: %v\n%s", name, value, stack)
		},
	}
	fmt.Fprintln(c.Stdout, listener.Link)
	if c.Bool("open") {
		if err := openBrowser(listener.Link); err != nil {
			c.Say("cannot start a browser (%v): open the address yourself", err)
		}
	}
	return server.Serve(c, listener, server.New(o))
}

func openBrowser(link string) error {
	words := []string{"xdg-open", link}
	switch runtime.GOOS {
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", link}
	case "darwin":
		words[0] = "open"
	}
	cmd := exec.Command(words[0], words[1:]...)
	err := cmd.Start()
	if err == nil {
		go func() { _ = cmd.Wait() }()
	}
	return err
}

// SiteCommand is the command site.
var SiteCommand = &cli.Command{
	Name:  "site",
	Usage: "write the pages of serve into a folder, for any web server",
	Description: `Writes the pages of the command serve into a folder that any web server can serve. The solvers
run in the browser, as WebAssembly. After the first visit, only two things need a network: reports, and the first PDF
document that a browser saves.
$ counterproof site -o site
$ mkdir -p public && counterproof site -o public/puzzles`,
	ArgsUsage: console.NoArgument,
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "atlas", Usage: "show the reports in the folder `DIR`, which the command atlas has written; without the flag, out/atlas if it exists"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the files into the folder `DIR`; required"},
	},
	Action: console.Do(func(c *console.Call) error {
		if c.String("output") == "" {
			return console.Usagef("site: say where to write with -o DIR")
		}
		atlas, err := atlasFolder(c.String("atlas"))
		if err != nil {
			return err
		}
		if err := web.WriteSite(c.String("output"), atlas); err != nil {
			return err
		}
		warnEmpty(c.Stderr, atlas)
		return nil
	}),
}

func warnEmpty(w io.Writer, atlas fs.FS) {
	if atlas == nil {
		fmt.Fprintln(w, "site: the laboratory shows no experiments, because there is no folder out/atlas: make one with counterproof atlas -o out/atlas, and write the site again")
	}
}

// atlasFolder returns the folder of the atlas that the site shows, or nil.
func atlasFolder(named string) (fs.FS, error) {
	dir := cmp.Or(named, filepath.Join("out", "atlas"))
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return os.DirFS(dir), nil
	}
	if named == "" {
		return nil, nil
	}
	return nil, console.Usagef("site: --atlas: there is no folder %s: make an atlas with counterproof atlas -o %s", dir, dir)
}

// AnswererCommand is the hidden command answerer. The commands serve and ask start processes with it,
// which answer their questions.
var AnswererCommand = &cli.Command{
	Name:      pool.Command,
	Usage:     "answer questions that are given on standard input",
	ArgsUsage: console.NoArgument,
	Hidden:    true,
	Action: console.Do(func(c *console.Call) error {
		return pool.Serve(&ask.Desk{Puzzles: catalog.All(), Files: catalog.OfFiles(), Printer: booklet.Printer{}}, os.Stdin, c.Stdout)
	}),
}

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
