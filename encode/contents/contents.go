//go:build !js

// Package contents keeps the contents of instances that are files. The canonical text of such an instance has
// only the SHA-256 of the contents. The store of this process has the contents of all files that it has read,
// and looks for others in the sources that a command has added, such as a ledger.
package contents

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"

	"counterproof/encode/wording"
)

// Most is the largest number of bytes that the contents of one instance may have.
const Most = 1 << 30

var (
	mu      sync.Mutex
	store   = map[string][]byte{} // gzip, by hash; formulas take a fifth of their size
	sources []func(name, hash string) []byte
)

// Hash returns the SHA-256, in hex, of the part of contents that identifies the instance.
func Hash(data []byte) string {
	sum := sha256.Sum256(wording.Source(data))
	return hex.EncodeToString(sum[:])
}

// Put stores contents and returns their hash.
func Put(data []byte) (hash string) {
	hash = Hash(data)
	if known, _ := find(hash); known == nil {
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // an error would mean that there is no such level
		_, _ = z.Write(data)                                 // a Buffer returns no errors
		z.Close()
		put(hash, packed.Bytes())
	}
	return hash
}

// find returns the contents of the store, or nil, and where else they can be.
func find(hash string) (packed []byte, others []func(name, hash string) []byte) {
	mu.Lock()
	defer mu.Unlock()
	return store[hash], sources
}

func put(hash string, packed []byte) {
	mu.Lock()
	defer mu.Unlock()
	store[hash] = packed
}

// AddSource adds a function that returns the contents of an instance with a name and a hash, or nil. Find checks the
// contents.
func AddSource(find func(name, hash string) []byte) {
	mu.Lock()
	defer mu.Unlock()
	sources = append(sources, find)
}

// Find returns the contents of the file that an instance names.
func Find(instance string) ([]byte, error) {
	packed, err := Packed(instance)
	if err != nil {
		return nil, err
	}
	return Unpack(packed)
}

// Packed returns the contents of the file that an instance names, compressed by gzip.
func Packed(instance string) ([]byte, error) {
	name, hash, _ := wording.File(instance)
	packed, others := find(hash)
	for i := 0; packed == nil && i < len(others); i++ {
		if data := others[i](name, hash); data != nil && Put(data) == hash {
			packed, _ = find(hash)
		}
	}
	if packed == nil {
		return nil, fmt.Errorf("the contents of %s with the SHA-256 %.12s... are not known: name the file as @FILE, or the folder that has it by --files DIR",
			wording.Short(name), hash)
	}
	return packed, nil
}

// PutPacked stores the contents that Packed has returned in another process, and returns their hash.
func PutPacked(packed []byte) (hash string, err error) {
	data, err := Unpack(packed)
	if err == nil {
		hash = Hash(data)
		put(hash, packed)
	}
	return hash, err
}

// Forget removes contents from the store.
func Forget(hash string) { put(hash, nil) }

// Clear removes all contents from the store. The instances with these contents must not be used any more.
func Clear() {
	mu.Lock()
	defer mu.Unlock()
	clear(store)
}

// Unpack returns the contents behind the result of Packed.
func Unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(z, Most+1))
	if err == nil && len(data) > Most {
		err = fmt.Errorf("want at most %d bytes", Most)
	}
	return data, err
}
