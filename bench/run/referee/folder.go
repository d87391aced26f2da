package referee

import (
	"cmp"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"

	"counterproof/bench/system/atomicfile"
)

// Folder returns the name of a new folder in dir for the finding.
func (f *Finding) Folder(dir string, s *Subject) string {
	name := filepath.Join(dir, s.Name+"-"+strings.ReplaceAll(f.Fault.Kind, " ", "-"))
	path := name
	for i := 2; atomicfile.Free(path) != nil; i++ {
		path = fmt.Sprintf("%s-%d", name, i)
	}
	return path
}

// Write writes a finding into a folder: the formula, a page with both answers, and a script that
// shows them. The version is that of the program, and the command made the finding.
func (f *Finding) Write(path string, s *Subject, version, command string) error {
	form := s.Form
	if f.Formula.Projected {
		form = cmp.Or(form, showForm)
	}
	var page strings.Builder
	fmt.Fprintf(&page, "# %s %s: %s\n\n%s.\n\n", s.Name, version, f.Fault.Kind, strings.TrimSuffix(f.Text, "."))
	for _, b := range f.Because {
		fmt.Fprintf(&page, "- %s\n", b)
	}
	fmt.Fprintf(&page, "\nThe formula formula.cnf has %s. Run `sh show.sh` for both answers. It was shrunk from a formula of\n"+
		"the kind \"%s\", which this command found:\n\n    %s\n", amount(f.Count), f.Shape, command)
	return atomicfile.WriteAll(path, []atomicfile.Named{
		{Name: "formula.cnf", Data: f.Formula.Text(form)},
		{Name: "README.md", Data: []byte(page.String())},
		{Name: "show.sh", Data: []byte(s.script(f))},
	})
}

// script returns a shell script that shows the answers of counterproof and of the program.
func (s *Subject) script(f *Finding) string {
	count := "--count "
	if s.Kind == Solver {
		count = ""
	}
	words := make([]string, len(s.Command))
	input, answer := " <formula.cnf", ""
	for i, w := range s.Command {
		if strings.Contains(w, "{file}") {
			input = ""
		}
		if strings.Contains(w, "{answer}") {
			answer = " 3>&1 >/dev/null"
		}
		words[i] = quote(strings.NewReplacer("{file}", "formula.cnf", "{answer}", "/dev/fd/3", "{models}", "0",
			"{seed}", "0", "{seconds}", "60", "{memory}", "1000").Replace(w))
	}
	return fmt.Sprintf("#!/bin/sh\n# Prints the answers of counterproof and of %s about formula.cnf.\ncd \"$(dirname \"$0\")\" || exit\n"+
		"echo '== counterproof'\ncounterproof sat %sformula.cnf\necho '== %s'\n%s%s%s\necho \"== exit status $?\"\n",
		s.Name, count, s.Name, strings.Join(words, " "), input, answer)
}

// quote quotes a word for a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func amount(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 solution"
	}
	return n.String() + " solutions"
}
