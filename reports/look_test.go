package reports

import (
	"os"
	"testing"
)

func TestLook(t *testing.T) {
	dir := os.Getenv("LOOK")
	if dir == "" {
		t.Skip()
	}
	if err := Write(dir, yearPage(t)); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + Summary(calendarYear(t)))
}
