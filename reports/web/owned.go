package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/system/atomicfile"
)

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
		digests[f.Name] = digest(f.Data)
	}
	return digests
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
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
		old.Files[listName] = digest(text)
	}
	written := listOf(files) // an interrupted run might have written some files of the new site
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && file == dir:
			return nil
		case err != nil:
			return err
		case file != dir && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
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
		if sum := digest(data); sum != old.Files[name] && sum != written[name] {
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
