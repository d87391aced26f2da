# make        builds bin/counterproof
# make year   the calendar's year by both engines, cross-checked, plotted
# make test   all tests
# make bench  the benchmarks that hold the performance targets

GO ?= go

.PHONY: build year test tools fuzz bench clean

build:
	$(GO) build -trimpath -buildvcs=auto -o bin/counterproof ./cmd/counterproof

# A run that finds a wrong answer fails, after its report is made.
year: build
	@mkdir -p out/year
	@bin/counterproof run --ledger out/year/ledger.sqlite bench/experiments/calendar-year.toml; status=$$?; \
	bin/counterproof report --ledger out/year/ledger.sqlite -o out/year bench/experiments/calendar-year.toml && exit $$status

test: tools
	$(GO) vet ./...
	$(GO) test -timeout 11m ./...

# The outside programs that some tests compare with. Without them those tests
# are skipped and say so.
tools:
	@./cmd/tools.sh

# Every fuzz target for a while.
FUZZTIME ?= 20s
fuzz:
	@./cmd/fuzz.sh $(GO) $(FUZZTIME)

bench:
	$(GO) test -run '^$$' -bench . -benchtime 1x -timeout 60m ./native/... ./sat/... ./encode/...

clean:
	rm -rf bin
