package web

import (
	"path"
	"regexp"
	"slices"
)

var imports = regexp.MustCompile(`(?m)^(?:im|ex)port [^"'();=]*"(\.[^"]*)"`)

// Modules lists the scripts that the script of the page imports, directly or not, after the script itself. The
// head of the page names them, so that browsers load them at once instead of one level after the other.
func (v view) Modules() []string {
	all := []string{"assets/shared/frame.js"}
	if v.Scripted() {
		all = []string{"assets/" + v.Name + "/page.js"}
	}
	for i := 0; i < len(all); i++ {
		for _, m := range imports.FindAllSubmatch(sure(files.ReadFile(all[i])), -1) {
			if name := path.Join(path.Dir(all[i]), string(m[1])); !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
