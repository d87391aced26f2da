// Package docs has the pages of the documentation and their pictures, so that the program can show them.
package docs

import "embed"

// Files has the pages as Markdown, and their pictures. The page README.md lists the others.
//
//go:embed *.md experiments/*.md puzzles/*.md images/*.png images/*.svg puzzles/*.svg
var Files embed.FS
