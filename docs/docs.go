// Package docs has the pages of the documentation, so that the program can show them.
package docs

import "embed"

// Files has the pages as Markdown. The page README.md lists the others. The pictures of the pages are not
// among the files.
//
//go:embed *.md experiments/*.md puzzles/*.md
var Files embed.FS
