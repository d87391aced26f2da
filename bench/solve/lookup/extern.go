package lookup

import (
	"counterproof/bench/record/method"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// Programs lists the methods extern/NAME whose programs are on PATH, for every puzzle.
func Programs() []string {
	return wording.Each(extern.Found(), func(t *extern.Tool) string { return method.Extern + "/" + t.Name })
}

// ProgramOf returns the outside program of a method extern/NAME, or nil for any other method.
func ProgramOf(name method.Name) *extern.Tool {
	if name.Family != method.Extern {
		return nil
	}
	return extern.Find(name.Part)
}
