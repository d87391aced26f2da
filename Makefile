# make        builds bin/counterproof
# make install  installs the program, its manual page and completions below PREFIX (/usr/local)
# make site   writes the workbench for any web server into out/site: docs/web.md
# make year   counts the calendar's year by both engines, compares the counts and plots them
# make atlas  runs all experiments in their quick form and makes a page of them: docs/atlas.md
# make certify-year  writes and verifies a certificate of every day's count
# make test   runs all tests, the longest ones in a short form
# make test-long  runs all tests, and the longest ones in their long form, in about half an hour
# make check  checks everything that needs no tests: format, vet, staticcheck, ...
# make race   runs the tests of packages that start goroutines under the race detector
# make docs   writes the generated parts of docs/puzzles.md and docs/puzzles from the catalogue, and
#             draws the pictures of docs/images that commands in the docs draw: docs/Makefile
# make tools  installs the outside programs that some tests compare with (Debian, as root)
# make tools-cluster  installs Slurm and GNU parallel, for tests that run experiments with them
# make fuzz   runs every fuzz target for the time FUZZTIME (default: 20s)
# make soak   cross-checks random boards of all puzzles for the time SOAK (default: 1h)
# make bench  runs all benchmarks, and repeats the ratios that hold our speed
# make mutate runs the tests on code broken on purpose: docs/trust.md
# make clean  deletes bin

GO ?= go

# The version that git describes, such as v0.1.0-12-gabcdef0. Without a tag it consists of the newest
# release in the changelog and the commit.
VERSION := $(shell git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null || \
	echo "v$$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md 2>/dev/null | head -n 1)$$(git describe --always --dirty 2>/dev/null | sed 's/^/-/')")

# The flag of the linker that tells a program its version.
DESCRIBED = -X $(shell $(GO) list ./bench/system/release).described=$(VERSION)

.PHONY: build engine install site year atlas certify-year test test-long check race docs tools tools-cluster fuzz soak bench mutate clean

build: engine
	$(GO) build -trimpath -buildvcs=auto -ldflags '-s -w $(DESCRIBED)' -o bin/counterproof ./cmd/counterproof

# The engine for browsers, which the program embeds: cmd/engine as WebAssembly, without and with PDF
# documents, and the script of Go that starts it. Pages need the engine fast, so speed matters little
# in the packages of COLD: small functions are not copied into their callers there, which makes the
# compressed engine 9% smaller. slices.SortStableFunc takes half the code of slices.SortFunc for each
# type of elements, so short lists are sorted by it even if no two elements are equal. libdeflate,
# which make tools installs, makes the engine another 4% smaller than gzip. The same code and version
# give the same files, and make engine compresses an engine only if it has changed.
ENGINE ?= reports/web/engine
COMPRESS = $$(command -v libdeflate-gzip >/dev/null && echo libdeflate-gzip -12 -k || echo gzip -9 -n)
COLD = fmt reflect os regexp regexp/syntax encoding/json encoding/xml encoding/hex encoding/base64 image image/png \
	compress/flate compress/zlib context errors path path/filepath io/fs syscall syscall/js internal/... math/big crypto/... \
	archive/zip bufio bytes encoding/binary encoding/csv image/color io sort strconv strings time unicode \
	unicode/utf8 unicode/utf16 hash/... math/rand sync slices maps ./sat/cnf ./sat/cpog ./sat/dnnf ./sat/drat ./sat/opb \
	./sat/extern ./native ./native/bars ./native/brute ./native/edgecolour ./native/gf2 ./native/hitting ./native/linear ./native/margins ./native/matching ./cmd/engine ./bench/... ./encode/... ./reports/... codeberg.org/go-pdf/fpdf golang.org/x/...
engine:
	@mkdir -p '$(ENGINE)'
	@for program in engine:engine printer:pdf; do \
		file='$(ENGINE)'/$${program%:*}.wasm; \
		GOOS=js GOARCH=wasm $(GO) build -trimpath -tags "$${program#*:}" $(COLD:%=-gcflags=%=-l) \
			-ldflags '-s -w $(DESCRIBED)' -o "$$file" ./cmd/engine && \
		{ gzip -t "$$file.gz" 2>/dev/null && gzip -d -c "$$file.gz" | cmp -s - "$$file" || \
			{ $(COMPRESS) -c "$$file" >"$$file.gz.new" && mv "$$file.gz.new" "$$file.gz"; }; } && rm "$$file" || exit 1; \
	done
	@cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" '$(ENGINE)'

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

site: build
	bin/counterproof site -o out/site

# If the run finds a wrong answer, it fails, but the report is still made.
year: build
	@mkdir -p out/year
	@bin/counterproof run --ledger out/year/ledger.sqlite bench/experiments/calendar-year.toml; status=$$?; \
	bin/counterproof report --ledger out/year/ledger.sqlite -o out/year bench/experiments/calendar-year.toml && exit $$status

# Runs every experiment of bench/experiments, or those in ATLAS, and makes out/atlas/index.html.
# Start it again after an interruption: it continues where it stopped. FLAGS=--full runs the full
# size, FLAGS=--dry-run lists the work without running it. exec lets the program receive a SIGTERM
# from make.
atlas: build
	@exec bin/counterproof atlas $(FLAGS) $(ATLAS)

# After an interruption it continues where it stopped. Existing certificates are kept.
certify-year: build
	bin/counterproof certify -o out/certificates calendar year
	bin/counterproof verify out/certificates

# The longest packages come first, and one package more than there are cores runs at a time, because
# some tests wait. GOGC=400 saves a seventh of the CPU time. The limit of half an hour suffices for a
# busy machine. A test that waits for an event gives up after three minutes, so
# only a test that hangs in our own code reaches the limit.
LONGEST = ./cmd/counterproof ./reports/web ./reports/web/server
test: engine
	@./cmd/tools.sh missing >&2
	($(TEST_APART)) & GOGC=400 $(GO) test -p $$(($$(getconf _NPROCESSORS_ONLN) + 1)) -timeout 30m $(LONGEST) ./... && wait $$!

# The tests that ./... leaves out: those of a program without the queue, and those of the module
# cmd/mutate.
TEST_APART = $(GO) test -tags nonats -run TestNoQueue ./cmd/counterproof && $(GO) -C cmd/mutate test ./...

# Runs the tests of make test, those that call processtest.Long or processtest.IsLong in their long
# form. The limit of two hours is for one package. CONTRIBUTING.md lists the variables of tests that
# are longer still.
test-long: engine
	@./cmd/tools.sh missing >&2
	COUNTERPROOF_LONG=1 $(GO) test -timeout 120m ./...
	$(TEST_APART)

# Runs the tests of the packages whose product code starts goroutines under the race detector. Of the
# tests of cmd/counterproof, only those in RACES run. Each of them starts programs with many
# goroutines: the queue, the server, workers, pipes or outside programs. The detector needs cgo: make
# tools installs gcc. Short mode leaves out the largest random pictures. A test that cannot run
# under the detector skips itself with processtest.Race. Many tests start processes, such as workers.
# GORACE makes a process end at its first race, so that the test notices the race, and wait 50 ms at
# its end for races, not a second. If there is no such package, make race fails.
RACES = Queue|Coordinate|Serve|Signal|Interrupt|Kills|Damages|Stray|Pipe|Reader|Timeout|AtlasShards|Certify|EndsWithTheCommand|Scripts/^(certify|crosscheck|run|sheet)$$
race: export GORACE = halt_on_error=1 atexit_sleep_ms=50
race:
	packages=$$(grep -rlE --include='*.go' --exclude='*_test.go' --exclude-dir=processtest '^\s*go (func|[a-zA-Z.]+)\(|\.Go\(func' \
		./bench ./cmd/counterproof ./reports ./sat | xargs -r dirname | sort -u) && \
	if test -z "$$packages"; then echo 'no package starts goroutines: mend the pattern in the Makefile' >&2; exit 1; fi && \
	$(GO) test -race -short -timeout 30m $$packages
	$(GO) test -race -short -timeout 30m -run '$(RACES)' ./cmd/counterproof

# Checks everything that needs no tests: format, vet (also for packages with files of Windows or
# macOS), staticcheck, go.mod, generated docs, the packages that compile to WebAssembly, and the types
# of the scripts of pages.
check:
	@./cmd/check.sh $(GO)

# Writes the generated parts of the pages of the puzzles, and their pictures. The prose of the
# pages is written by hand. make check reports a page that is out of date. docs/Makefile draws the
# pictures of the other pages, and a test reports a picture that is out of date.
docs: build
	$(GO) run ./cmd/docs
	$(MAKE) -C docs

# Installs the outside programs that some tests compare with. If a program is missing, its tests
# are skipped, and make test begins by saying so. With COUNTERPROOF_CI=1 they fail instead.
tools:
	@./cmd/tools.sh install

# Installs the outside programs of the tests that run experiments on a cluster. They are apart from
# make tools, because the packages contain daemons. The installation does not let Debian start them.
# The tests start their own, without root's files and only on the loopback interface.
tools-cluster:
	@./cmd/tools.sh install-cluster

# Runs every fuzz target for FUZZTIME. It fails if a target tries fewer than 50 inputs per second.
FUZZTIME ?= 20s
fuzz:
	@./cmd/fuzz.sh $(GO) $(FUZZTIME)

# Cross-checks drawn boards of all puzzles for the time SOAK, each by the best native method and
# three others. After an interruption it continues where it stopped, because it does not repeat
# jobs that the ledger has. JOBS is the number of jobs at the same time, by default one per core.
# METHODS=all solves each board by every method. Another SEED draws other boards. The limit is
# 1,000 solutions per job: with 10,000, SAT ran out of time on large boards that have more. A date
# of the calendar takes SAT 10 s on an idle core.
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

# BENCH=Sudoku runs the benchmarks whose names contain Sudoku.
bench:
	@./cmd/bench.sh $(GO) $(BENCH)

# Runs the tests on code broken on purpose. N=0 tries all mutants, which takes hours. The command
# is a module of its own.
MUTATE ?= ./encode/... ./encode/board/covering=./encode/puzzle/exactcover,./encode/puzzle/pentomino \
	./encode/board/polyomino=./encode/puzzle/pentomino,./encode/puzzle/packing ./encode/board/toggle=./encode/puzzle/lightsout,./encode/puzzle/pushpull
N ?= 6
mutate:
	@mkdir -p out
	$(GO) -C cmd/mutate build -o ../../bin/mutate .
	bin/mutate -n $(N) -jobs $(or $(JOBS),1) -results out/mutants.jsonl -reasons cmd/mutate/reasons.tsv $(MUTATE)

clean:
	rm -rf bin
