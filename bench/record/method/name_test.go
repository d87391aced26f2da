package method

import "testing"

func TestParse(t *testing.T) {
	for text, want := range map[string]Name{
		"native":                        {Family: Native, Depth: OwnDepth},
		"native/bitset":                 {Family: Native, Part: "bitset", Depth: OwnDepth},
		"sat":                           {Family: SAT, Depth: OwnDepth},
		"sat/pairwise":                  {Family: SAT, Style: "pairwise", Depth: OwnDepth},
		"sat/cubes":                     {Family: SAT, Variant: Cubes, Depth: OwnDepth},
		"sat/pairwise/cubes=0":          {Family: SAT, Style: "pairwise", Variant: Cubes},
		"sat/cubes=12":                  {Family: SAT, Variant: Cubes, Depth: 12},
		"sat/pairwise/restart":          {Family: SAT, Style: "pairwise", Variant: Restart, Depth: OwnDepth},
		"sat/full":                      {Family: SAT, Variant: Full, Depth: OwnDepth},
		"sat/count":                     {Family: SAT, Variant: Count, Depth: OwnDepth},
		"sat/pairwise/count":            {Family: SAT, Style: "pairwise", Variant: Count, Depth: OwnDepth},
		"brute":                         {Family: Brute, Depth: OwnDepth},
		CountModels:                     {Family: Gophersat, Part: "countmodels", Depth: OwnDepth},
		"extern/clasp":                  {Family: Extern, Part: "clasp", Depth: OwnDepth},
		"extern/cryptominisat/pairwise": {Family: Extern, Part: "cryptominisat", Style: "pairwise", Depth: OwnDepth},
		"rules/hard":                    {Family: Rules, Part: "hard", Depth: OwnDepth},
		"theory":                        {Family: Theory, Depth: OwnDepth},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("Parse(%q).String() = %q", text, got)
		}
	}
	for _, text := range []string{
		"", "/", "sat/", "sat//cubes", "native/a/b", "brute/a/b", "sat/a/b", "sat/cubes=", "sat/cubes=-1", "sat/cubes=01",
		"sat/cubes=1x", "sat/restart=1", "sat/count=1", "sat/cubes/pairwise", "sat/a/cubes/full", "extern/a/b/c", "extern/", "extern/clasp/pairwise/cubes",
	} {
		if n, err := Parse(text); err == nil || n != (Name{}) {
			t.Errorf("Parse(%q) = %+v, %v; want an error and the zero Name", text, n, err)
		}
	}
}

func TestProgram(t *testing.T) {
	for text, want := range map[string]string{
		"sat/pairwise/cubes": "gophersat", CountModels: "gophersat", "extern/clasp/pairwise": "clasp", "sat/count": "", "native/dlx": "", "brute": "", "rules/easy": "",
	} {
		n := MustParse(text)
		if n.Program() != want || n.Formula() != (want != "" || n.Variant == Count) {
			t.Errorf("%s: program %q, formula %v; want %q", text, n.Program(), n.Formula(), want)
		}
	}
}

func TestHasPrefix(t *testing.T) {
	for _, c := range []struct {
		text, prefix string
		want         bool
	}{
		{"sat/pairwise/cubes", "sat", true}, {"sat/pairwise/cubes", "sat/pairwise", true}, {"sat", "sat", true},
		{"sat/pairwise", "sat/pair", false}, {"sat", "sat/pairwise", false}, {"native", "sat", false},
	} {
		if got := HasPrefix(c.text, c.prefix); got != c.want {
			t.Errorf("HasPrefix(%q, %q) = %v", c.text, c.prefix, got)
		}
	}
}
