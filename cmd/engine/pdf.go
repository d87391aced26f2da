//go:build js && wasm && pdf

package main

import "counterproof/reports/booklet"

func init() { printer = booklet.Printer{} }
