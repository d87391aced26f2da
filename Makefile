# make        builds bin/counterproof
# make install  the program, its manual page and completions, below PREFIX (/usr/local)
# make year   the calendar's year by both engines, cross-checked, plotted
# make atlas  all experiments in their quick form, a page each: docs/atlas.md
# make certify-year  a certificate of every day's count, verified
# make test   all tests
# make check  everything that is checked without running tests: vet, staticcheck, ...
# make prose  checks the English of comments, docs, help texts and messages
# make race   the tests of bench, reports, sat and cmd under the race detector
# make docs   the generated parts of docs/puzzles.md and docs/puzzles, from the catalogue
# make tools  the outside programs that some tests compare with (Debian, as root)
# make soak   cross-checks drawn boards of all puzzles for SOAK (1h)
# make bench  the benchmarks that hold the performance targets
# make mutate the tests against code broken on purpose: docs/trust.md
# make rename the module gets the path MODULE

GO ?= go

# What git describes, such as v0.1.0-12-gabcdef0. Without a tag it is the newest release of the
# changelog and the commit.
VERSION := $(shell git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null || \
	echo "v$$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md 2>/dev/null | head -n 1)$$(git describe --always --dirty 2>/dev/null | sed 's/^/-/')")

.PHONY: build install year atlas certify-year test check prose race docs tools fuzz soak bench mutate rename clean

build:
	$(GO) build -trimpath -buildvcs=auto -ldflags '-X main.described=$(VERSION)' -o bin/counterproof ./cmd/counterproof

# Uses cp because install(1) differs between systems.
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
install: build
	mkdir -p '$(DESTDIR)$(PREFIX)/bin' '$(SHARE)/man/man1' '$(SHARE)/bash-completion/completions' \
		'$(SHARE)/zsh/site-functions' '$(SHARE)/fish/vendor_completions.d'
	cp bin/counterproof '$(DESTDIR)$(PREFIX)/bin/counterproof'
	bin/counterproof man >'$(SHARE)/man/man1/counterproof.1'
	bin/counterproof completion bash >'$(SHARE)/bash-completion/completions/counterproof'
	bin/counterproof completion zsh >'$(SHARE)/zsh/site-functions/_counterproof'
	bin/counterproof completion fish >'$(SHARE)/fish/vendor_completions.d/counterproof.fish'

# A run that finds a wrong answer fails, after its report is made.
year: build
	@mkdir -p out/year
	@bin/counterproof run --ledger out/year/ledger.sqlite bench/experiments/calendar-year.toml; status=$$?; \
	bin/counterproof report --ledger out/year/ledger.sqlite -o out/year bench/experiments/calendar-year.toml && exit $$status

# Runs every experiment of bench/experiments, or those in ATLAS, and makes out/atlas/index.html.
# Start it again after an interruption: it continues where it stopped. FLAGS=--full runs the full
# size, FLAGS=--dry-run says what there is to do. exec passes on a SIGTERM that make sends.
atlas: build
	@exec bin/counterproof atlas $(FLAGS) $(ATLAS)

# It goes on where it ended; certificates that are there are kept.
certify-year: build
	bin/counterproof certify -o out/certificates calendar year
	bin/counterproof verify out/certificates

# The longest package takes two minutes on two idle cores. It gets half an hour, for a
# machine that has much else to do: a test that waits for an event gives up by itself
# after three minutes, so that only a test that hangs in our own code takes so long.
test:
	@./cmd/tools.sh missing >&2
	$(GO) test -timeout 30m ./...
	$(GO) -C cmd/mutate test ./...

# The tests of all packages that start goroutines, under the race detector. It needs cgo:
# make tools installs gcc. Short mode leaves out the examples of the docs, the test of make
# rename and the largest of the random pictures. A test that the detector cannot run skips
# itself by processtest.Race. 12 minutes of CPU time with the compiler.
race:
	$(GO) test -race -short -timeout 30m ./bench/... ./reports/... ./sat/... ./cmd/...

# What can be checked without running tests: format, vet (also for Windows and macOS),
# staticcheck, go.mod, generated docs, and WebAssembly.
check:
	@./cmd/check.sh $(GO)

# Prints the sentences and doc comments to rewrite. IN limits it to files and folders:
# make prose IN="docs sat/cnf". It fails if there are any.
IN ?=
prose:
	@$(GO) run ./cmd/prose $(IN)

# The page and the pictures of each puzzle. The prose of the pages is written by hand;
# make check notices a page that is out of date.
docs:
	$(GO) run ./cmd/docs

# The outside programs that some tests compare with. Without them those tests are
# skipped, and make test begins by saying so. With COUNTERPROOF_CI=1 they fail instead.
tools:
	@./cmd/tools.sh install

# Every fuzz target for a while. It fails where one tries fewer than 50 inputs a second.
FUZZTIME ?= 20s
fuzz:
	@./cmd/fuzz.sh $(GO) $(FUZZTIME)

# Drawn boards of all puzzles, each by the best native method and three others,
# for a while. It goes on where it was ended: what is in the ledger is not done
# again. JOBS is how many are done at once (all cores), METHODS=all takes every
# method for each board, another SEED draws other boards. With 10,000 solutions a
# job and not 1,000, SAT ran out of time on large boards that have more; a date of
# the calendar takes it 10 s on an idle core.
SOAK ?= 1h
SEED ?= 1
METHODS ?= some
JOBS ?=
soak: build
	@mkdir -p out/soak
	@bin/counterproof crosscheck --summary --method $(METHODS) --for $(SOAK) --seed $(SEED) --puzzles 10 \
		--limit 1000 --timeout 30s --memory 1GiB $(if $(JOBS),--jobs $(JOBS)) \
		--ledger out/soak/ledger.sqlite --failures out/soak/disagreements all >out/soak/seed-$(SEED).tsv; status=$$?; \
	sed -n '/^summary/,$$p' out/soak/seed-$(SEED).tsv; exit $$status

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1x -timeout 60m ./native/... ./sat/... ./encode/... ./bench/certificate

# Breaks the code on purpose and asks the tests; hours with N=0, all mutants. The
# command is a module of its own.
MUTATE ?= ./encode/... ./encode/covering=./encode/exactcover,./encode/pentomino \
	./encode/polyomino=./encode/pentomino,./encode/packing ./encode/toggle=./encode/lightsout,./encode/pushpull
N ?= 6
mutate:
	@mkdir -p out
	$(GO) -C cmd/mutate build -o ../../bin/mutate .
	bin/mutate -n $(N) -jobs $(or $(JOBS),1) -results out/mutants.jsonl -reasons cmd/mutate/reasons.tsv $(MUTATE)

# Gives the module another path, for whoever hosts it:
# make rename MODULE=example.org/puzzles/counterproof
rename:
	$(GO) run ./cmd/rename $(MODULE)

clean:
	rm -rf bin
