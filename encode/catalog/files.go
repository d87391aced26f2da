//go:build !js

package catalog

import (
	"counterproof/encode"
	"counterproof/encode/formula"
	"counterproof/encode/model"
)

// OfFiles lists the puzzles whose instances are files, sorted by name. All does not have them.
func OfFiles() []*encode.Puzzle {
	return []*encode.Puzzle{&formula.Dimacs, &model.MiniZinc, &formula.OPB}
}
