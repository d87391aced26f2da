package referee

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"counterproof/bench/system/atomicfile"
	"counterproof/sat/extern"
)

// Write writes a finding into its folder, which is a new one in dir for a new finding: the formula, a page
// with both answers, and a script that shows them. The version is that of the program, and the command
// made the finding.
func (f *Finding) Write(dir string, s *Subject, version, command string) error {
	if f.Folder == "" {
		name := filepath.Join(dir, s.Name+"-"+strings.ReplaceAll(f.Fault.Kind, " ", "-"))
		f.Folder = name
		for i := 2; atomicfile.Free(f.Folder) != nil; i++ {
			f.Folder = fmt.Sprintf("%s-%d", name, i)
		}
	}
	form := s.Projection
	if f.Formula.Projected {
		form = cmp.Or(form, extern.ShowLine)
	}
	page := fmt.Sprintf("# %s %s: %s\n\n%s.\n\nThe formula formula.cnf has %v solutions and these properties: %s. Run `sh show.sh` for both\n"+
		"answers. It was shrunk from a formula of the kind \"%s\", which this command found:\n\n    %s\n", s.Name, version, f.Fault.Kind,
		strings.TrimSuffix(f.Fault.Text, "."), f.Count, cmp.Or(strings.Join(f.Traits, ", "), "-"), f.Case.Kind, command)
	return atomicfile.WriteAll(f.Folder, []atomicfile.Named{
		{Name: "formula.cnf", Data: f.Formula.Text(form)},
		{Name: "README.md", Data: []byte(page)},
		{Name: "show.sh", Data: []byte(s.script())},
	})
}

// script returns a shell script that shows the answers of counterproof and of the program.
func (s *Subject) script() string {
	count := "--count "
	if s.Answer != extern.Counts && s.Answer != extern.AllModels {
		count = ""
	}
	command := ""
	for _, w := range s.Command {
		w = strings.NewReplacer("{file}", "formula.cnf", "{answer}", "/dev/stdout", "{models}", "0",
			"{seed}", "0", "{seconds}", "60", "{memory}", "1000").Replace(w)
		command += "'" + strings.ReplaceAll(w, "'", `'\''`) + "' "
	}
	return fmt.Sprintf("#!/bin/sh\n# Prints the answers of counterproof and of %s about formula.cnf.\ncd \"$(dirname \"$0\")\" || exit\n"+
		"echo '== counterproof'\ncounterproof sat %sformula.cnf\necho '== %s'\n%s<formula.cnf\necho \"== exit status $?\"\n",
		s.Name, count, s.Name, command)
}
