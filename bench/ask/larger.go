//go:build !js || pdf

package ask

// larger has the questions that the smaller engine for browsers does not answer, so that pages load fast:
// repair makes the compressed engine 20 KB larger, orbit 15 KB, and certificate 36 KB.
var larger = []question{
	{"certificate", true, opens((*Desk).certificate)},
	{"marginals", true, opens((*Desk).marginals)},
	{"orbit", true, opens((*Desk).orbit)},
	{"rate", true, opens((*Desk).rate)},
	{"repair", true, opens((*Desk).repair)},
}
