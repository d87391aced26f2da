package experiment

import (
	"regexp"
	"strings"
	"testing"
)

// TestClusterName checks that, for any file name, the job name is a label as in RFC 1123 and has at
// most 40 characters.
func TestClusterName(t *testing.T) {
	label := regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	for spec, want := range map[string]string{
		"a/calendar-year.toml":          "calendar-year",
		"100.toml":                      "100",
		"Ärger im Büro.toml":            "rger-im-b-ro",
		"---.toml":                      "experiment",
		strings.Repeat("x", 39) + "-y":  strings.Repeat("x", 39),
		strings.Repeat("x", 41):         strings.Repeat("x", 40),
		"--" + strings.Repeat("x-", 40): strings.Repeat("x-", 19) + "x",
	} {
		got := Cluster{Spec: spec}.Name()
		if got != want || !label.MatchString(got) || len(got) > 40 {
			t.Errorf("%s is called %q, want %q", spec, got, want)
		}
	}
}

// TestClusterWrite checks that a job name is written as a string in YAML even if it looks like a
// number, and that characters that would end a line are rejected.
func TestClusterWrite(t *testing.T) {
	good := Cluster{Spec: "100.toml", Shards: 4, CPUs: 1, Memory: 2, Hours: 3, Image: "i:1", Volume: "v"}
	var b strings.Builder
	if err := good.Write(&b, "k8s"); err != nil || !strings.Contains(b.String(), "\n  name: \"100\"\n") {
		t.Errorf("%v:\n%s", err, b.String())
	}
	for _, kind := range Clusters() {
		for _, bad := range []string{"a\nb", "a\rb", "a\x00b", "a\tb", "a\u2028b", "a\u0085b", "a\xffb"} {
			spec, image, volume := good, good, good
			spec.Spec, image.Image, volume.Volume = bad+".toml", bad, bad
			for _, c := range []Cluster{spec, image, volume} {
				var b strings.Builder
				if err := c.Write(&b, kind); err == nil || b.Len() > 0 || strings.ContainsAny(err.Error(), "\n\r\x00") {
					t.Errorf("%s of %q: %v, %d bytes", kind, bad, err, b.Len())
				}
			}
		}
	}
	// Quoted by hand, as a shell reads it.
	odd := good
	odd.Spec = "it's ärger $HOME.toml"
	for _, kind := range Clusters() {
		var b strings.Builder
		if err := odd.Write(&b, kind); err != nil || strings.Count(b.String(), `'it'\''s ärger $HOME.toml'`) != 2 {
			t.Errorf("%s: %v\n%s", kind, err, b.String())
		}
	}
}
