package browser

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
	"counterproof/reports/web"
)

// SiteCommand is the command site.
var SiteCommand = &cli.Command{
	Name:  "site",
	Usage: "write the pages of serve into a folder, for any web server",
	Description: console.Describe(
		"Writes the pages of the command serve into a folder that any web server can serve. The solvers run in the browser, as "+
			"WebAssembly. After the first visit, only two things need a network: reports, and the first PDF document that a browser saves.",
		"counterproof site -o site",
		"mkdir -p public && counterproof site -o public/puzzles",
	),
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
