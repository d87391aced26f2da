//go:build linux

package work

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/child"
	"counterproof/bench/test/fakes"
)

// BenchmarkMemoryOverrun measures by how much a job exceeds its memory limit before it has ended. The
// job fills memory as fast as it can. The peak comes from the kernel.
func BenchmarkMemoryOverrun(b *testing.B) {
	for _, limit := range []int64{100_000_000, 500_000_000, 2_000_000_000} {
		b.Run(fmt.Sprintf("%dMB", limit/1_000_000), func(b *testing.B) {
			var sum, most float64
			for range b.N {
				p, err := start(child.Command(nil, WorkerCommand), limit)
				if err != nil {
					b.Fatal(err)
				}
				j, err := answer.Prepare(result.Job{Limits: result.Limits{Memory: limit}}, fakes.Lookup("fake-flood"), fakes.New("fake-flood", 1), method.MustParse(method.Native))
				if err != nil {
					b.Fatal(err)
				}
				r, ended, err := p.do(b.Context(), j)
				if err != nil || !ended || r.Reason != result.Memory {
					b.Fatalf("%+v, %v", r, err)
				}
				peak := p.Cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
				over := 100 * float64(peak-limit) / float64(limit)
				sum, most = sum+over, max(most, over)
			}
			b.ReportMetric(sum/float64(b.N), "mean-%")
			b.ReportMetric(most, "most-%")
		})
	}
}

// BenchmarkLook measures the cost of reading a worker's memory once.
func BenchmarkLook(b *testing.B) {
	w := child.WatchMemory(os.Getpid(), 1<<40)
	defer w.Stop()
	for b.Loop() {
		w.Past(0)
	}
}
