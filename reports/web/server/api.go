package server

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"counterproof/bench/ask"
	"counterproof/bench/ask/pool"
)

// apiPath is the beginning of the paths for programs. The name of a question follows.
const apiPath = "/v1/"

// program reports whether a request has the token for programs. A program sends no header Origin. A
// browser does, and then the page must be of this server.
func (s *site) program(w http.ResponseWriter, r *http.Request) bool {
	if (r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "") && !s.sameSite(w, r) {
		return false
	}
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") || !equal(strings.TrimSpace(token), s.API) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, r, http.StatusUnauthorized, "want the header Authorization: Bearer TOKEN, with the token from the file that serve --api names")
		return false
	}
	return true
}

// api answers a question of a program. The reply is one JSON object; see pool.Reply.
func (s *site) api(w http.ResponseWriter, r *http.Request) {
	body, finish, ok := s.receive(w, r)
	defer finish()
	if !ok {
		return
	}
	k := &keeper{site: s}
	k.start(true)
	defer k.start(true)
	name := r.PathValue("name")
	unknown := ask.Known(name)
	q, err := pool.ReadRequest(body)
	if err == nil && q.Name != "" && q.Name != name {
		err = &ask.Problem{Misuse: true, Text: `the field "ask" names another question than the path`}
	}
	q.Name = name
	if err = cmp.Or(unknown, err); err == nil {
		fields, wall := q.Within(min(cmp.Or(q.Wall, s.Limits.Long), s.Limits.Long))
		err = s.run(pool.WithMemory(r.Context(), q.Memory), name, fields, wall, k)
	}
	switch {
	case r.Context().Err() != nil:
		return
	case errors.Is(err, errBusy):
		busy(w, r)
		return
	}
	text := k.reply.Text(q.ID, err)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case unknown != nil:
		w.WriteHeader(http.StatusNotFound)
	case k.reply.Misused():
		w.WriteHeader(http.StatusBadRequest)
	}
	_ = (&answer{w: w, control: http.NewResponseController(w)}).write(text) // the client may be gone
}

// A keeper keeps the answer for a program until it is complete. A program does not want to know that its
// question waits.
type keeper struct {
	site  *site
	reply pool.Reply
	kept  int64
}

func (k *keeper) wait(int) {}

func (k *keeper) start(again bool) {
	if again {
		k.site.kept.Add(-k.kept)
		k.kept, k.reply = 0, pool.Reply{Most: k.site.Limits.Output}
	}
}

// mostKept is the largest number of bytes of all answers that are kept, as a multiple of Limits.Output.
// Without this limit, clients that read slowly could fill the memory.
const mostKept = 4

func (k *keeper) line(text []byte) error {
	k.kept += int64(len(text))
	if k.site.kept.Add(int64(len(text))) > mostKept*int64(k.site.Limits.Output) {
		return errBusy
	}
	return k.reply.Add(text)
}
