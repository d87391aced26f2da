package judge

import (
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
)

// rec reads a record from "METHOD ANSWER". The answer is a count ("native/dlx 7"), a count and a
// digest ("sat 7:ab"), a lower bound ("sat >=5"), a count up to symmetry ("sat /3") or a reason
// ("sat timeout"). For the method named rules, rec returns a record of the task deduce. The third
// part of a method's name is its style ("extern/c/product"). A SAT method without a style gets the
// style pairwise.
func rec(text string) result.Record {
	name, says, _ := strings.Cut(text, " ")
	r := result.Record{Puzzle: "p", Instance: "i", Method: name, Status: result.Unknown}
	says, r.Orbits = strings.CutPrefix(says, "/")
	switch family, rest, _ := strings.Cut(name, "/"); family {
	case "rules":
		r.Task = result.Deduce
	case "sat", "gophersat", "extern":
		r.Style = "pairwise"
		if _, style, ok := strings.Cut(rest, "/"); ok {
			r.Style = style
		}
	}
	k, least := strings.CutPrefix(says, ">=")
	count, digest, _ := strings.Cut(says, ":")
	switch {
	case least:
		r.Status, r.Reason, r.Count = result.AtLeast, result.Limit, k
	case count[0] >= '0' && count[0] <= '9':
		r.Status, r.Reason, r.Count, r.Digest = result.Exact, result.Done, count, digest
	case says == "refused":
		r.Reason, r.Error = result.Error, "refused: too large" // as in records of earlier versions
	case says == "wrong":
		r.Reason, r.Error, r.Verdict = result.Error, "a rule", result.Wrong
	default:
		r.Reason = says
	}
	return r
}

// recs reads several records, separated by commas, each in the form that rec reads.
func recs(text string) []result.Record {
	var all []result.Record
	for _, one := range strings.Split(text, ", ") {
		all = append(all, rec(one))
	}
	return all
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"7", "7", true},
		{"7", "8", false},
		{"7:ab", "7:ab", true},
		{"7:ab", "7:cd", false},
		{"7:ab", "7", true},
		{"7:ab", "8:ab", false},
		{">=7", "7", true},
		{">=7", "100000000000000000000", true},
		{">=8", "7", false},
		{">=10", "9", false},
		{">=10", ">=3", true},
		{"timeout", "7", true},
		{"/3", "7", true},
		{"/3", "/4", false},
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if got := Agree(rec("a "+pair[0]), rec("b "+pair[1])); got != c.want {
				t.Errorf("Agree(%s, %s) = %v", pair[0], pair[1], got)
			}
		}
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name     string
		records  string
		verdicts string // c, w, u
		sets     bool
		problems string
	}{
		{"sets", "native/a 7:x, sat/b 7:x", "cc", true, ""},
		{"counts", "native/a 7, sat/b 7:x", "cc", false, ""},
		{"two sets", "native/a 7:x, sat/b 7:y", "ww", true, "native/a, sat/b, 7"},
		{"two counts", "native/a 216, gophersat/countmodels 343", "ww", false, "native/a, 216, gophersat/countmodels, 343"},
		{"two families against one", "native/a 216:x, gophersat/countmodels 343, sat/b 216:x", "cwc", false,
			"native/a, 216, gophersat/countmodels, 343; gophersat/countmodels, 343, sat/b, 216"},
		{"three of a family against one", "native/a 8, native/b 8, native/c 8, sat/d 7", "wwww", false,
			"native/a, 8, sat/d, 7; native/b, 8, sat/d, 7; native/c, 8, sat/d, 7"},
		{"brute decides", "native/a 8, sat/b 8, brute 7", "wwc", false, "native/a, 8, brute, 7; sat/b, 8, brute, 7"},
		{"at least", "native/a 7, sat/b >=5", "cc", false, ""},
		{"at least too many", "native/a 7, sat/b >=9", "ww", false, "native/a, 7, sat/b, >=9"},
		{"a set between two", "native/a 7:x, sat/b 7:y, other/c 7", "wwc", false, "native/a, sat/b, 7"},
		{"one method", "native/a 7:x", "u", false, "fewer than two methods gave an answer"},
		{"repetitions", "native/a 7:x, native/a 7:x", "uu", true, "fewer than two methods gave an answer"},
		{"timeout and two", "native/a 7:x, sat/b 7:x, brute timeout", "ccu", true, ""},
		{"timeout and one", "native/a 7:x, sat/b timeout", "uu", false, "fewer than two methods gave an answer"},
		{"error", "native/a 7:x, sat/b 7:x, sat/c error", "ccu", true, "sat/c, error"},
		{"killed", "native/a 7:x, sat/b 7:x, sat/c killed", "ccu", true, "sat/c ended with killed"},
		{"brute refuses", "native/a 7:x, sat/b 7:x, brute refused", "ccu", true, ""},
		{"another refuses", "native/a 7:x, sat/b 7:x, sat/c refused", "ccu", true, "sat/c, error"},
		{"brute refuses one", "native/a 7:x, brute refused", "uu", false, "fewer than two methods gave an answer"},
		{"deduced alone", "rules 1:x", "c", false, "fewer than two methods gave an answer"},
		{"deduced, and another", "native/a 1:x, rules 1:x", "cc", true, ""},
		{"deduced against another", "native/a 2:x, rules 1:x", "ww", true, "native/a, 2, rules, 1"},
		{"deduced wrong", "rules wrong, native/a 1:x", "wu", false, "rules, error; "},
		{"deduced, and up to symmetry", "native/a /1, rules 1", "uc", false, ""},
		{"up to symmetry and all", "native/a 7, sat/b 7, native/a /2, sat/b /2", "cccc", false, ""},
		{"up to symmetry backs no other", "native/a 7, sat/b /7", "uu", false, ""},
		{"up to symmetry has no vote", "native/a 8, sat/b 7, extern/c 7, brute /7", "wwwu", false,
			"native/a, 8, sat/b, 7; native/a, 8, extern/c, 7"},
		{"programs on one wrong formula", "native/a 7:x, sat 8:y, extern/c 8:y, extern/d 8:y", "wwww", true,
			"native/a, 7, sat, 8; native/a, 7, extern/c, 8; native/a, 7, extern/d, 8"},
		{"programs on one wrong formula, and brute", "native/a 7:x, sat 8:y, extern/c 8:y, brute 7:x", "cwwc", true,
			"native/a, 7, sat, 8; native/a, 7, extern/c, 8; sat, 8, brute, 7; extern/c, 8, brute, 7"},
		{"a wrong program", "native/a 7:x, sat 7:x, extern/c 7:x, extern/d 6:y", "cccw", true,
			"native/a, 7, extern/d, 6; sat, 7, extern/d, 6; extern/c, 7, extern/d, 6"},
		{"a wrong program and two", "sat 7:x, extern/c 7:x, extern/d 6:y", "ccw", true, "sat, 7, extern/d, 6; extern/c, 7, extern/d, 6"},
		{"a wrong program and one", "extern/c 7:x, extern/d 6:y", "ww", true, "extern/c, 7, extern/d, 6"},
		{"a program is one whatever it is asked", "sat 7:x, gophersat/countmodels 7, extern/d 6:y", "www", false,
			"sat, 7, extern/d, 6; gophersat/countmodels, 7, extern/d, 6"},
		{"two formulas", "extern/b/product 7:x, extern/c/product 7:x, extern/c/pairwise 6:y", "www", true,
			"extern/b/product, 7, extern/c/pairwise, 6; extern/c/product, 7, extern/c/pairwise, 6"},
		{"hybrid backs nobody", "native/a 7:x, hybrid 7:x", "uu", true, "fewer than two methods gave an answer"},
		{"hybrid alone", "hybrid 7:x, sat/b timeout", "uu", false, "fewer than two methods gave an answer"},
		{"hybrid and two others", "native/a 7:x, hybrid 7:x, sat/b 7:x", "ccc", true, ""},
		{"hybrid against one", "native/a 7:x, hybrid 8:y", "ww", true, "native/a, 7, hybrid, 8; fewer than two methods gave an answer"},
		{"hybrid against two", "native/a 7:x, sat/b 7:x, hybrid 8:y", "ccw", true, "native/a, 7, hybrid, 8; sat/b, 7, hybrid, 8"},
		{"hybrid has no vote", "native/a 7:x, hybrid 7:x, sat/b 8:y", "www", true, "native/a, 7, sat/b, 8; hybrid, 7, sat/b, 8"},
		{"a broken rule", "native/a wrong, sat/b 7:x, sat/c 7:x", "wcc", true, "native/a, error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := Compare(recs(c.records))
			verdicts := ""
			for _, r := range b.Records {
				verdicts += r.Verdict[:1]
			}
			if verdicts != c.verdicts {
				t.Errorf("verdicts %s, want %s", verdicts, c.verdicts)
			}
			if b.Sets != c.sets {
				t.Errorf("sets: %v", b.Sets)
			}
			var want []string
			if c.problems != "" {
				want = strings.Split(c.problems, "; ")
			}
			if got := b.Problems(); !slices.EqualFunc(got, want, facttest.States) {
				t.Errorf("problems %q, want the facts %q", got, want)
			}
			if want := strings.Contains(c.verdicts, "w"); b.Wrong() != want {
				t.Errorf("wrong: %v", !want)
			}
			if b.Puzzle != "p" || b.Instance != "i" {
				t.Errorf("of %s %s", b.Puzzle, b.Instance)
			}
		})
	}
}

func TestCompared(t *testing.T) {
	for records, want := range map[string]string{
		"native/a 7:x, sat/b 7:x":       "sets",
		"native/a 7:x, sat/b 7":         "counts",
		"native/a 7:x, sat/b timeout":   "none",
		"native/a 7:x, native/a 7:x":    "none",
		"native/a killed, sat/b killed": "none",
	} {
		if got := Compare(recs(records)).Compared(); got != want {
			t.Errorf("%s: got %q, want %q", records, got, want)
		}
	}
}
