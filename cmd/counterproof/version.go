package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

var versionCommand = &cli.Command{
	Name:      "version",
	Usage:     "the versions of everything",
	ArgsUsage: "no argument",
	Flags:     []cli.Flag{jsonFlag},
	Action: func(c *cli.Context) error {
		if _, err := positional(c, 0, 0); err != nil {
			return err
		}
		return printVersion(c)
	},
}

// A module is a package of others that we are built with.
type module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

func printVersion(c *cli.Context) error {
	v := struct {
		Version string   `json:"version"`
		Commit  string   `json:"commit,omitempty"`
		Go      string   `json:"go"`
		System  string   `json:"system"`
		Modules []module `json:"modules"`
	}{Version: "devel", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
		for _, d := range info.Deps {
			v.Modules = append(v.Modules, module{d.Path, d.Version})
		}
	}
	if c.Bool("json") {
		return json.NewEncoder(c.App.Writer).Encode(v)
	}
	fmt.Fprintf(c.App.Writer, "counterproof %s", v.Version)
	if v.Commit != "" {
		fmt.Fprintf(c.App.Writer, " %s", v.Commit)
	}
	fmt.Fprintf(c.App.Writer, "\n%s %s\n", v.Go, v.System)
	for _, m := range v.Modules {
		fmt.Fprintf(c.App.Writer, "%s %s\n", m.Path, m.Version)
	}
	return nil
}
