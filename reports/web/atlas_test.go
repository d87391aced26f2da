package web

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
)

// TestAtlasFiles checks which files of an atlas a site shows, and that the page gets the records.
func TestAtlasFiles(t *testing.T) {
	atlas := fstest.MapFS{
		"index.html":      {Data: []byte("<p>atlas</p>")},
		"toy.json":        {Data: []byte(`{"Title": "A <toy>", "Question": "Why?", "Picture": {"File": "box"}}`)},
		"toy.sqlite":      {Data: []byte("ledger")},
		"toy/index.html":  {Data: []byte("<p>report</p>")},
		"toy/box.svg":     {Data: []byte("<svg/>")},
		"toy/notes.txt":   {Data: []byte("mine")},
		"toy/records.csv": {Data: []byte("task,puzzle,instance,method,count,status,wall_seconds,nodes\ncount,map,\"a,b\",native/x,12,exact,0.5,\ncount,map,c,native/x,,unknown,,7\n")},
		"unfinished.json": {Data: []byte(`{"Title": "No report"}`)},
	}
	index, files, err := atlasFiles(atlas)
	if err != nil {
		t.Fatal(err)
	}
	var list []atlasExperiment
	if err := json.Unmarshal(index.Data, &list); err != nil {
		t.Fatal(err)
	}
	if want := (atlasExperiment{"toy", "A <toy>", "Why?", "atlas/toy/index.html", "atlas/toy/box.svg", 2}); len(list) != 1 || list[0] != want {
		t.Errorf("got %+v, want %+v", list, want)
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimPrefix(f.Name, "atlas/"))
		const want = `[{"count":"12","instance":"a,b","method":"native/x","puzzle":"map","status":"exact","wall_seconds":0.5},` +
			`{"instance":"c","method":"native/x","nodes":7,"puzzle":"map","status":"unknown"}]`
		if strings.HasSuffix(f.Name, "records.json") && string(f.Data) != want {
			t.Errorf("got the records %s, want %s", f.Data, want)
		}
	}
	if got, want := strings.Join(names, " "), "toy/box.svg toy/index.html toy/records.csv toy/records.json index.html"; got != want {
		t.Errorf("got the files %s, want %s", got, want)
	}
}

// TestInWorkbench checks that only the pages of reports get links to the workbench.
func TestInWorkbench(t *testing.T) {
	const head, rest = `<!DOCTYPE html><meta name="generator" content="counterproof">`, "<title>A report</title>"
	want := head + "\n" + `<meta name="workbench" content="../../">` + rest
	if got := string(InWorkbench([]byte(head+rest), "../../")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const other = `<!DOCTYPE html><meta name="generator" content="counterproof atlas">`
	if got := string(InWorkbench([]byte(other), "../../")); got != other {
		t.Errorf("got %s, want the page unchanged", got)
	}
}

// TestNoAtlas checks that a site without an atlas has an empty list, and that a folder without reports is an error.
func TestNoAtlas(t *testing.T) {
	index, files, err := atlasFiles(nil)
	if err != nil || len(files) > 0 || string(index.Data) != "[]\n" {
		t.Errorf("got %s, %d files, %v", index.Data, len(files), err)
	}
	if _, _, err := atlasFiles(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "counterproof atlas") {
		t.Errorf("got the error %v", err)
	}
}
