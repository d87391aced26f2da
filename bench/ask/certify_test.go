package ask

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"counterproof/bench/solve/certificate"
	"counterproof/encode/catalog"
)

// TestCertificate checks that the archives of boards with published counts can be unpacked and verified.
func TestCertificate(t *testing.T) {
	for _, c := range []struct{ puzzle, instance, method, want string }{
		{"calendar", "10-06", "", "7"},
		{"lightsout", "#####/#####/#####/#####/#####", "sat", "4"},
		{"pushpull", "011110110", "", "1"},
		{"sudoku", "11..............", "", "0"}, // a digit twice in a row
	} {
		made := ask[Certified](t, "certificate", and(about(c.puzzle, c.instance), object{"method": c.method}))
		if made.Count != c.want {
			t.Errorf("%s: certified %s, want %s", c.puzzle, made.Count, c.want)
		}
		r, err := zip.NewReader(bytes.NewReader(made.Zip), int64(len(made.Zip)))
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, r); err != nil {
			t.Fatal(err)
		}
		claim, err := certificate.Verify(t.Context(), filepath.Join(dir, made.Name), catalog.Find, false)
		if err != nil || claim.Count != c.want || claim.Puzzle != c.puzzle || claim.Instance != c.instance || claim.Versions.Solver == "" {
			t.Errorf("%s: got %+v, %v", c.puzzle, claim, err)
		}
	}
	refused(t, "certificate", and(about("pushpull", "011110110"), object{"method": "native"}))
	refused(t, "certificate", and(about("pushpull", "011110110"), object{"method": "extern/clasp"}))
	refused(t, "certificate", about("calendar", "13-01"))
}
