// Package encode says what a puzzle is: sites, each taking one of finitely many
// values, and rules. The rules of a puzzle are written three times, on purpose,
// in one package below this one: read off the board (Check), as clauses
// (Encode) and as native problems (Reduce). Everything else is shared.
//
// The package knows the shape of a solver but no SAT solver.
package encode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/native"
)

// A Puzzle describes one kind of logic puzzle. It is data.
type Puzzle struct {
	Name, Title  string
	Rules        string   // prose; the first sentence is the summary
	Sites        string   // prose: what a site is, and what each value means
	Example      string   // small, canonical, one solution where the puzzle has such a board
	ExampleCount string   // the number of solutions of Example, decimal; empty means "1"
	Source       string   // where ExampleCount and the rules come from
	Styles       []string // of the formula; the default first
	Formula      int      // version of the formula, from 0: raised when Encode writes other clauses
	Formats      []string // prose, one line a notation that Parse or Import reads; the canonical first

	// Parse reads any one-line notation. Its errors are *ParseError.
	Parse func(text string) (Instance, error)
	// Import reads a whole file in a notation of several lines; nil where
	// there is none. The error is ErrOneLine for a file that is in no such
	// notation, so that it is one instance a line, and else a *ParseError.
	Import func(data []byte) ([]Instance, error)
	// Generate draws a board of the size that keep accepts; nil where there
	// is nothing to draw. The zero Size asks for a board for a cross-check:
	// small enough for brute force, of any size from the smallest and of any
	// kind, contradictory ones too. The same generator state gives the same
	// board. The error is a *SizeError for a size that the puzzle has not, and
	// ctx.Err() soon after ctx has ended.
	Generate func(ctx context.Context, rng *rand.Rand, size Size, keep func(Instance) bool) (Instance, error)
	// Random draws a board of the size at random, whatever its solutions: a
	// question with as many clues as it can have about a picture of which the
	// given share, 0 to 1, is marked (black, a mine, lit). nil where there is no
	// such thing. The errors are those of Generate.
	Random func(rng *rand.Rand, size Size, density float64) (Instance, error)
	// Size is that of the puzzles that the command generate makes unless told
	// otherwise; zero: it makes none.
	Size Size
	// Ambiguous puzzles are made with any number of solutions from one, not with
	// exactly one: most boards of theirs have several, and no clue to add.
	Ambiguous bool
	Sets      []Set
}

// Size is a board's height and width, in cells, and where a puzzle asks for
// them the number of its regions or mines and the cell that is opened first.
type Size struct {
	H, W, N int
	R, C    int // from 1; 0: the puzzle chooses
}

// String is HxW, or WxHnNXxYy in the manner of the game IDs, width first and
// the first cell's column and row from 0, where there is more than that.
func (z Size) String() string {
	if z.N == 0 && z.R == 0 {
		return fmt.Sprintf("%dx%d", z.H, z.W)
	}
	text := fmt.Sprintf("%dx%d", z.W, z.H)
	if z.N > 0 {
		text += fmt.Sprintf("n%d", z.N)
	}
	if z.R > 0 {
		text += fmt.Sprintf("X%dY%d", z.C-1, z.R-1)
	}
	return text
}

// A size is height x width, or in the game IDs' form width x height, regions or
// mines and column and row of the first cell from 0.
var sizeForm = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?(?:n([0-9]{1,4})(?:X([0-9]{1,4})Y([0-9]{1,4}))?)?$`)

// ParseSize reads HxW, one number for both, or WxHnN and WxHnNXxYy.
func ParseSize(text string) (Size, error) {
	bad := fmt.Errorf("want HxW, one number, WxHnN or WxHnNXxYy, x and y from 0, the others from 1, to 9999, got %q", Short(text))
	m := sizeForm.FindStringSubmatch(text)
	if m == nil || m[3] != "" && m[2] == "" {
		return Size{}, bad
	}
	var number [6]int
	for i, digits := range m[1:] {
		number[i+1], _ = strconv.Atoi(digits) // or empty: 0
		if digits != "" && (strconv.Itoa(number[i+1]) != digits || number[i+1] == 0 && i < 3) {
			return Size{}, bad
		}
	}
	z := Size{H: number[1], W: number[2], N: number[3]}
	switch {
	case z.N > 0:
		z.H, z.W = z.W, z.H
	case m[2] == "":
		z.W = z.H
	}
	if m[4] != "" {
		z.R, z.C = number[5]+1, number[4]+1
	}
	return z, nil
}

// A SizeError says that a puzzle has no board of a size.
type SizeError struct {
	Size Size
	Want string // "1 to 100 rows and columns"
}

func (e *SizeError) Error() string { return fmt.Sprintf("a board of %v: want %s", e.Size, e.Want) }

// A Set is a named set of instances in an order of its own, such as the
// calendar's year.
type Set struct {
	Name  string // "year"; with Param, "weekday" is written weekday:PARAM
	Param string // what the parameter is, such as "YYYY"; empty: none
	Doc   string // one line: what is in it, how many
	List  func(param string) ([]Instance, error)
}

// An Instance is one board. It never changes after it is made.
type Instance interface {
	// String is the canonical notation: Parse(String()) is the same board.
	String() string
	// Sites says how many values each site may take, clues aside; at most 256.
	Sites() []int
	// Check returns nil if s keeps the rules and the clues, or else a
	// *Violation. s has the length of Sites and values in range.
	Check(s Solution) error
	// Encode writes the rules and the clues as clauses.
	Encode(e *Encoder)
	// Reduce gives the rules as native problems, the best method first.
	Reduce() []Reduction
	// Draw draws the board as plain text, its lines ended by newlines; nil
	// draws the clues alone.
	Draw(s *Solution) string
}

// Picture draws the instance, with a solution unless s is nil. The title is that of the
// puzzle and the description is the instance and the solution as text. It returns nil
// if the instance has no pictures.
func (p *Puzzle) Picture(in Instance, s *Solution) *draw.Picture {
	pictured, ok := in.(HasPicture)
	if !ok {
		return nil
	}
	picture := pictured.Picture(s)
	picture.Title, picture.Description = p.Title, in.String()
	if s != nil {
		picture.Title += ", a solution"
		picture.Description += " solved by " + s.Format(in.Sites())
	}
	return picture
}

// A Reduction is one native method for an instance, with its decoding.
type Reduction struct {
	Method  string // the NAME of native/NAME
	Version int    // raised when the method's answers or cost can change
	// Search yields every solution once, until yield returns false. Its
	// errors are those of native.Solver.
	Search func(ctx context.Context, st *native.Stats, yield func(Solution) bool) error
	// Count counts without listing; nil where the method only lists.
	Count func(ctx context.Context, st *native.Stats) (*big.Int, error)
	// Orbits counts up to the symmetries of an instance that knows them, without
	// listing; nil where the method only lists.
	Orbits func(ctx context.Context, st *native.Stats) (*big.Int, error)
	// Texts are the native problem's own text forms, by format name ("dlx").
	Texts map[string]func(w io.Writer) error
}

// Native returns the method of a solver whose answers are the values of the sites. It counts
// without listing if the solver is a native.Counter.
func Native(method string, version int, solver native.Solver[[]byte]) Reduction {
	r := Reduction{
		Method:  method,
		Version: version,
		Search: func(ctx context.Context, st *native.Stats, yield func(Solution) bool) error {
			return solver.Search(ctx, st, func(values []byte) bool { return yield(Solution(values)) })
		},
	}
	if c, ok := solver.(native.Counter); ok {
		r.Count = c.Count
	}
	return r
}

// A Solution gives every site its value: s[i] is the value of site i, as a
// byte. It is comparable and sortable.
type Solution string

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Format prints s for an instance with the given sites: one character a site,
// 0-9a-zA-Z for the values 0 to 61; decimals joined by commas where any site
// has more than 62 values.
func (s Solution) Format(sites []int) string {
	var b strings.Builder
	wide := wide(sites)
	for i := range len(s) {
		if !wide {
			b.WriteByte(digits[s[i]])
			continue
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, s[i])
	}
	return b.String()
}

func wide(sites []int) bool {
	for _, n := range sites {
		if n > len(digits) {
			return true
		}
	}
	return false
}

// ParseSolution reads what Format printed. It returns a *ParseError for a
// wrong number of sites, a character that is no value, and a value that its
// site cannot take.
func ParseSolution(text string, sites []int) (Solution, error) {
	var values []int
	var columns []int // of each value, from 1
	if wide(sites) {
		column := 1
		if text != "" {
			for _, f := range strings.Split(text, ",") {
				v, ok := decimal(f)
				if !ok {
					return "", Errorf(1, column, "want a number from 0 to 255, got %q", f)
				}
				values, columns = append(values, v), append(columns, column)
				column += len(f) + 1
			}
		}
	} else {
		for i, r := range text {
			v := strings.IndexRune(digits, r)
			if v < 0 {
				return "", Errorf(1, i+1, "want one of 0-9a-zA-Z, got %q", r)
			}
			values, columns = append(values, v), append(columns, i+1)
		}
	}
	if len(values) != len(sites) {
		return "", Errorf(1, min(len(text), 1<<20)+1, "want %d values, one a site, got %d", len(sites), len(values))
	}
	b := make([]byte, len(values))
	for i, v := range values {
		if v >= sites[i] {
			return "", Errorf(1, columns[i], "site %d takes the values 0 to %d, got %d", i, sites[i]-1, v)
		}
		b[i] = byte(v)
	}
	return Solution(b), nil
}

func decimal(f string) (int, bool) {
	if f == "" || len(f) > 3 {
		return 0, false
	}
	v := 0
	for i := range len(f) {
		if f[i] < '0' || f[i] > '9' {
			return 0, false
		}
		v = 10*v + int(f[i]-'0')
	}
	return v, v <= 255
}

// A Violation says which rule a solution breaks. Its sites break the rule by
// themselves, whatever the other sites hold (a nogood).
type Violation struct {
	Rule  string
	Sites []int
}

func (v *Violation) Error() string {
	if len(v.Sites) == 0 {
		return v.Rule
	}
	return fmt.Sprintf("%s (sites %s)", v.Rule, strings.Trim(fmt.Sprint(v.Sites), "[]"))
}

// A ParseError says where a notation is wrong. Line and Column count from 1;
// a column counts bytes.
type ParseError struct {
	Line, Column int
	Err          error
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *ParseError) Unwrap() error { return e.Err }

// ErrOneLine is Import's error for a file with one instance a line.
var ErrOneLine = errors.New("in no notation of several lines")

// Errorf makes a *ParseError. Of a text, %q quotes what Short returns.
func Errorf(line, column int, format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = quoted(text)
		}
	}
	return &ParseError{line, column, fmt.Errorf(format, args...)}
}
