package certificate

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"counterproof/bench/system/release"
)

// TestVersions checks that a certificate names the version that the linker gave the program. The test
// runs itself in a test binary with such a version.
func TestVersions(t *testing.T) {
	const variable, version = "COUNTERPROOF_TEST_VERSION", "v9.8.7-6-gabcdef0"
	if os.Getenv(variable) != "" {
		if got := VersionsOf("sat", "solver").Counterproof; got != version || release.Version() != version {
			t.Errorf("the certificate names %q, the program %q, want %q", got, release.Version(), version)
		}
		return
	}
	path, err := exec.Command("go", "list", "../../system/release").Output()
	if err != nil {
		t.Fatal(err)
	}
	inner := exec.Command("go", "test", "-count=1", "-run", "^TestVersions$", "-ldflags", "-X "+strings.TrimSpace(string(path))+".described="+version, ".")
	inner.Env = append(os.Environ(), variable+"=1")
	if out, err := inner.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
