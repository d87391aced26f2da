package extern

// clasp (https://potassco.org/clasp) lists models: with -n 0 all models, and with --project each
// projected solution once. With --parse-ext it reads the projection from the line `c project`. It
// ignores a `c project` line without variables and would list all models. But without projected
// variables there is at most one solution, so this package then asks clasp for only one model.
//
// Its exit status is a sum: 10 for a model, 20 for the end of the search, and other numbers for
// failures. So 30 means a complete list (clasp_app.h).
//
// With --stats it reports choices and conflicts after the answer, but no propagations.
var clasp = Tool{
	Name:    "clasp",
	Package: "clasp",
	Ask:     []string{"--version"},
	Args:    []string{"--outf=1", "--stats", "--parse-ext", "--project", "-n", "1"},
	All:     []string{"--outf=1", "--stats", "--parse-ext", "--project", "-n", "0"},
	States: wording{
		conflicts: `^c Conflicts *: *(\S*)`,
		decisions: `^c Choices *: *(\S*)`,
	},
}

// cadical (https://fmv.jku.at/cadical) reports its work after the answer unless the option -q
// is given. The option --report=0 omits the progress lines. Debian's package prints sc2021 for
// --version, which is version 1.5.3. Since version 2 there are further figures with the same
// names, indented more (stats.cpp).
var cadical = Tool{
	Name:    "cadical",
	Package: "cadical",
	Ask:     []string{"--version"},
	Args:    []string{"--report=0"},
	States: wording{
		conflicts:    `^c conflicts: *(\S*)`,
		decisions:    `^c decisions: *(\S*)`,
		propagations: `^c propagations: *(\S*)`,
	},
	OmitsZero: true,
}

// kissat (https://fmv.jku.at/kissat) answers like cadical and reports its work after the
// answer, including zeros. This description follows its documentation and its source
// (statistics.c of 1.0.3 to 4.0.4). It was not tried with the program, because Debian 12 has no
// package of it.
var kissat = Tool{
	Name: "kissat",
	Ask:  []string{"--version"},
	States: wording{
		conflicts:    `^c conflicts: *(\S*)`,
		decisions:    `^c decisions: *(\S*)`,
		propagations: `^c propagations: *(\S*)`,
	},
}

// minisat (http://minisat.se) does not print a model. It writes its answer to a result file in
// its own format, which omits the last variables if they occur in no clause. It reads standard
// input only if no input file is named, and the result file is its second argument. So the
// first argument is /dev/stdin. It has no option that prints its version. With -verb=1 its
// output ends with the work of the run.
var minisat = Tool{
	Name:    "minisat",
	Package: "minisat",
	Args:    []string{"-verb=1", "/dev/stdin", answerFile},
	States: wording{
		conflicts:    `^conflicts *: *(\S*)`,
		decisions:    `^decisions *: *(\S*)`,
		propagations: `^propagations *: *(\S*)`,
	},
}

// picosat (https://fmv.jku.at/picosat) can list models with --all, but it does not support
// projection. So the package runs picosat once for each model. With -v it reports its work after
// the answer.
var picosat = Tool{
	Name:    "picosat",
	Package: "picosat",
	Ask:     []string{"--version"},
	Args:    []string{"-v"},
	States: wording{
		conflicts:    `^c (\S+) conflicts$`,
		decisions:    `^c (\S+) decisions$`,
		propagations: `^c (\S+) propagations$`,
	},
}

// cryptominisat5 (https://www.msoos.org/cryptominisat5) runs with one thread. One thread is also
// its default, but the option makes sure that the CPU time is the time of one thread. With --verb 1
// it reports its work before the answer, several times. It rounds propagations to thousands or
// millions, such as 133K, so this package does not record them.
var cryptominisat5 = Tool{
	Name:    "cryptominisat5",
	Package: "cryptominisat",
	Ask:     []string{"--version"},
	Args:    []string{"--verb", "1", "--threads", "1"},
	States: wording{
		conflicts: `^c conflicts *: *(\S*)`,
		decisions: `^c decisions *: *(\S*)`,
	},
}
