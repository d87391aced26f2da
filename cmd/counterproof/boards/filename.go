package boards

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"counterproof/bench/system/atomicfile"
)

// A fileName is the name of a file, or of a series of files with a place for a number.
type fileName struct {
	before, after string
	number        string // the verb for the number between before and after, such as %03d, or ""
}

// verb matches %d and %0Nd, which stand for a number, and all other uses of the percent sign.
var verb = regexp.MustCompile(`%(0[1-9])?d|%.?`)

// parseFileName reads a name that may have one %d or %0Nd. A percent sign is written %%.
func parseFileName(file string) (fileName, error) {
	if !strings.Contains(filepath.Base(file), "%") {
		return fileName{before: file}, nil
	}
	if folder := filepath.Dir(file); strings.Contains(folder, "%") {
		return fileName{}, fmt.Errorf("want %%d in the name of the file, not of its folder %s", folder)
	}
	var name fileName
	part := &name.before
	end := 0
	for _, at := range verb.FindAllStringIndex(file, -1) {
		*part += file[end:at[0]]
		end = at[1]
		switch text := file[at[0]:at[1]]; {
		case text == "%%":
			*part += "%"
		case !strings.HasSuffix(text, "d"):
			return fileName{}, fmt.Errorf("want %%d or %%03d for the number of the picture and %%%% for a percent sign, got %q in %s", text, file)
		case name.number != "":
			return fileName{}, fmt.Errorf("want one %%d or %%03d in %s, got two", file)
		default:
			name.number, part = text, &name.after
		}
	}
	*part += file[end:]
	return name, nil
}

func (f fileName) at(n int) string {
	if f.number == "" {
		return f.before
	}
	return f.before + fmt.Sprintf(f.number, n) + f.after
}

// meets reports whether two names can lead to the same file. Several pictures may be written to a pipe
// or a device, such as /dev/null.
func (f fileName) meets(g fileName) bool {
	if _, _, special := atomicfile.Target(f.before); special && f.number == "" {
		return false
	}
	f, g = f.absolute(), g.absolute()
	return f.covers(g) || g.covers(f)
}

// covers reports whether g is equal to f, or is one of the names in the series f.
func (f fileName) covers(g fileName) bool {
	if f.number == "" || g.number != "" {
		return (f.number == "") == (g.number == "") && f.before == g.before && f.after == g.after
	}
	rest, ok := strings.CutPrefix(g.before, f.before)
	rest, fits := strings.CutSuffix(rest, f.after)
	return ok && fits && rest != "" && strings.Trim(rest, "0123456789") == ""
}

// absolute returns the name with an absolute folder, in which all symbolic links are followed.
func (f fileName) absolute() fileName {
	whole := f.before
	if f.number == "" {
		whole, _, _ = atomicfile.Target(f.before)
	}
	folder, err := filepath.Abs(filepath.Dir(whole))
	if err != nil {
		return f
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	_, base := filepath.Split(whole)
	f.before = folder + string(filepath.Separator) + base
	return f
}
