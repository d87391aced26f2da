package programs

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"counterproof/bench/ask"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/rating"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// AuditCommand is the command audit.
var AuditCommand = &cli.Command{
	Name:  "audit",
	Usage: "look for faults in a collection of boards and answers",
	Description: `Reads JSON Lines, a JSON array, a JSON object with one array of objects inside, CSV with a
header, or one board on each line. For each board, two engines (native and sat) count the solutions, the rules check
the stored answer, and the program looks for an earlier board that is equal up to symmetry. Prints the file, the line
and what is wrong: no solution or several, a wrong answer, a board that is equal to an earlier one, or a record that
cannot be read. It is also a fault if the engines disagree, or if the number of solutions stays unknown. After a fault,
the exit status is 1. Unnecessary clues are reported, but do not count as faults. The last line is a summary. A field
may be a text, a list of rows, or a list of rows of cells. See docs/audit.md.
$ printf '..1.4......3.2..\n1...............\n' | counterproof audit --puzzle sudoku - || true
$ counterproof generate --number 3 sudoku | counterproof audit --json --puzzle sudoku -`,
	ArgsUsage: "FILE",
	Flags: []cli.Flag{
		&cli.StringFlag{Name: "puzzle", Usage: "the boards are boards of the puzzle `P`; required"},
		&cli.StringFlag{Name: "field", Usage: "`board=NAME,answer=NAME` names the fields of the boards and the answers; NAME+NAME joins two fields, such as the clues of rows and of columns. Without the flag, the names are guessed, and stderr reports the guess"},
		console.TimeoutFlag("stop examining a board after a wall time of `D` for each engine, such as 90s"),
		console.JSONFlag, console.InputFlag, jobsFlag,
	},
	Action: console.Do(audit),
}

// An audited is what was found out about one record.
type audited struct {
	Line int `json:"line"`
	rating.Rating
	SAT    string   `json:"sat,omitempty"`     // the number of solutions by sat, as Solutions
	Answer string   `json:"answer,omitempty"`  // right, wrong or unreadable
	SameAs int      `json:"same_as,omitempty"` // the line of an earlier board that is equal up to symmetry
	Faults []string `json:"faults"`

	in     encode.Instance // nil if the record cannot be read
	orbit  string
	before []*audited // records since the last board that cannot be read
}

func (a *audited) fault(format string, args ...any) {
	a.Faults = append(a.Faults, fmt.Sprintf(format, args...))
}

// An auditor audits the records of a file.
type auditor struct {
	*console.Call
	board, answer string              // the names of fields
	first         map[string]original // the first board of each orbit
	Sum           summary
	bar           *console.Progress
}

type original struct {
	line int
	text string
}

type summary struct {
	Boards      int            `json:"boards"`
	Faulty      int            `json:"faulty"`      // boards and records with a fault
	Unnecessary int            `json:"unnecessary"` // boards with unnecessary clues
	Levels      map[string]int `json:"levels"`
}

func audit(c *console.Call) (err error) {
	if c.Puzzle, err = console.FindPuzzle(c.String("puzzle")); err != nil {
		return c.Usagef("--puzzle: %w", err)
	}
	if c.Puzzle.OfFile != nil {
		return c.Usagef("%s has no collections of boards", c.Puzzle.Name)
	}
	text, err := console.ReadSource(c, c.Args[0], func(r io.Reader) ([]byte, error) { return io.ReadAll(c.InputLimit().Reader(r)) })
	if err != nil {
		return err
	}
	u := &auditor{Call: c, first: map[string]original{}, Sum: summary{Levels: map[string]int{}}}
	for pair := range strings.SplitSeq(c.String("field"), ",") {
		switch key, name, _ := strings.Cut(pair, "="); {
		case key == "board" && name != "":
			u.board = name
		case key == "answer" && name != "":
			u.answer = name
		case c.IsSet("field"):
			return c.Usagef("--field: want board=NAME,answer=NAME, got %q", pair)
		}
	}
	names := slices.Concat(boardNames, answerNames)
	if c.IsSet("field") {
		if u.board == "" {
			return c.Usagef("--field: name the field of the boards: board=NAME")
		}
		names = strings.Split(strings.ToLower(u.board+"+"+cmp.Or(u.answer, u.board)), "+")
	}
	all := entries(text, names)
	readable := slices.IndexFunc(all, func(x entry) bool { return x.err == nil })
	if readable < 0 {
		if len(all) > 0 {
			return c.Usagef("%s: line %d: %w", c.Args[0], all[0].line, all[0].err)
		}
		return c.Usagef("%s: want at least one record, got none", c.Args[0])
	}
	if !c.IsSet("field") {
		if u.board, u.answer, err = guess(c.Puzzle, all[readable]); err != nil {
			return c.Usagef("%s: %w", c.Args[0], err)
		}
		switch {
		case u.answer != "":
			c.Say("the field of the boards is %s, and that of the answers is %s", u.board, u.answer)
		case u.board != "":
			c.Say("the field of the boards is %s; no field has answers", u.board)
		}
	}
	u.bar = console.NewProgress(c, len(all), true)
	defer u.bar.Close()
	return u.run(all)
}

// run passes the records through two stages, in order: the native engine in this process, and sat in worker
// processes, which can be ended.
func (u *auditor) run(all []entry) error {
	var failed error
	var last []*audited // the records after the last board
	jobs := func(yield func(*audited, result.Job) bool) {
		failed = console.InOrder(u.Call, console.Each(all), u.examine, func(a *audited) error {
			if a.in == nil {
				last = append(last, a)
				return nil
			}
			j, err := answer.Prepare(result.Job{Task: result.Unique, Limits: u.Limits()}, u.Puzzle, a.in, method.MustParse(method.SAT))
			if err != nil {
				return err
			}
			a.before, last = last, nil
			if !yield(a, j) {
				return context.Canceled
			}
			return nil
		})
	}
	err := work.Stream(u, jobs, nil, &work.Pool{Workers: u.Jobs(), Unmeasured: true}, func(a *audited, o work.Outcome) error {
		for _, b := range a.before {
			if err := u.print(b); err != nil {
				return err
			}
		}
		a.count(o.Record)
		u.compare(a)
		return u.print(a)
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	for _, b := range last {
		if err := u.print(b); err != nil {
			return err
		}
	}
	u.bar.Close()
	return u.summarize()
}

// examine reads a record, rates its board, checks its answer and computes its orbit.
func (u *auditor) examine(ctx context.Context, x entry) *audited {
	a := &audited{Line: x.line, Faults: []string{}}
	forms, err := x.value(u.board)
	if err = cmp.Or(x.err, err); err == nil {
		a.in, err = board(u.Puzzle, forms)
	}
	if err != nil {
		a.fault("the record cannot be read: %v", err)
		return a
	}
	limited, cancel := context.WithTimeout(ctx, limit(u.Call))
	defer cancel()
	if a.Rating, err = rating.Rate(limited, u.Puzzle, a.in); err != nil {
		a.fault("the native engine fails: %v", err)
	}
	if u.answer != "" {
		u.check(ctx, a, x)
	} else if u.board == "" && nameless(ctx, u.Puzzle, a.in, forms) {
		a.fault("the line seems to have an answer, which is ignored: name the fields in the first line, such as board,answer")
	}
	a.orbit = a.Instance
	if least, err := encode.Orbit(ctx, a.in, nil); err == nil {
		a.orbit = least.String()
	}
	return a
}

// check checks the answer of a record. An answer is right if one way to read it keeps all rules.
func (u *auditor) check(ctx context.Context, a *audited, x entry) {
	forms, unread := x.value(u.answer)
	for _, text := range forms {
		reads, err := answer.CheckText(ctx, a.in, text)
		if err != nil {
			unread = cmp.Or(unread, err)
			continue
		}
		if a.Answer = "right"; !slices.ContainsFunc(reads, func(r answer.Checked) bool { return r.Broken == nil }) {
			a.Answer = "wrong"
			a.fault("the answer is wrong: %v", reads[0].Broken)
		}
		return
	}
	a.Answer = "unreadable"
	a.fault("the answer cannot be read: %v", unread)
}

// count adds the answer of sat, and the faults of the numbers of solutions.
func (a *audited) count(r result.Record) {
	a.SAT = map[string]string{"0": "0", "1": "1", ">=2": "2"}[r.Amount()]
	solved := answer.Hidden(a.in) != nil && a.Level != "" // a game, which shows more of itself than its board
	switch n := cmp.Or(a.Solutions, a.SAT); {
	case a.Solutions != "" && a.SAT != "" && a.Solutions != a.SAT:
		a.fault("the engines disagree: native counts %s solutions and sat %s, where 2 means two or more", a.Solutions, a.SAT)
	case n == "":
		a.fault("the number of solutions is not known: native %s, sat %s", a.Reason, cmp.Or(r.Error, r.Reason))
	case n == "0":
		a.fault("the board has no solution")
	case n == "2" && !solved:
		a.fault("the board has several solutions")
	}
}

// compare looks for an earlier board that is equal up to symmetry.
func (u *auditor) compare(a *audited) {
	old, found := u.first[a.orbit]
	switch {
	case !found:
		u.first[a.orbit] = original{a.Line, a.Instance}
		return
	case old.text == a.Instance:
		a.fault("the board is equal to the board of line %d", old.line)
	default:
		a.fault("the board is equal up to symmetry to the board of line %d", old.line)
	}
	a.SameAs = old.line
}

func (u *auditor) print(a *audited) error {
	u.bar.Step()
	u.Sum.Boards++
	if len(a.Faults) > 0 {
		u.Sum.Faulty++
	}
	notes := a.Faults
	if n := a.Unnecessary; n != nil && *n > 0 {
		u.Sum.Unnecessary++
		notes = append(slices.Clip(notes), "no fault, but "+wording.Plural(*n, "unnecessary clue"))
	}
	if a.Level != "" {
		u.Sum.Levels[a.Level]++
	}
	if u.Bool("json") {
		return u.JSON(a)
	}
	for _, note := range notes {
		if _, err := fmt.Fprintf(u.Stdout, "%s:%d: %s\n", u.Args[0], a.Line, note); err != nil {
			return err
		}
	}
	return nil
}

func (u *auditor) summarize() (err error) {
	if s := u.Sum; u.Bool("json") {
		err = u.JSON(s)
	} else {
		text := fmt.Sprintf("%s, %d with faults, %d with unnecessary clues", wording.Plural(s.Boards, "record"), s.Faulty, s.Unnecessary)
		for _, level := range slices.Sorted(maps.Keys(s.Levels)) {
			text += fmt.Sprintf(", %d %s", s.Levels[level], level)
		}
		_, err = fmt.Fprintln(u.Stdout, text)
	}
	return console.Finish(err, u.Sum.Faulty > 0)
}

var jobsFlag = &cli.IntFlag{Name: "jobs", Usage: "work on `N` boards at once; without the flag, on one per core", Action: console.Least("jobs", 1)}

// RateCommand is the command rate.
var RateCommand = &cli.Command{
	Name:  "rate",
	Usage: "say how hard boards are, one line for each",
	Description: `Prints a line for each board, with tabs between seven columns. The first two are the instance and
the number of solutions, where 2 stands for two or more. The next three are the hardest level of the techniques that
solve the board, the hardest technique, and the number of moves. The last two are the nodes of the native search for
two solutions, and the number of unnecessary clues. A clue is unnecessary if the board still has one solution without
this one clue. A field that does not apply to the board is - in text and empty in CSV. Only boards with one solution
have unnecessary clues. A level also needs one solution, or a game that the techniques solve. If the techniques do not
solve a board with one solution, its level is unreasonable for a map and begins with "beyond" for other puzzles. The
lines are in the order of the boards.
$ counterproof rate sudoku ..1.4......3.2..
$ counterproof generate --number 3 nonogram | counterproof rate --csv nonogram -`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags: []cli.Flag{
		console.JSONFlag,
		&cli.BoolFlag{Name: "csv", Usage: "print CSV with a header"},
		console.TimeoutFlag("stop rating a board after a wall time of `D`, such as 90s; a field that is still unknown is ?(timeout)"),
		jobsFlag, console.InputFlag, console.LinesFlag,
	},
	Action: console.Do(rate),
}

// A rated is an instance and its rating.
type rated struct {
	in     encode.Instance
	rating rating.Rating
	err    error
}

func rate(c *console.Call) error {
	if c.Bool("csv") && c.Bool("json") {
		return c.Usagef("--csv and --json exclude each other")
	}
	if c.Puzzle.OfFile != nil {
		return c.Usagef("%s has no boards to rate", c.Puzzle.Name)
	}
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	table := csv.NewWriter(c.Stdout)
	if c.Bool("csv") {
		_ = table.Write(rating.Columns) // Flush keeps the error
	}
	return console.InOrder(c, ins, func(ctx context.Context, in encode.Instance) rated {
		ctx, cancel := context.WithTimeout(ctx, limit(c))
		defer cancel()
		r, err := rating.Rate(ctx, c.Puzzle, in)
		return rated{in, r, err}
	}, func(r rated) error {
		c.WarnAbout(r.in)
		switch {
		case r.err != nil:
			return fmt.Errorf("%s: %w", r.rating.Instance, r.err)
		case c.Bool("json"):
			return c.JSON(r.rating)
		case c.Bool("csv"):
			_ = table.Write(r.rating.Fields(""))
			table.Flush()
			return table.Error()
		}
		_, err := fmt.Fprintln(c.Stdout, strings.Join(r.rating.Fields("-"), "\t"))
		return err
	})
}

// limit returns the wall time that the flag --timeout allows for a board.
func limit(c *console.Call) time.Duration { return cmp.Or(c.Duration("timeout"), math.MaxInt64) }

// OrbitCommand is the command orbit.
var OrbitCommand = &cli.Command{
	Name:  "orbit",
	Usage: "find out which boards are equal up to symmetry",
	Description: `Prints for each board the instance and, after a tab, one fixed board of all boards that are equal
up to the symmetries of the puzzle. So two boards are equal up to symmetry exactly if the fixed boards are the same.
Rectangular boards have rotations and reflections, and the order and the drawings of the pieces of a packing do not
matter. A sudoku has the exchanges of values, of bands and stacks, of the rows of a band and the columns of a stack,
and of rows with columns. The fixed board is the one with the smallest text. The puzzles without symmetries are
refused.
$ counterproof orbit sudoku ..1.4......3.2..
$ counterproof generate --number 3 nonogram | counterproof orbit nonogram -`,
	ArgsUsage: "PUZZLE INSTANCE...",
	Flags:     []cli.Flag{console.JSONFlag, jobsFlag, console.InputFlag, console.LinesFlag},
	Action:    console.Do(orbit),
}

func orbit(c *console.Call) error {
	ins, err := c.OpenInstances(c.Puzzle, c.Args[1:])
	if err != nil {
		return err
	}
	type found struct {
		in, least encode.Instance
		err       error
	}
	return console.InOrder(c, ins, func(ctx context.Context, in encode.Instance) found {
		least, err := encode.Orbit(ctx, in, catalog.All())
		return found{in, least, err}
	}, func(f found) error {
		c.WarnAbout(f.in)
		switch {
		case errors.Is(f.err, encode.ErrNoOrbit):
			return c.Usagef("%s: %w", c.Puzzle.Name, f.err)
		case f.err != nil:
			return fmt.Errorf("%s: %w", f.in, f.err)
		case c.Bool("json"):
			return c.JSON(ask.Orbit{Instance: f.in.String(), Orbit: f.least.String()})
		}
		_, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", f.in, f.least)
		return err
	})
}
