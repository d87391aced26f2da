package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"counterproof/bench/system/atomicfile"
)

// ErrNoEngine is the error of WriteSite in a program that was built without the engine for browsers.
var ErrNoEngine = errors.New("this program was built without the engine for browsers: build it with make")

// WriteSite writes the static site into a folder. The folder must be missing, empty, or the folder
// of an earlier site. WriteSite replaces an earlier site. The page Laboratory shows the atlas,
// unless the parameter atlas is nil. The pages work from any web server and below any path. The
// error is ErrNoEngine or an atomicfile.ForeignError, or comes from the file system.
func WriteSite(dir string, atlas fs.FS) error { return writeSite(dir, Engine(), Assets(), atlas) }

func writeSite(dir string, engine, assets, atlas fs.FS) error {
	files, err := SiteFiles(engine, assets, atlas)
	if err != nil {
		return err
	}
	earlier, err := checkOwned(dir, files)
	if err != nil {
		return err
	}
	if err := atomicfile.WriteAll(dir, files); err != nil {
		return err
	}
	for _, name := range earlier {
		if err := remove(dir, name); err != nil {
			return err
		}
	}
	return nil
}

// SiteFiles makes the files of the static site. Their names have slashes between folders. The
// parameters engine and assets hold the files that the functions Engine and Assets return. If the
// engine is missing, the error is ErrNoEngine. The parameter atlas is a folder of reports, or nil.
func SiteFiles(engine, assets, atlas fs.FS) ([]atomicfile.Named, error) {
	var all []atomicfile.Named
	var names []string
	for _, p := range Pages {
		names = append(names, p.Name)
	}
	for _, name := range slices.Concat(names, Documents(), []string{missingName}) {
		var b bytes.Buffer
		if err := Write(&b, name, Site); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, atomicfile.Named{Name: name + ".html", Data: b.Bytes()})
	}
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(assets, name)
		all = append(all, atomicfile.Named{Name: "assets/" + name, Data: data})
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range EngineFiles {
		data, err := fs.ReadFile(engine, name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, ErrNoEngine
		}
		if err != nil {
			return nil, err
		}
		all = append(all, atomicfile.Named{Name: "engine/" + name, Data: data})
	}
	all = append(all, pictures()...)
	list, reports, err := atlasFiles(atlas)
	if err != nil {
		return nil, err
	}
	return addOffline(append(all, list), reports), nil
}

// addOffline adds the files with which the site works without a network: the manifest, the service
// worker, and the list of all files. With the manifest, a browser can install the site like a
// program. The list of reports works without a network, but the reports themselves do not, because
// they are large. The engine that makes PDF documents and the pictures of the documentation, which have
// 6 MB, work without a network after their first use.
func addOffline(all, reports []atomicfile.Named) []atomicfile.Named {
	all = append(all, atomicfile.Named{Name: "manifest.json", Data: sure(files.ReadFile("site/manifest.json"))})
	script := sure(files.ReadFile("site/offline.js"))
	now, later := listOf(all), map[string]string{}
	for name, digest := range now {
		if name == "engine/"+PrinterFile || strings.HasPrefix(name, PicturesFolder) {
			later[name] = digest
			delete(now, name)
		}
	}
	list, rest := sure(json.MarshalIndent(now, "", " ")), sure(json.Marshal(later))
	all = append(all, reports...)
	version := sha256.Sum256(slices.Concat(list, rest, script))
	constants := fmt.Sprintf("const version = \"%x\";\nconst files = %s;\nconst later = %s;\n\n", version[:8], list, rest)
	all = append(all, atomicfile.Named{Name: "offline.js", Data: append([]byte(constants), script...)})
	list = sure(json.MarshalIndent(siteList{listGenerator, listOf(all)}, "", " "))
	return append(all, atomicfile.Named{Name: listName, Data: append(list, '\n')})
}
