package cover

// Methods returns all engines for p, the best for p first.
func Methods(p *Problem) []Method {
	m := &memo{p: p}
	return []Method{
		{Name: "bitset", Version: bitsetVersion, Solver: &bitset{p: p}},
		{Name: "memo", Version: memoVersion, Solver: m, Counter: m},
		{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}},
	}
}
