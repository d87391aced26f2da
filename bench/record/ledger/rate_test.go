package ledger

import (
	"fmt"
	"path/filepath"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/system/usage"
)

// BenchmarkBatches stores records in a ledger that has some already, with one transaction for each
// batch. The coordinator of a queue stores all records that have arrived in one transaction. So this
// rate limits how many jobs the workers can do per second.
func BenchmarkBatches(b *testing.B) {
	const before, records = 10_000, 4096
	for _, size := range []int{1, 16, 256, 4096} {
		b.Run(fmt.Sprintf("records=%d", size), func(b *testing.B) {
			l, err := Open(filepath.Join(b.TempDir(), "l"))
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			n := 0
			batch := func(size int) []Row {
				var rows []Row
				for range size {
					rows = append(rows, own(n, result.Exact, result.Done, "7"))
					n++
				}
				return rows
			}
			if err := l.Add(batch(before)...); err != nil {
				b.Fatal(err)
			}
			stored := 0
			began, _ := usage.CPU()
			for b.Loop() {
				for done := 0; done < min(records, 256*size); done += size {
					rows := batch(size)
					if err := l.Add(rows...); err != nil {
						b.Fatal(err)
					}
					stored += size
				}
			}
			b.ReportMetric(float64(stored)/b.Elapsed().Seconds(), "records/s")
			if ended, ok := usage.CPU(); ok {
				b.ReportMetric(float64((ended-began).Microseconds())/float64(stored), "CPU-us/record")
			}
		})
	}
}
