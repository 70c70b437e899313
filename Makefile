# `make` alone lists what there is.

SWIFT ?= swift
CHECK := --explicit-target-dependency-import-check error

.DEFAULT_GOAL := help
.PHONY: help run build test test-default lint format specification coverage page guide mutants chaos fuzz hostile bench bench-short bench-soak bench-large release clean

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-13s %s\n", $$1, $$2 }'

run: ## Start the application
	$(SWIFT) run calearning boot

build: ## Build for debugging
	$(SWIFT) build $(CHECK)

test: lint test-default ## Check the style and the layers, and run every spec, without traits and with all of them
	SWIFT=$(SWIFT) Scripts/test-all-traits.sh

test-default: ## Run the specs of the default build alone
	SWIFT=$(SWIFT) Scripts/test-default.sh

lint: ## Check the style of all sources
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

format: ## Put all sources into the style
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

specification: ## Write docs/usecases and docs/errors.md anew from the code as it is
	SWIFT=$(SWIFT) Scripts/write-specification.sh

coverage: ## Say which scenarios that can happen no spec walks, and fail if there is one
	SWIFT=$(SWIFT) Scripts/coverage.sh

page: ## Open the page of all use cases in a browser, and check that it fits and needs nothing but itself
	SWIFT=$(SWIFT) Scripts/check-page.sh $${PICTURES:-.build-page}

guide: ## Follow docs/adding-a-use-case.md to the letter, in a fresh clone
	SWIFT=$(SWIFT) Scripts/check-guide.sh

mutants: ## Change one thing in a use case at a time and see that specs and pages notice; SAMPLE=3 takes three
	SWIFT=$(SWIFT) PYTHONDONTWRITEBYTECODE=1 python3 Scripts/mutants.py $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(IN_PLACE),--in-place)

chaos: ## Check that writes are durable, and kill and starve the application and the service, ROUNDS times (default 20)
	Scripts/chaos.sh $${ROUNDS:-20}

fuzz: ## Fuzz whatever reads bytes from outside, TIME seconds for each target (default 60); TARGET=har takes one, SEED=7 repeats
	SWIFT=$(SWIFT) Scripts/fuzz.sh $${TIME:-60} $(TARGET)

hostile: ## Attack the service as strangers may, and hold what it costs to bounds; SHORT=1 takes less of each
	SWIFT=$(SWIFT) Scripts/hostile.sh

bench: ## Measure the engine, the API client, the service and the start-up beside others, in one run
	Benchmarks/run.sh

bench-short: ## See that everything in `make bench` runs, in under a minute
	Benchmarks/run.sh --short

bench-soak: ## Load the service for TIME seconds (default 600) on DATABASE (default sqlite) and watch its memory
	Benchmarks/soak.sh $${TIME:-600} $${DATABASE:-sqlite}

bench-large: ## Measure the service with DEVICES devices registered (default 10000000), which takes 10 GB of disk
	Benchmarks/large-registry.sh $${DEVICES:-10000000}

release: ## Build the program for installation, with the standard library linked in
	Scripts/build-release.sh

clean: ## Remove everything that was built
	rm -rf .build .build-* Benchmarks/.build Benchmarks/.build-*
