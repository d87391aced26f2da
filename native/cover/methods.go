package cover

// Methods returns all engines for p, the best for p first.
func Methods(p *Problem) []Method {
	return []Method{
		{Name: "bitset", Version: bitsetVersion, Solver: &bitset{p: p}},
		{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}},
	}
}
