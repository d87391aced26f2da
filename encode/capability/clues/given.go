package clues

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native"
)

// TakesGiven is an instance whose native methods can start from given values.
type TakesGiven interface {
	encode.Instance
	// ReduceGiven returns methods with the same names as the methods of Reduce. They find only the
	// solutions that have the given values. values[i] is the value of site i, or NotGiven.
	// ReduceGiven may keep the slice values, so the caller must not change it.
	ReduceGiven(values []int) []encode.Reduction
}

// A Given states that a site must have a value. Sites and values count from 0, as in the lines "c
// site" of a formula.
type Given struct{ Site, Value int }

// ParseGiven reads SITE=VALUE pairs, joined by commas, for an instance whose method Sites returns
// the parameter sites. The result is sorted by site and has every pair once. An empty text gives no
// pair. The errors are *ParseError: for a text that is not a pair, for a site or a value that does
// not exist, and for two different values of one site.
func ParseGiven(text string, sites []int) ([]Given, error) {
	if text == "" {
		return nil, nil
	}
	value := map[int]int{}
	var all []Given
	column := 1
	for pair := range strings.SplitSeq(text, ",") {
		left, right, ok := strings.Cut(pair, "=")
		site, okSite := natural(left)
		v, okValue := natural(right)
		at := column + len(left) + 1 // of the value
		old, twice := value[site]
		switch {
		case !ok || !okSite || !okValue:
			return nil, encode.Errorf(1, column, "want SITE=VALUE, two numbers from 0, got %q", pair)
		case len(sites) == 0:
			return nil, encode.Errorf(1, column, "the instance has no sites, got site %d", site)
		case site >= len(sites):
			return nil, encode.Errorf(1, column, "want a site from 0 to %d, got %d", len(sites)-1, site)
		case v >= sites[site]:
			return nil, encode.Errorf(1, at, "site %d takes the values 0 to %d, got %d", site, sites[site]-1, v)
		case twice && old != v:
			return nil, encode.Errorf(1, at, "site %d cannot have both value %d and value %d", site, old, v)
		case !twice:
			value[site] = v
			all = append(all, Given{site, v})
		}
		column += len(pair) + 1
	}
	slices.SortStableFunc(all, func(a, b Given) int { return a.Site - b.Site })
	return all, nil
}

// HasNamedValues is an instance whose language has names for the sites and their values.
type HasNamedValues interface {
	encode.Instance
	SiteName(site int) string
	// ReadValue returns the number of a value of a site. The error is a *ParseError.
	ReadValue(site int, text encode.Span) (int, error)
	ValueName(site, value int) string // the text that ReadValue reads
}

// ReadGiven works like ParseGiven. For an instance with named values, a pair may also have the names of the site
// and the value, such as q[1,2]=3.
func ReadGiven(in encode.Instance, text string) ([]Given, error) {
	named, ok := in.(HasNamedValues)
	if !wording.Files || !ok || text == "" { // only instances that are files have such names
		return ParseGiven(text, in.Sites())
	}
	sites := map[string]int{}
	for i := range in.Sites() {
		sites[named.SiteName(i)] = i
	}
	var pairs []string
	for pair := encode.OneLine(text); ; {
		depth := 0
		end := strings.IndexFunc(pair.Text, func(r rune) bool {
			switch {
			case strings.ContainsRune("[({", r):
				depth++
			case strings.ContainsRune("])}", r):
				depth--
			}
			return r == ',' && depth <= 0
		})
		this := pair
		if end >= 0 {
			this = pair.Until(end)
		}
		left, right, _ := this.Cut("=")
		if site, found := sites[left.Trim().Text]; found {
			v, err := named.ReadValue(site, right.Trim())
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, FormatGiven([]Given{{site, v}}))
		} else if _, number := natural(left.Text); number {
			pairs = append(pairs, this.Text)
		} else {
			return nil, left.Errorf("want the name of a site, such as %s, got %q", someName(named), left.Text)
		}
		if end < 0 {
			return ParseGiven(strings.Join(pairs, ","), in.Sites())
		}
		pair = pair.From(end + 1)
	}
}

func someName(in HasNamedValues) string {
	if len(in.Sites()) == 0 {
		return "none, because there is none"
	}
	return in.SiteName(0)
}

// natural reads a number from 0 to 999,999,999 without superfluous digits.
func natural(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && len(text) < 10 && strconv.Itoa(n) == text && n >= 0
}

// FormatGiven prints pairs in the form that ParseGiven reads.
func FormatGiven(all []Given) string {
	return strings.Join(wording.Each(all, func(g Given) string { return strconv.Itoa(g.Site) + "=" + strconv.Itoa(g.Value) }), ",")
}

// NameGiven prints pairs in the form that ReadGiven reads, with names if the instance has such names.
func NameGiven(in encode.Instance, all []Given) string {
	named, ok := in.(HasNamedValues)
	if wording.Files && ok {
		text := strings.Join(wording.Each(all, func(g Given) string { return named.SiteName(g.Site) + "=" + named.ValueName(g.Site, g.Value) }), ",")
		if read, err := ReadGiven(in, text); err == nil && slices.Equal(read, all) { // quoted names may have commas
			return text
		}
	}
	return FormatGiven(all)
}

// Restrict returns a new instance. Its solutions are the solutions of the old instance that have
// the given values. The text, the sites and the drawing do not change. If there are no given
// values, Restrict returns the old instance. The sites in the parameter given must all be
// different, and each site must be able to take its value.
//
// The formula of the new instance has clauses that give the sites their values. If the old instance
// implements TakesGiven, the native methods come from ReduceGiven. If not, the native methods list
// all solutions of the old instance and drop the solutions with other values. Such a search takes
// as long as a search for all solutions, and cannot count without listing.
func Restrict(in encode.Instance, given []Given) encode.Instance {
	if len(given) == 0 {
		return in
	}
	r := &restricted{Instance: in, given: given, values: slices.Repeat([]int{NotGiven}, len(in.Sites()))}
	for _, g := range given {
		r.values[g.Site] = g.Value
	}
	return r
}

// Unrestricted returns the instance from which Restrict has made in, and the given value of each site, which may
// be NotGiven. For any other instance, there are no values.
func Unrestricted(in encode.Instance) (board encode.Instance, values []int) {
	if r, ok := in.(*restricted); ok {
		return r.Instance, r.values
	}
	return in, nil
}

// NotGiven stands for a site without a given value in the argument of ReduceGiven.
const NotGiven = -1

// A restricted is an instance with given values. It implements none of the optional interfaces except
// encode.HasText.
// HasSymmetries, for example, would be wrong, because given values break the symmetries of a board.
type restricted struct {
	encode.Instance
	given  []Given
	values []int // by site
}

// Check reports a broken rule or a contradicted given value. Of two violations, it reports the one
// whose last site comes first, so that brute force can skip more assignments.
func (r *restricted) Check(s encode.Solution) error {
	err := r.Instance.Check(s)
	wide := len(s) > len(r.values)
	for i, v := range r.values {
		if v == NotGiven || s.At(wide, i) == v {
			continue
		}
		if old, ok := err.(*encode.Violation); ok && (len(old.Sites) == 0 || slices.Max(old.Sites) < i) {
			return err
		}
		return &encode.Violation{Rule: "site " + strconv.Itoa(i) + " has another value than the given " + strconv.Itoa(v), Sites: []int{i}}
	}
	return err
}

// FormatSolution prints a solution as the old instance does.
func (r *restricted) FormatSolution(s encode.Solution) string {
	return encode.FormatSolution(r.Instance, s)
}

// ParseSolution reads a solution as the old instance does.
func (r *restricted) ParseSolution(text string) (encode.Solution, error) {
	return encode.ReadText(r.Instance, text)
}

func (r *restricted) Encode(e *encode.Encoder) {
	r.Instance.Encode(e)
	for _, g := range r.given {
		e.Require(g.Site, g.Value)
	}
}

func (r *restricted) Reduce() []encode.Reduction {
	if native, ok := r.Instance.(TakesGiven); ok {
		return native.ReduceGiven(slices.Clone(r.values))
	}
	return Having(r.Instance.Reduce(), r.values)
}

// ReduceMore does the work of ReduceGiven for an instance whose clues give the values of sites. It
// adds the given values as clues. The function clue returns the value that the instance gives to a
// site, or NotGiven. If a given value contradicts a clue, the methods find nothing.
func ReduceMore(in HasValueClues, clue func(site int) int, values []int) []encode.Reduction {
	s := make([]byte, len(values))
	var sites []int
	for i, v := range values {
		switch old := clue(i); {
		case v == NotGiven:
		case old != NotGiven && old != v:
			return Unsolvable(in.Reduce())
		default:
			s[i] = byte(v)
			sites = append(sites, i)
		}
	}
	return in.WithValues(encode.Solution(s), sites).Reduce()
}

// Having makes a new method from each method in the parameter all. The new method searches for all
// solutions, but yields only the solutions with the given values. It cannot count without listing,
// and has no text. The parameter values has the same form as in TakesGiven.
func Having(all []encode.Reduction, values []int) []encode.Reduction {
	return wording.Each(all, func(r encode.Reduction) encode.Reduction {
		search := func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			var over error
			err := r.Search(ctx, st, func(s encode.Solution) bool {
				if has(s, values) {
					return yield(s)
				}
				over = ctx.Err() // the search may run for long before it looks at ctx itself
				return over == nil
			})
			return cmp.Or(over, err)
		}
		return encode.Reduction{Method: r.Method, Version: r.Version, Search: search}
	})
}

func has(s encode.Solution, values []int) bool {
	wide := len(s) > len(values)
	for i, v := range values {
		if v != NotGiven && s.At(wide, i) != v {
			return false
		}
	}
	return true
}

// Unsolvable makes, for each method in the parameter all, a new method with the same name. The new
// methods find no solution and count 0. A puzzle returns these methods if a given value contradicts
// a clue at the same site, because the notation of the puzzle cannot express such a board.
func Unsolvable(all []encode.Reduction) []encode.Reduction {
	return wording.Each(all, func(r encode.Reduction) encode.Reduction {
		none := encode.Reduction{Method: r.Method, Version: r.Version}
		none.Search = func(ctx context.Context, _ *native.Stats, _ func(encode.Solution) bool) error { return ctx.Err() }
		if r.Count != nil {
			none.Count = func(ctx context.Context, _ *native.Stats) (*big.Int, error) { return new(big.Int), ctx.Err() }
		}
		return none
	})
}
