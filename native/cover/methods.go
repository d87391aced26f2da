package cover

// Methods returns all engines for p, the best for p first.
func Methods(p *Problem) []Method {
	return []Method{
		{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}},
	}
}
