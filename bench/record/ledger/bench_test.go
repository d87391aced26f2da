package ledger

import (
	"path/filepath"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/test/ratio"
)

// BenchmarkAdd puts records into a ledger one by one, as a run of small jobs does.
func BenchmarkAdd(b *testing.B) {
	l, err := Open(filepath.Join(b.TempDir(), "l"))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	for n := 0; b.Loop(); n++ {
		if err := l.Add(own(n, result.Exact, result.Done, "7")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkVerdicts measures setting the verdicts of many records.
func BenchmarkVerdicts(b *testing.B) {
	const records = 1000
	l, err := Open(filepath.Join(b.TempDir(), "l"))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	var rows []Row
	for n := range records {
		rows = append(rows, own(n, result.Exact, result.Done, "7"))
	}
	if err := l.Add(rows...); err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		verdicts := map[string]string{}
		for _, row := range rows {
			verdicts[row.Record.Key] = []string{result.Correct, result.Wrong}[n%2]
		}
		if err := setVerdicts(l, verdicts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*records/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkRead opens a ledger of many records, and checks all of it.
func BenchmarkRead(b *testing.B) {
	const records = 10_000
	path := filepath.Join(b.TempDir(), "l")
	l, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	var rows []Row
	for n := range records {
		rows = append(rows, bulky(n))
	}
	if err := l.Add(rows...); err != nil {
		b.Fatal(err)
	}
	l.Close()
	for b.Loop() {
		l, err := Read(path)
		if err != nil {
			b.Fatal(err)
		}
		l.Close()
	}
	b.ReportMetric(float64(b.N)*records/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkShort makes the short form of a record and restores it. The ratios compare its bytes and its
// time with plain JSON.
func BenchmarkShort(b *testing.B) {
	row := sudoku(1)
	s, err := store(row)
	if err != nil {
		b.Fatal(err)
	}
	whole, short := len(s.job)+len(s.record), 0
	const often = 2000
	ratio.AtLeast(b, 0.7, "decode", func() {
		for range often {
			if _, err := s.decode(); err != nil {
				b.Fatal(err)
			}
		}
	}, func() {
		for range often {
			own := s.own()
			job, record := s.short(s.job, own).([]byte), s.short(s.record, own).([]byte)
			short = len(job) + len(record)
			if long(string(record), own) != string(s.record) {
				b.Fatal("another text")
			}
		}
	})
	ratio.Report(b, 3, "shorter", float64(whole)/float64(short))
}

// BenchmarkEnd asks how jobs ended, as a run does for jobs that are done. The ratio compares it with
// reading the records.
func BenchmarkEnd(b *testing.B) {
	const records = 2000
	l, err := Open(filepath.Join(b.TempDir(), "l"))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	var rows []Row
	for n := range records {
		rows = append(rows, sudoku(n))
	}
	if err := l.Add(rows...); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	for _, row := range rows {
		if _, ok, err := l.Get(row.Record.Key); !ok || err != nil {
			b.Fatal(err)
		}
	}
	get := time.Since(began)
	for b.Loop() {
		for _, row := range rows {
			if e, ok := l.End(row.Record.Key); !ok || !e.Settled {
				b.Fatal("no record")
			}
		}
	}
	b.ReportMetric(float64(get)*float64(b.N)/float64(b.Elapsed()), "xget")
}
