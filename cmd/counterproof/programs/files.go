package programs

import (
	_ "embed"

	"github.com/urfave/cli/v2"

	"counterproof/cmd/counterproof/console"
)

//go:embed counterproof.py
var pythonFile string

//go:embed protocol-v1.json
var schemaFile string

// fileFlags print a file for programs instead of answering questions.
var fileFlags = []cli.Flag{
	&cli.BoolFlag{Name: "python", Usage: "only print the file counterproof.py, with which Python programs ask questions"},
	&cli.BoolFlag{Name: "schema", Usage: "only print the JSON Schema of all questions and answers"},
}

// file returns the file that a flag asks for, or "".
func file(c *console.Call) string {
	switch {
	case c.Bool("python"):
		return pythonFile
	case c.Bool("schema"):
		return schemaFile
	}
	return ""
}
