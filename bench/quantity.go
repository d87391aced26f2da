package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"counterproof/encode"
)

// units of sizes, in bytes; the longer names first.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"B", 1}, {"", 1},
}

// ParseSize reads a size in bytes: "300MB" (powers of 1000), "2GiB" (powers of
// 1024), "1.5G", "4096".
func ParseSize(text string) (int64, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := n * u.bytes; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
			return int64(bytes), nil
		}
		break
	}
	return 0, fmt.Errorf("want a size such as 300MB or 2GiB, got %q", text)
}

// A size is read from TOML as a string or a number of bytes.
type size int64

func (s *size) UnmarshalText(text []byte) error {
	n, err := ParseSize(string(text))
	*s = size(n)
	return err
}

// A duration is read from TOML as a string.
type duration struct{ time.Duration }

func (d *duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v <= 0 {
		return fmt.Errorf("want a time such as 90s or 10m, got %q", text)
	}
	d.Duration = v
	return nil
}

// sizes of boards are read from TOML as one string, divided by blanks.
type sizes []encode.Size

func (s *sizes) UnmarshalText(text []byte) error {
	for _, f := range strings.Fields(string(text)) {
		z, err := encode.ParseSize(f)
		if err != nil {
			return err
		}
		*s = append(*s, z)
	}
	return nil
}
