package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func of[T any](x T) *T { return &x }

// The records native and bySAT have the answers of two methods for the same board. The record
// deduced belongs to a job of the task deduce. The record cut belongs to a job that ran out of
// time.
var (
	native = Record{
		Key: "ab12", Task: "count", Puzzle: "calendar", Instance: "01-25", Method: "native/bitset", Version: "1",
		Status: Exact, Reason: Done, Verdict: Correct, Count: "216", Digest: "00ff",
		WallSeconds: of(0.0012345), CPUSeconds: of(0.001), PeakBytes: of[int64](1 << 20), Nodes: of[int64](4567), Updates: of[int64](0),
		Host: "A CPU, 2 cores, linux/amd64", Go: "go1.26.0", Commit: "c0ffee",
	}
	bySAT = Record{
		Task: "count", Puzzle: "calendar", Instance: "01-25", Method: "sat/pairwise/cubes", Style: "pairwise", Repetition: 1,
		Status: Exact, Reason: Done, Count: "216", WallSeconds: of(1.5), SATSeconds: of(0.75),
		Variables: of[int64](900), Clauses: of[int64](30000), Conflicts: of[int64](77), Decisions: of[int64](88), Cubes: of[int64](40), CubesClosed: of[int64](3),
		ModelSeconds: []float64{0.1, 0.25}, Host: "A CPU, 2 cores, linux/amd64", Go: "go1.26.0", Commit: "c0ffee", Solver: "gophersat v1.4.0",
	}
	deduced = Record{
		Task: "deduce", Puzzle: "map", Instance: "regions=2 edges=0-1", Method: "rules/two words", Style: "pairwise", Options: Options{Possible: true},
		Status: Exact, Reason: Done, Count: "1", WallSeconds: of(0.5), Nodes: of[int64](9), Conflicts: of[int64](2), Decisions: of[int64](4),
		Difficulty: &Difficulty{Deduced: Stuck, Levels: []string{"easy", "two words"}, Level: "easy", Steps: 12, StepsByLevel: []int64{12, 0},
			LongestWait: 5, Left: 3, LeftRemovable: of[int64](3), Clues: of[int64](0), FullClues: of[int64](6), Size: "2x3", Moves: of[int64](4)},
	}
	cut = Record{Puzzle: "map", Instance: "regions=2 edges=0-1", Method: "extern/clasp", Status: Unknown, Reason: Timeout, WallSeconds: of(60.0), Error: `said "no", twice`}
)

const jsonl = `{"key":"ab12","task":"count","puzzle":"calendar","instance":"01-25","method":"native/bitset","version":"1","status":"exact","reason":"done","verdict":"correct","count":"216","digest":"00ff","wall_seconds":0.0012345,"cpu_seconds":0.001,"peak_bytes":1048576,"nodes":4567,"updates":0,"host":"A CPU, 2 cores, linux/amd64","go":"go1.26.0","commit":"c0ffee"}
{"task":"count","puzzle":"calendar","instance":"01-25","method":"sat/pairwise/cubes","style":"pairwise","repetition":1,"status":"exact","reason":"done","count":"216","wall_seconds":1.5,"variables":900,"clauses":30000,"conflicts":77,"decisions":88,"cubes":40,"cubes_closed":3,"sat_seconds":0.75,"model_seconds":[0.1,0.25],"host":"A CPU, 2 cores, linux/amd64","go":"go1.26.0","commit":"c0ffee","solver":"gophersat v1.4.0"}
{"task":"deduce","puzzle":"map","instance":"regions=2 edges=0-1","method":"rules/two words","style":"pairwise","possible":true,"status":"exact","reason":"done","count":"1","wall_seconds":0.5,"nodes":9,"conflicts":2,"decisions":4,"deduced":"stuck","levels":["easy","two words"],"level":"easy","level_index":0,"steps":12,"steps_by_level":[12,0],"longest_wait":5,"left":3,"left_removable":3,"clues":0,"full_clues":6,"size":"2x3","moves":4}
{"puzzle":"map","instance":"regions=2 edges=0-1","method":"extern/clasp","status":"unknown","reason":"timeout","error":"said \"no\", twice","wall_seconds":60}
`

func TestWriteJSONL(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJSONL(&b, slices.Values([]Record{native, bySAT, deduced, cut})); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), jsonl; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	nan := native
	nan.WallSeconds = of(0.0)
	*nan.WallSeconds /= *nan.WallSeconds
	err := WriteJSONL(io.Discard, slices.Values([]Record{cut, nan}))
	if err == nil || !strings.HasPrefix(err.Error(), "record 2 (01-25 native/bitset): ") {
		t.Errorf("NaN: got error %v", err)
	}
}

func TestWriteCSV(t *testing.T) {
	cut := cut
	cut.Mode, cut.Orbits, cut.Trace, cut.Fresh, cut.Given = "list", true, true, true, "3=1"
	cut.SolutionLimit, cut.WallLimit, cut.CPULimit, cut.MemoryLimit = 7, 600, 0.25, 300e6
	cut.Facts = map[string]float64{"rank": 3, "nullity": 0.5}
	cut.Suite, cut.Height, cut.Width, cut.Number, cut.Density, cut.Draws, cut.BoardSeed, cut.Hash = "a suite", of(int64(3)), of(int64(4)), of(int64(5)), of(0.25), of(int64(2)), of(uint64(18446744073709551615)), "c0de"
	cut.Cell = &Cell{"October", "6", "6 October", "6 Oct", "day", "Tue"}
	cut.Runs, cut.Propagations, cut.Tries = new(int64(12)), new(int64(0)), 2
	native := native
	native.Parallel, native.Cores = 64, 2
	var b bytes.Buffer
	if err := WriteCSV(&b, slices.Values([]Record{native, bySAT, deduced, cut})); err != nil {
		t.Fatal(err)
	}
	const want = `key,task,puzzle,instance,method,style,version,seed,repetition,cube,mode,orbits,trace,fresh,possible,given,solution_limit,wall_limit_seconds,cpu_limit_seconds,memory_limit_bytes,suite,height,width,number,density,draws,board_seed,row,column,label,short,noun,part,instance_hash,status,reason,verdict,count,digest,error,wall_seconds,cpu_seconds,peak_bytes,nodes,updates,variables,clauses,conflicts,decisions,cubes,cubes_closed,sat_seconds,runs,propagations,deduced,levels,level,level_index,steps,steps_by_level,longest_wait,left,left_removable,clues,full_clues,size,moves,facts,started,host,go,commit,solver,tries,parallel_jobs,cores,empty_run_seconds
ab12,count,calendar,01-25,native/bitset,,1,0,0,,,,,,,,,,,,,,,,,,,,,,,,,,exact,done,correct,216,00ff,,0.0012345,0.001,1048576,4567,0,,,,,,,,,,,,,,,,,,,,,,,,,"A CPU, 2 cores, linux/amd64",go1.26.0,c0ffee,,,64,2,
,count,calendar,01-25,sat/pairwise/cubes,pairwise,,0,1,,,,,,,,,,,,,,,,,,,,,,,,,,exact,done,,216,,,1.5,,,,,900,30000,77,88,40,3,0.75,,,,,,,,,,,,,,,,,,"A CPU, 2 cores, linux/amd64",go1.26.0,c0ffee,gophersat v1.4.0,,,,
,deduce,map,regions=2 edges=0-1,rules/two words,pairwise,,0,0,,,,,,true,,,,,,,,,,,,,,,,,,,,exact,done,,1,,,0.5,,,9,,,,2,4,,,,,,stuck,easy/two words,easy,0,12,12/0,5,3,3,0,6,2x3,4,,,,,,,,,,
,,map,regions=2 edges=0-1,extern/clasp,,,0,0,,list,true,true,true,,3=1,7,600,0.25,300000000,a suite,3,4,5,0.25,2,18446744073709551615,October,6,6 October,6 Oct,day,Tue,c0de,unknown,timeout,,,,"said ""no"", twice",60,,,,,,,,,,,,12,0,,,,,,,,,,,,,,nullity=0.5;rank=3,,,,,,2,,,
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestColumns checks that the columns are the keys of the JSON, in the same order, except model_seconds
// and failure.
func TestColumns(t *testing.T) {
	var got, want []string
	for _, c := range columns {
		got = append(got, c.name)
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Record]()) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "model_seconds" && key != "failure" && !f.Anonymous {
			want = append(want, key)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestWriteGoBench(t *testing.T) {
	odd := Record{
		Task: "solve", Puzzle: "map", Instance: "regions=2 edges=0-1\t50%", Method: "extern/clasp-3",
		Status: AtLeast, Reason: Limit, Count: "1", WallSeconds: of(1e-9), Host: "A CPU, 2 cores, linux/amd64",
	}
	wrong := bySAT
	wrong.Verdict = Wrong
	untimed := native
	untimed.WallSeconds = nil
	partial := native
	partial.Status, partial.Reason = AtLeast, Timeout
	asked := native
	asked.Status, asked.Reason, asked.Runs, asked.Propagations = AtLeast, Limit, new(int64(2)), new(int64(99))
	var b bytes.Buffer
	if err := WriteGoBench(&b, slices.Values([]Record{native, bySAT, cut, wrong, untimed, partial, asked, odd, deduced})); err != nil {
		t.Fatal(err)
	}
	const want = `goos: linux
goarch: amd64
cpu: A CPU, 2 cores
go: go1.26.0
commit: c0ffee
BenchmarkCount/puzzle=calendar/instance=01-25/method=native%2Fbitset 1 1234500 ns/op 1000000 cpu-ns/op 1048576 peak-bytes 4567 nodes 0 updates
# solver: gophersat v1.4.0
BenchmarkCount/puzzle=calendar/instance=01-25/method=sat%2Fpairwise%2Fcubes 1 1500000000 ns/op 750000000 sat-ns/op 900 variables 30000 clauses 77 conflicts 88 decisions 40 cubes 3 cubes-closed
# map regions=2 edges=0-1 extern/clasp: unknown, timeout
# calendar 01-25 sat/pairwise/cubes: wrong
# calendar 01-25 native/bitset: no time
# calendar 01-25 native/bitset: at-least, timeout
BenchmarkCount/puzzle=calendar/instance=01-25/method=native%2Fbitset 1 1234500 ns/op 1000000 cpu-ns/op 1048576 peak-bytes 4567 nodes 0 updates 99 propagations 2 runs
go: 
commit: 
BenchmarkSolve/puzzle=map/instance=regions=2%20edges=0-1%0950%25/method=extern%2Fclasp%2D3 1 1 ns/op
goos: 
goarch: 
cpu: 
BenchmarkDeduce/puzzle=map/instance=regions=2%20edges=0-1/possible=true/method=rules%2Ftwo%20words 1 500000000 ns/op 9 nodes 2 conflicts 4 decisions 0 level-index 12 steps 5 longest-wait 3 left 3 left-removable 0 clues 4 moves
`
	// The wording in front of the puzzle's name in comment lines may change.
	got := regexp.MustCompile(`(?m)^# .*?\b(map|calendar) `).ReplaceAllString(b.String(), "# $1 ")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestGoBenchNames checks that different jobs have different names and that repetitions share a name.
func TestGoBenchNames(t *testing.T) {
	recs := []Record{native}
	for _, change := range []func(*Record){
		func(r *Record) { r.Mode = "list" }, func(r *Record) { r.Orbits = true },
		func(r *Record) { r.Trace = true }, func(r *Record) { r.Fresh = true }, func(r *Record) { r.Possible = true },
		func(r *Record) { r.SolutionLimit = 5 }, func(r *Record) { r.WallLimit = 600 },
		func(r *Record) { r.CPULimit = 600 }, func(r *Record) { r.MemoryLimit = 600 },
		func(r *Record) { r.Seed = 3 }, func(r *Record) { r.Cube = "0/3" },
		func(r *Record) { r.Repetition = 4 }, // has the same name as the first record
	} {
		r := native
		change(&r)
		recs = append(recs, r)
	}
	var b bytes.Buffer
	if err := WriteGoBench(&b, slices.Values(recs)); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(b.String()) {
		if name, _, _ := strings.Cut(line, " "); strings.HasPrefix(name, "Benchmark") {
			names[name] = true
		}
	}
	if got, want := len(names), len(recs)-1; got != want {
		t.Errorf("%d names, want %d:\n%s", got, want, b.String())
	}
	if want := "BenchmarkCount/puzzle=calendar/instance=01-25/wall_limit_seconds=600/method=native%2Fbitset"; !names[want] {
		t.Errorf("no %s in\n%s", want, b.String())
	}
}

func TestWritersReportErrors(t *testing.T) {
	many := slices.Repeat([]Record{native}, 100)
	full := errors.New("no space left")
	for name, write := range map[string]func(io.Writer) error{
		"jsonl":   func(w io.Writer) error { return WriteJSONL(w, slices.Values(many)) },
		"csv":     func(w io.Writer) error { return WriteCSV(w, slices.Values(many)) },
		"gobench": func(w io.Writer) error { return WriteGoBench(w, slices.Values(many)) },
	} {
		if err := write(broken{full}); !errors.Is(err, full) {
			t.Errorf("%s: got error %v, want %v", name, err, full)
		}
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestAmount checks that Amount states the count or, without an answer, the reason.
func TestAmount(t *testing.T) {
	for _, c := range []struct {
		r    Record
		want string
	}{
		{Record{Status: Exact, Reason: Done, Count: "7"}, "7"},
		{Record{Status: AtLeast, Reason: Limit, Count: "7"}, ">=7"},
		{Record{Status: Unknown, Reason: Timeout}, "?(timeout)"},
		{Record{Status: Unknown, Reason: Memory}, "?(memory)"},
		{Record{Status: Unknown, Reason: Error, Error: "panic: no"}, "?(error)"},
		{Job{Method: "brute"}.Failed(Refused, "too large"), "?(refused)"},
		{Record{}, "?"},
	} {
		if got := c.r.Amount(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.r, got, c.want)
		}
	}
}

// TestFailure checks which records count as refused or crashed. Records of earlier versions lack
// the field Failure, so only the first word of Error shows a refusal or a crash. Only brute
// force refuses: an error of another method that begins with "refused: " is not a refusal.
func TestFailure(t *testing.T) {
	for _, c := range []struct {
		line             string
		refused, crashed bool
	}{
		{`{"method":"brute","reason":"error","error":"refused: too large"}`, true, false},
		{`{"method":"brute","reason":"error","error":"refused: too large","failure":"refused"}`, true, false},
		{`{"method":"extern/clasp","reason":"error","error":"refused: too large"}`, false, false},
		{`{"method":"native/dlx","reason":"error","error":"panic: index"}`, false, true},
		{`{"method":"native/dlx","reason":"error","error":"panic: index","failure":"panic"}`, false, true},
		{`{"method":"native/dlx","reason":"killed"}`, false, true},
		{`{"method":"native/dlx","reason":"error","error":"index"}`, false, false},
	} {
		var r Record
		if err := json.Unmarshal([]byte(c.line), &r); err != nil || r.Refused() != c.refused || r.Crashed() != c.crashed {
			t.Errorf("%s: refused %v, crashed %v, %v", c.line, r.Refused(), r.Crashed(), err)
		}
	}
	r := Job{Method: "brute"}.Failed(Refused, "too large")
	if r.Reason != Error || r.Error != "refused: too large" || r.Failure != Refused {
		t.Errorf("got %+v", r)
	}
}

// TestDecodeJSON checks that a text that was rejected does not affect the next one.
func TestDecodeJSON(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{"cores":1}`, true}, {`{"cores":2} {}`, false}, {`{"cores":3}`, true}, {`{"cores":4`, false}, {` {"cores":5}
`, true},
		{`{"cpus":6}`, false}, {``, false}, {`{"cores":7}x`, false}, {`{"cores":8}`, true}, {`{"cores":9}`, true},
	} {
		var r Record
		err := DecodeJSON(c.text, &r)
		if got := strconv.Itoa(r.Cores); (err == nil) != c.ok || c.ok && !strings.Contains(c.text, got) {
			t.Errorf("%s: cores %s, %v", c.text, got, err)
		}
	}
}
