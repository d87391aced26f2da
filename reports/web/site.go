package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"counterproof/bench/record/result"
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
	version := result.Hash(slices.Concat(list, rest, script))[:16]
	constants := fmt.Sprintf("const version = \"%s\";\nconst files = %s;\nconst later = %s;\n\n", version, list, rest)
	all = append(all, atomicfile.Named{Name: "offline.js", Data: append([]byte(constants), script...)})
	list = sure(json.MarshalIndent(siteList{listGenerator, listOf(all)}, "", " "))
	return append(all, atomicfile.Named{Name: listName, Data: append(list, '\n')})
}

// listName is the name of the file of a static site that lists the other files. WriteSite
// recognizes an earlier site by this file.
const listName = "files.json"

// listGenerator is the generator that the list names.
const listGenerator = "counterproof site"

type siteList struct {
	Generator string            `json:"generator"`
	Files     map[string]string `json:"files"` // SHA-256 digests by name
}

func listOf(all []atomicfile.Named) map[string]string {
	digests := map[string]string{}
	for _, f := range all {
		digests[f.Name] = result.Hash(f.Data)
	}
	return digests
}

// checkOwned returns a ForeignError if dir has a file that does not belong to an earlier site, or
// that was changed after the site was written. If there is no such file, the result earlier has
// the files of the earlier site that the new site lacks. Files whose names begin with a dot, such
// as .git, are not part of a site, and checkOwned ignores them.
func checkOwned(dir string, files []atomicfile.Named) (earlier []string, err error) {
	var old siteList
	if text, err := os.ReadFile(filepath.Join(dir, listName)); err == nil {
		if json.Unmarshal(text, &old) != nil || old.Generator != listGenerator || old.Files == nil {
			return nil, &atomicfile.ForeignError{Path: filepath.Join(dir, listName), Maker: "site"}
		}
		old.Files[listName] = result.Hash(text)
	}
	written := listOf(files) // an interrupted run might have written some files of the new site
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && file == dir:
			return nil
		case err != nil:
			return err
		case d.IsDir() && file != dir && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() || strings.HasPrefix(d.Name(), "."):
			return nil
		}
		foreign := &atomicfile.ForeignError{Path: file, Maker: "site"}
		relative, err := filepath.Rel(dir, file)
		if err != nil || !d.Type().IsRegular() {
			return foreign
		}
		name := filepath.ToSlash(relative)
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if sum := result.Hash(data); sum != old.Files[name] && sum != written[name] {
			return foreign
		}
		if written[name] == "" && name != listName {
			earlier = append(earlier, name)
		}
		return nil
	})
	slices.Sort(earlier)
	return earlier, err
}

// remove removes a file of a site, and each folder above the file that is then empty.
func remove(dir, name string) error {
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
		return err
	}
	for name = path.Dir(name); name != "."; name = path.Dir(name) {
		if os.Remove(filepath.Join(dir, filepath.FromSlash(name))) != nil {
			return nil // it is not empty
		}
	}
	return nil
}

var imports = regexp.MustCompile(`(?m)^(?:im|ex)port [^"'();=]*"(\.[^"]*)"`)

// Modules lists the scripts that the script of the page imports, directly or not, after the script itself. The
// head of the page names them, so that browsers load them at once instead of one level after the other.
func (v view) Modules() []string {
	all := []string{"assets/shared/frame.js"}
	if v.Scripted() {
		all = []string{"assets/" + v.Name + "/page.js"}
	}
	for i := 0; i < len(all); i++ {
		for _, m := range imports.FindAllSubmatch(sure(files.ReadFile(all[i])), -1) {
			if name := path.Join(path.Dir(all[i]), string(m[1])); !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
