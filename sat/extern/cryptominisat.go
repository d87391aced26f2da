package extern

// cryptominisat5 (https://www.msoos.org/cryptominisat5). One thread, which is
// its default, said here so that the CPU time is that of a run.
var cryptominisat5 = Tool{
	Name:     "cryptominisat5",
	Programs: []string{"cryptominisat5"},
	Package:  "cryptominisat",
	Ask:      []string{"--version"},
	Args:     func(bool) []string { return []string{"--verb", "0", "--threads", "1"} },
}
