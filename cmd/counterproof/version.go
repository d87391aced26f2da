package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/release"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

var versionCommand = &cli.Command{
	Name:  "version",
	Usage: "print the versions of the program, its libraries and solvers",
	Description: console.Describe(
		"Lists the version and commit of the program, the version of Go, all linked Go modules, and the "+
			"outside solvers on PATH. The command \"counterproof --version\" prints only the version of the program.",
		"counterproof version",
		"counterproof version --json",
	),
	ArgsUsage: console.NoArgument,
	Flags:     []cli.Flag{console.JSONFlag},
	Action:    console.Do(printVersion),
}

type module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

type tool struct {
	Method  string `json:"method"`
	Path    string `json:"path"`
	Version string `json:"version,omitempty"`
	Error   string `json:"error,omitempty"` // why the version is not known
}

func tools() []tool {
	found := []tool{}
	for _, t := range extern.Found() {
		p := tool{Method: "extern/" + t.Name}
		p.Path, _ = t.Path()
		var err error
		if p.Version, err = t.Version(); err != nil {
			p.Error = err.Error()
		}
		found = append(found, p)
	}
	return found
}

func printVersion(c *console.Call) error {
	v := struct {
		Version  string   `json:"version"`
		Commit   string   `json:"commit,omitempty"`
		Go       string   `json:"go"`
		System   string   `json:"system"`
		Modules  []module `json:"modules"`
		Programs []tool   `json:"programs"` // on PATH
	}{Version: release.Version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, Programs: tools()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
		v.Modules = wording.Each(info.Deps, func(d *debug.Module) module { return module{d.Path, d.Version} })
	}
	if c.Bool("json") {
		return c.JSON(v)
	}
	fmt.Fprintf(c.Stdout, "counterproof %s", v.Version)
	if v.Commit != "" {
		fmt.Fprintf(c.Stdout, " %s", v.Commit)
	}
	fmt.Fprintf(c.Stdout, "\n%s %s\n", v.Go, v.System)
	for _, m := range v.Modules {
		fmt.Fprintf(c.Stdout, "%s %s\n", m.Path, m.Version)
	}
	for _, p := range v.Programs {
		if p.Error != "" {
			p.Version = "version not known: " + p.Error
		}
		fmt.Fprintf(c.Stdout, "%s %s %s\n", p.Method, p.Version, p.Path)
	}
	return nil
}
