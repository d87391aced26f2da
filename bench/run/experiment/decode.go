package experiment

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"counterproof/bench/system/tomlfile"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// merge returns a copy of the first table with the values of the second, and merges nested tables.
func merge(table, instead map[string]any) map[string]any {
	merged := maps.Clone(table)
	for key, x := range instead {
		old, isTable := merged[key].(map[string]any)
		if t, ok := x.(map[string]any); ok && isTable {
			x = merge(old, t)
		}
		merged[key] = x
	}
	return merged
}

// units lists the units of sizes in bytes, longer names first.
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
	return 0, fmt.Errorf("want a size such as 300MB or 2GiB, got %q", wording.Short(text))
}

// A size is a number of bytes. In TOML it is a text or a number.
type size int64

func (s *size) ReadTOML(x any) error {
	var n int64
	var err error
	switch x := x.(type) {
	case string:
		n, err = ParseSize(x)
	case int64:
		n = x
	}
	if err == nil && n < 1 {
		err = fmt.Errorf("want a size such as 300MB or 2GiB, got %s", tomlfile.Show(x))
	}
	*s = size(n)
	return err
}

// A duration is a time. In TOML it is a text.
type duration struct{ time.Duration }

func (d *duration) ReadTOML(x any) error {
	if text, ok := x.(string); ok {
		if v, err := time.ParseDuration(text); err == nil && v > 0 {
			d.Duration = v
			return nil
		}
	}
	return fmt.Errorf(`want a time such as "90s" or "10m", got %s`, tomlfile.Show(x))
}

// A sizes is a list of board sizes. In TOML it is one text with spaces between the sizes.
type sizes []encode.Size

func (s *sizes) ReadTOML(x any) error {
	text, ok := x.(string)
	if fields := strings.Fields(text); ok && len(fields) > 0 {
		seen := map[encode.Size]bool{}
		for _, f := range fields {
			z, err := encode.ParseSize(f)
			if err != nil {
				return err
			}
			if seen[z] {
				return fmt.Errorf("size %s occurs twice", f) // the same boards would count twice
			}
			seen[z] = true
			*s = append(*s, z)
		}
		return nil
	}
	return fmt.Errorf(`want sizes such as "5x5 10x10", got %s`, tomlfile.Show(x))
}
