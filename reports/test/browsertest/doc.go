// Package browsertest opens pages in a real browser, for tests of the pages that this program writes.
package browsertest
