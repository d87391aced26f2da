package experiment

import (
	"bufio"
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// A Split divides an experiment into N parts that take about the same time. In contrast, all shards
// have about the same number of boards. All jobs of a board are in one part, unless there are fewer
// boards than parts.
//
// All tasks must use the same split. But estimates of times differ between machines and change with
// time. So a split is made once and stored in a file.
type Split struct {
	N int

	ofJobs bool           // each job has a part of its own, because there are few boards
	listed []string       // what the file lists, in order: the ids of boards or jobs
	part   map[string]int // by id, from 1
}

// id identifies the board of a job, or the job if ofJobs is true.
func (s *Split) id(j result.Job) string {
	if s.ofJobs {
		return j.Key()[:idDigits]
	}
	return result.Hash(j.Puzzle + "\x00" + j.Instance)[:idDigits]
}

// idDigits is the length of an id. Two boards with the same id would be in the same part, but equal
// ids are very unlikely.
const idDigits = 16

// NewSplit splits the jobs into n parts. The function cost estimates the time of a job. NewSplit
// takes the boards by their costs, the most expensive first, and gives each board to the part with
// the least cost so far. With this rule, no part costs more than 4/3 of the most expensive part in
// the best possible split (R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl.
// Math. 17, 1969).
func NewSplit(jobs []result.Job, n int, cost func(result.Job) float64) *Split {
	_, boards := numbered(jobs)
	s := &Split{N: n, ofJobs: boards < n, part: map[string]int{}}
	total := map[string]float64{}
	for _, j := range jobs {
		id := s.id(j)
		if _, ok := total[id]; !ok {
			s.listed = append(s.listed, id)
		}
		total[id] += cost(j)
	}
	order := slices.Clone(s.listed)
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(total[b], total[a]) })
	parts := make(loads, n)
	for i := range parts {
		parts[i].part = i + 1
	}
	for _, id := range order {
		least := &parts[0]
		s.part[id] = least.part
		least.cost += total[id]
		least.boards++
		heap.Fix(&parts, 0)
	}
	return s
}

// A load counts the boards that NewSplit has given to a part so far, and their cost.
type load struct {
	part, boards int
	cost         float64
}

// A loads is a heap. The first element has the least cost. Among equal costs, it has the fewest
// boards.
type loads []load

func (l loads) Len() int      { return len(l) }
func (l loads) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l loads) Push(any)      { panic("the number of parts is fixed") }
func (l loads) Pop() any      { panic("the number of parts is fixed") }
func (l loads) Less(i, j int) bool {
	a, b := l[i], l[j]
	return cmp.Or(cmp.Compare(a.cost, b.cost), a.boards-b.boards, a.part-b.part) < 0
}

// partOf returns the number of the part that has a board or a job. Parts count from 1. If the file
// lacks a board, its part is computed from its id. For example, only this machine may have the program
// that generates the board.
func (s *Split) partOf(id string) int {
	if part, ok := s.part[id]; ok {
		return part
	}
	number, _ := strconv.ParseUint(id, 16, 64) // an id has 16 hexadecimal digits
	return int(number%uint64(s.N)) + 1
}

// Number sets the field Board of the given places of the jobs, so that the split's N parts are N
// shards. The boards of part i get the numbers N+i-1, 2N+i-1 and so on. If the file lists none of the
// jobs, the file belongs to another experiment, and Number returns an error.
func (s *Split) Number(jobs []result.Job, places []result.Place) error {
	known := len(jobs) == 0
	boards := map[string]int{} // by id
	next := make([]int, s.N+1)
	byKey := make(map[string]int, len(jobs))
	for _, j := range jobs {
		id := s.id(j)
		if _, ok := boards[id]; !ok {
			known = known || s.part[id] > 0
			part := s.partOf(id)
			next[part]++
			boards[id] = next[part]*s.N + part - 1
		}
		byKey[j.Key()] = boards[id]
	}
	for i := range places {
		places[i].Board = byKey[places[i].Key]
	}
	if !known {
		return errors.New("it lists no board of this experiment: it belongs to another experiment")
	}
	return nil
}

// splitHead is the first line of the file of a split, before the number of parts.
const splitHead = "counterproof-parts"

// Write writes the split as text. The first line states the number of parts, and whether the other
// lines are about boards or jobs. Each other line has an id and a part.
func (s *Split) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s %d %s\n", splitHead, s.N, s.unit())
	for _, id := range s.listed {
		fmt.Fprintf(b, "%s %d\n", id, s.part[id])
	}
	return b.Flush()
}

func (s *Split) unit() string { return wording.Either(s.ofJobs, "jobs", "boards") }

// ReadSplit reads what Write has written.
func ReadSplit(r io.Reader) (*Split, error) {
	s := &Split{part: map[string]int{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if n == 1 {
			if err := s.readHead(lines.Text()); err != nil {
				return nil, err
			}
			continue
		}
		var id string
		var part int
		_, err := fmt.Sscanf(lines.Text(), "%s %d", &id, &part)
		_, wrong := strconv.ParseUint(id, 16, 64)
		switch {
		case err != nil || wrong != nil || len(id) != idDigits || fmt.Sprintf("%s %d", strings.ToLower(id), part) != lines.Text():
			return nil, fmt.Errorf("line %d: want %d hexadecimal digits and the number of a part, got %.40q", n, idDigits, lines.Text())
		case part < 1 || part > s.N:
			return nil, fmt.Errorf("line %d: want a part from 1 to %d, got %d", n, s.N, part)
		case s.part[id] != 0:
			return nil, fmt.Errorf("line %d: %s has two lines", n, id)
		}
		s.listed = append(s.listed, id)
		s.part[id] = part
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(s.listed) == 0 {
		return nil, errors.New("it assigns no boards: write it with counterproof cluster --parts")
	}
	return s, nil
}

func (s *Split) readHead(line string) error {
	var unit string
	_, err := fmt.Sscanf(line, splitHead+" %d %s", &s.N, &unit)
	s.ofJobs = unit == "jobs"
	if err != nil || s.N < 1 || s.N > 1_000_000 || fmt.Sprintf("%s %d %s", splitHead, s.N, s.unit()) != line {
		return fmt.Errorf("line 1: want a line such as %q, got %.40q: write the file with counterproof cluster --parts", splitHead+" 16 boards", line)
	}
	return nil
}

// A Shard is one of N parts of an experiment, for a run on many machines. A Shard contains every
// N-th instance, starting with the I-th, and all jobs of these instances. So all methods that a
// report compares on an instance have run on the same machine. If there are fewer than N instances,
// a Shard contains every N-th job. The zero Shard contains all jobs. To make parts of about equal
// time, use a Split.
type Shard struct{ I, N int } // 1 <= I <= N

// ParseShard reads a shard written as I/N. The text 0/N means N/N, so that users may also count
// from 0.
func ParseShard(text string) (Shard, error) {
	var i, n int
	_, err := fmt.Sscanf(text, "%d/%d", &i, &n)
	written := fmt.Sprintf("%d/%d", i, n) // the text must equal this: no signs, spaces or leading zeros
	if err != nil || written != text || n < 1 || i < 0 || i > n {
		return Shard{}, fmt.Errorf("want I/N for the I-th of N parts, such as 2/8, got %q", text)
	}
	return Shard{cmp.Or(i, n), n}, nil
}

// Of returns the jobs of the shard. The parameter places has the places of all jobs.
func Of[J result.Keyed](s Shard, jobs []J, places []result.Place) []J {
	if s.N < 2 {
		return jobs
	}
	_, shard := Members(places, s.N)
	return slices.DeleteFunc(slices.Clone(jobs), func(j J) bool { return shard[j.Key()] != s.I })
}

// numbered numbers the instances of the jobs from 0. It returns the number for each job, and how many
// there are.
func numbered[J result.Keyed](jobs []J) (numbers []int, boards int) {
	type instance struct{ puzzle, instance string }
	seen := map[instance]int{}
	for _, listed := range jobs {
		j := listed.Whole()
		at := instance{j.Puzzle, j.Instance}
		if _, ok := seen[at]; !ok {
			seen[at] = len(seen)
		}
		numbers = append(numbers, seen[at])
	}
	return numbers, len(seen)
}

// A Part says how many jobs a shard or a whole experiment has, and how many of these jobs have no
// record.
type Part struct {
	Shard   Shard
	Jobs    int
	Missing int // jobs without a record
}

func (p Part) String() string {
	shard := wording.If(p.Shard.N > 1, fmt.Sprintf("shard %d of %d: ", p.Shard.I, p.Shard.N))
	return shard + fmt.Sprintf("%d of %d jobs have no record", p.Missing, p.Jobs)
}

// Members returns the keys of an experiment's jobs in order. The map shard states for each key the
// job's shard, counted from 1. The parameter shards is the number of shards.
func Members(places []result.Place, shards int) (keys []string, shard map[string]int) {
	boards := 0
	for _, p := range places {
		boards = max(boards, p.Board+1)
	}
	shard = map[string]int{}
	shards = max(shards, 1)
	for _, p := range places {
		if shard[p.Key] == 0 {
			number := wording.Either(boards < shards, len(keys), p.Board) // of the job or of the board
			shard[p.Key] = number%shards + 1
			keys = append(keys, p.Key)
		}
	}
	return keys, shard
}

// Parts returns a Part for each shard of an experiment that was run in the given number of shards.
// Shards without jobs are left out. The map done has the keys of all jobs with a record.
func Parts(places []result.Place, shards int, done map[string]bool) []Part {
	keys, shard := Members(places, shards)
	var all []Part
	for _, own := range result.GroupBy(keys, func(key string) int { return shard[key] }) {
		p := Part{Shard: Shard{shard[own[0]], shards}, Jobs: len(own)}
		for _, key := range own {
			if !done[key] {
				p.Missing++
			}
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b Part) int { return a.Shard.I - b.Shard.I })
	return all
}

// ShellQuote quotes the text so that a shell reads it as one word.
func ShellQuote(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)
