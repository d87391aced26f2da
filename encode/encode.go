// Package encode defines what a puzzle is: a board with sites, each of which takes one of finitely
// many values, and rules that the values must obey. Each puzzle has a package of its own below this
// one. That package states the rules three times, on purpose: as a test of a solution (Check), as
// clauses (Encode) and as native problems (Reduce). Everything else is shared by all puzzles.
//
// The package knows the interface of a solver but imports no SAT solver.
package encode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
)

// A Puzzle describes one kind of logic puzzle. Its fields are only data and functions.
type Puzzle struct {
	Name, Title  string
	Rules        string   // prose that also suits readers of a printed board; the first sentence is the summary
	Signs        string   // prose: what the signs in notations and in drawings as text mean; may be empty
	Paper        string   // prose: how to read a picture of a board and how to solve it with a pencil; may be empty
	Sites        string   // prose: what a site is, and what each value means
	Example      string   // small, in canonical notation, with one solution if the puzzle has such a board
	ExampleCount string   // the number of solutions of Example in decimal; empty means "1"
	Source       string   // the source of ExampleCount and the rules
	Styles       []string // the styles of the formula, the default first
	Formula      int      // the version of the formula, from 0: raised whenever a change makes Encode write other clauses
	Formats      []string // prose, one line for each notation that Parse or Import reads; the canonical one first
	Hybrid       string   // the reason why the default method is hybrid, as the end of a sentence; empty: the default is native
	HashCells    bool     // whether '#' is a cell in a notation; then a comment must have a letter after '#'

	// Parse reads any one-line notation. Its errors are *ParseError.
	Parse func(text string) (Instance, error)
	// Import reads a whole file in a notation of several lines. For a file in any other notation,
	// Import returns ErrOneLine, and the caller reads the rows of a board on several lines, or each
	// line with Parse. The text is in UTF-8, and its lines end with '\n'. It may have comments, which
	// files.Uncomment removes. Import is nil if the puzzle has no notation of several lines. All
	// other errors are *ParseError.
	Import func(data []byte) ([]Instance, error)
	// OfFile makes the instance that is a file with the given base name and contents. Only the puzzles of
	// files have this function. The parameter project lists the projected variables, such as "1,2", or is
	// nil; then the file names them. The errors are *ParseError.
	OfFile func(name string, data []byte, project *string) (Instance, error)
	// Generate is nil if the puzzle has no generator.
	Generate Generate
	// Random makes a random board of the given size. The board may have any number of solutions.
	// The density, 0 to 1, is the share of marked cells (black, a mine, lit) or the probability
	// that a cell is marked. The board gets every clue about its marked cells that the notation
	// permits. Random is nil for puzzles without such boards. Random returns the same errors as
	// Generate.
	Random func(rng *rand.Rand, size Size, density float64) (Instance, error)
	// FromPicture reads a picture from the bytes of a drawing or an image, and makes the board
	// whose solution is this picture. The parameter threshold, 0 to 1, is the brightness below
	// which a pixel is black; nil means UsualThreshold. FromPicture is nil for puzzles whose
	// solutions are not pictures. The error is a *ParseError, or ErrThreshold if a threshold is
	// given for a picture that has only black and white cells.
	FromPicture func(data []byte, threshold *float64) (Instance, error)
	// Size is the default size of boards that the command generate makes. If Size is zero, the
	// command makes no boards of the puzzle.
	Size Size
	// Sizes lists sizes that people choose from, separated by semicolons. Each size may be followed by
	// its name: "9x9n10X4Y4 beginner 9x9, 10 mines; ...". If it is not empty, Size is one of them.
	Sizes string
	// Ambiguous says that generated boards may have several solutions instead of exactly one. Most
	// boards of such a puzzle have several solutions, and no clue can be added.
	Ambiguous bool
	// Paired says that a solution pairs the columns of each row, and that the value of a cell is the
	// other column of its pair. If column a has the value b, then column b has the value a.
	Paired bool
	Sets   []Set
	Daily  Daily // how the board of the day is chosen
	Beyond Beyond
}

// Beyond names the boards that the human techniques up to the level Than do not solve. The command
// generate accepts the name Level as a difficulty. The zero value names nothing.
type Beyond struct{ Level, Than string }

// A Generate makes a random board of the given size for which the function keep returns true. The zero
// Size asks for a board for a cross-check, which is small enough for brute force and may have
// contradictory clues. The same state of rng gives the same board. The error is a *SizeError if the
// puzzle has no boards of the size. When ctx ends, a Generate soon returns ctx.Err().
type Generate func(ctx context.Context, rng *rand.Rand, size Size, keep func(Instance) bool) (Instance, error)

// ExampleBoard returns the board of Example. It panics if Parse cannot read it, which no puzzle that
// passes its tests allows.
func (p *Puzzle) ExampleBoard() Instance {
	in, err := p.Parse(p.Example)
	if err != nil {
		panic(fmt.Sprintf("%s: the example: %v", p.Name, err))
	}
	return in
}

// FullRules returns the rules, followed by the meaning of the signs in notations and drawings.
func (p *Puzzle) FullRules() string { return strings.TrimSpace(p.Rules + " " + p.Signs) }

// A Lookup finds a puzzle by its name. It returns nil if no puzzle has the name.
type Lookup func(name string) *Puzzle

// UsualThreshold is the brightness below which a pixel of an image is black, if nobody states another.
const UsualThreshold = 0.5

// ErrThreshold is the error of FromPicture for a threshold with a picture that has no brightness.
var ErrThreshold = errors.New("a threshold applies to images with brightness only, and every cell of this picture is black or white")

// A Size is the height H and width W of a board in cells. Some puzzles also need the number N of
// regions or mines, and the row R and column C of the cell that is opened first.
type Size struct {
	H, W, N int
	R, C    int // count from 1; 0 means that the puzzle chooses
}

// String returns HxW if the size has only a height and a width. For other sizes, String returns the
// form of the game IDs, WxHnN or WxHnNXxYy. This form begins with the width. Its numbers x and y
// are the column and row of the first cell, counted from 0.
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

// sizeForm matches HxW, one number, or the form of the game IDs: width x height, the number of
// regions or mines, and the column and row of the first cell, counted from 0.
var sizeForm = regexp.MustCompile(`^([0-9]{1,4})(?:x([0-9]{1,4}))?(?:n([0-9]{1,4})(?:X([0-9]{1,4})Y([0-9]{1,4}))?)?$`)

// ParseSize reads HxW, one number for both height and width, WxHnN or WxHnNXxYy.
func ParseSize(text string) (Size, error) {
	bad := fmt.Errorf("want HxW, one number, WxHnN or WxHnNXxYy, with x and y from 0 to 9999 and the other numbers from 1 to 9999, got %q", wording.Short(text))
	m := sizeForm.FindStringSubmatch(text)
	if m == nil || m[3] != "" && m[2] == "" {
		return Size{}, bad
	}
	var number [6]int
	for i, digits := range m[1:] {
		number[i+1], _ = strconv.Atoi(digits) // an empty text gives 0
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

// A SizeError reports that a puzzle has no boards of the requested size.
type SizeError struct {
	Size Size
	Want string // "1 to 100 rows and columns"
}

func (e *SizeError) Error() string { return fmt.Sprintf("a board of %v: want %s", e.Size, e.Want) }

// A Set is a named list of instances in a fixed order, such as the calendar's year.
type Set struct {
	Name  string // "year"; if Param is not empty, "weekday" is written weekday:PARAM
	Param string // a word for the parameter, such as "YYYY"; empty if there is none
	Doc   string // one line: what the set contains and how many instances it has
	List  func(param string) ([]Instance, error)
}

// An Instance is one board of a puzzle. It never changes after it is made.
type Instance interface {
	// String returns the canonical notation, from which Parse makes an equal board.
	String() string
	// Sites returns, for each site, the number of values that the site may take if the clues are
	// ignored. No number is above 2^31.
	Sites() []int
	// Check returns nil if s obeys the rules and the clues, or else a *Violation. Instances that are files
	// may also return ErrUndecided. The caller makes sure that s has a value for each site, below the
	// number of values that Sites returns.
	Check(s Solution) error
	// Encode writes the rules and the clues as clauses.
	Encode(e *Encoder)
	// Reduce returns the native methods for this board, the best one first. Only files have none; see Best.
	Reduce() []Reduction
	// Draw draws the board as plain text. Every line ends with a newline. If s is nil, Draw draws
	// only the clues.
	Draw(s *Solution) string
}

// Picture draws the instance, and the solution s unless s is nil. The title of the picture is the
// title of the puzzle. The description is the instance and the solution as text. Picture returns
// nil if the instance cannot be drawn as a picture.
func (p *Puzzle) Picture(in Instance, s *Solution) *draw.Picture {
	pictured, ok := in.(HasPicture)
	if !ok {
		return nil
	}
	picture := pictured.Picture(s)
	picture.Title, picture.Description = p.Title, in.String()
	if s != nil {
		picture.Title += ", a solution"
		picture.Description += " solved by " + FormatSolution(in, *s)
	}
	return picture
}

// A Reduction is one native method applied to an instance. It turns the answers of the native
// engine into solutions of the instance.
type Reduction struct {
	Method  string // the NAME of the package native/NAME
	Version int    // raised when the method's answers or cost can change
	// Search yields every solution once, until yield returns false. It returns the same errors as
	// native.Solver.
	Search func(ctx context.Context, st *native.Stats, yield func(Solution) bool) error
	// Count returns the number of solutions without listing them. Count is nil if the method can
	// only list.
	Count func(ctx context.Context, st *native.Stats) (*big.Int, error)
	// Orbits returns the number of solutions up to symmetry without listing them. Orbits is nil if
	// the method can only list, or does not know the symmetries of the instance.
	Orbits func(ctx context.Context, st *native.Stats) (*big.Int, error)
	// Walk starts a search that can pause. Walk is nil if the method cannot pause.
	Walk func(ctx context.Context, st *native.Stats) (native.Walk, error)
	// Texts holds a function for each text format, under the name of the format, such as "dlx". The
	// function writes the native problem in this format.
	Texts map[string]func(w io.Writer) error
}

// Native makes a Reduction from a solver whose answers are already the values of the sites. The
// Reduction has a Count if the solver is a native.Counter.
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

// Decoded makes a Reduction from a native problem that can be listed and counted. The function problem
// makes the problem whenever the method is used. The function decode turns its answers into solutions.
func Decoded[A any, P interface {
	native.Solver[A]
	native.Counter
}](method string, version int, problem func() P, decode func(A) Solution) Reduction {
	return Reduction{
		Method:  method,
		Version: version,
		Search: func(ctx context.Context, st *native.Stats, yield func(Solution) bool) error {
			return problem().Search(ctx, st, func(a A) bool { return yield(decode(a)) })
		},
		Count: func(ctx context.Context, st *native.Stats) (*big.Int, error) { return problem().Count(ctx, st) },
	}
}

// A Solution holds the value of every site. If every site has at most 256 values, s[i] is the value of
// site i, as a byte; see Wide for other instances. Solutions can be compared and sorted.
type Solution string

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Format prints the solution s of an instance whose method Sites returns the parameter sites. It
// prints one character per site: 0-9a-zA-Z for the values 0 to 61. If any site has more than 62
// values, it prints decimal numbers joined by commas.
func (s Solution) Format(sites []int) string {
	if wide(sites) {
		return strings.Join(wording.Each(s.Values(Wide(sites)), strconv.Itoa), ",")
	}
	text := []byte(s)
	for i, v := range text {
		text[i] = digits[v]
	}
	return string(text)
}

func wide(sites []int) bool {
	return slices.ContainsFunc(sites, func(n int) bool { return n > len(digits) })
}

// ParseSolution reads a solution in the form that Format prints. It returns a *ParseError if the
// text does not have one value for each site, if a character does not denote a value, or if a site
// cannot take its value.
func ParseSolution(text string, sites []int) (Solution, error) {
	var values []int
	var places []Span
	most := 255
	if Wide(sites) {
		most = slices.Max(sites) - 1
	}
	switch line := OneLine(text); {
	case !wide(sites):
		for i, r := range text {
			v := strings.IndexRune(digits, r)
			if v < 0 {
				return "", line.From(i).Errorf("want one of 0-9a-zA-Z, got %q", r)
			}
			values, places = append(values, v), append(places, line.From(i))
		}
	case text != "":
		places = line.Split(",", len(text)+1)
		for _, f := range places {
			v, ok := Number(f.Text, most)
			if !ok || len(f.Text) > len(strconv.Itoa(most)) {
				return "", f.Errorf("want a number from 0 to %d, got %q", most, f.Text)
			}
			values = append(values, v)
		}
	}
	if len(values) != len(sites) {
		return "", Errorf(1, min(len(text), 1<<20)+1, "want %d values, one for each site, got %d", len(sites), len(values))
	}
	for i, v := range values {
		if v >= sites[i] {
			return "", places[i].Errorf("site %d takes the values 0 to %d, got %d", i, sites[i]-1, v)
		}
	}
	return MakeSolution(Wide(sites), values), nil
}

// A Violation reports which rule a solution breaks. Every solution with the same values at the
// sites in the field Sites also breaks the rule.
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

// OrNil returns v as an error. Without a violation (v is nil), the error is nil.
func (v *Violation) OrNil() error {
	if v == nil {
		return nil
	}
	return v
}

// A ParseError reports where the text of a board or solution is wrong. Line and Column count from
// 1. Columns count bytes.
type ParseError struct {
	Line, Column int
	Err          error
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *ParseError) Unwrap() error { return e.Err }

// ErrUndecided is the error of Check if it would have to search for too long.
var ErrUndecided = errors.New("undecided: a check of the variables that are not projected takes too long")

// ErrOneLine is the error of Import for a file that is not in a notation of several lines. The
// caller then reads one instance from each line.
var ErrOneLine = errors.New("not in a notation of several lines")

// Errorf makes a *ParseError. If an argument is a string, the verb %q quotes only its beginning, as
// Short does.
func Errorf(line, column int, format string, args ...any) error {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = quoted(text)
		}
	}
	return &ParseError{line, column, fmt.Errorf(format, args...)}
}
