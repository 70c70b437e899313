# `make` without a target lists all targets. A check ends with the place that runs it. It is [CI], if necessary in a short
# form, or [by hand], before a release and after a change of its subject.

SWIFT ?= swift
IMPORTS := --explicit-target-dependency-import-check error
FORMATTED := Package.swift Libraries Sources Tests Tool $(wildcard Course Starter Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources)

.DEFAULT_GOAL := help
.PHONY: help build test-default test-service first-hour lint format specification coverage usecase port guide upgrade-check spec run test test-busy docs page web-check pictures application application-check course-check mutants worlds-mutants chaos fuzz monitoring operate-check hostile accounts costs costs-mutants bench bench-short bench-soak bench-large pins release release-check clean

help: ## List all targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-17s %s\n", $$1, $$2 }'

build: ## Build for debugging
	$(SWIFT) build $(IMPORTS)

test-default: ## Run only the specs of the default build, as `swift test` does, and list the scenarios that none covers [CI]
	SWIFT=$(SWIFT) Scripts/test.sh default

test-service: ## Run only the specs of the build with the service [CI]
	SWIFT=$(SWIFT) Scripts/test.sh service

spec: ## Build, and run the specs of one use case, or any whose file is named so: NAME=Greet [tool]
	SWIFT=$(SWIFT) Scripts/test.sh spec "$$NAME"

lint: ## Check the formatting of all sources [CI]
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

format: ## Format all sources
	$(SWIFT) format --in-place --recursive $(FORMATTED)

specification: ## Generate docs/usecases and docs/errors.md from the code [tool]
	SWIFT=$(SWIFT) Scripts/write-specification.sh

coverage: ## List the scenarios that no spec covers, and fail if there are any. `make test` does the same [tool]
	SWIFT=$(SWIFT) Scripts/test.sh coverage

usecase: ## Add a use case: NAME=Greet TITLE='Greet the user' writes its scenes, its line in the catalogue, and a spec to be written [tool]
	SWIFT=$(SWIFT) python3 Scripts/add.py usecase "$$NAME" "$$TITLE"

port: ## Add a port: NAME=Weather writes its protocol, an adapter, its place in the composition root, and what tries its outcomes [tool]
	SWIFT=$(SWIFT) python3 Scripts/add.py port "$$NAME"

guide: ## Follow the guides to use cases and ports step by step, in a fresh clone; SHORT=1 leaves out their last command [by hand]
	SWIFT=$(SWIFT) Scripts/check-guide.sh $(if $(SHORT),--short)

upgrade-check: ## Try everything that an older version can leave behind on this one: FROM=<tag, commit or folder of sources> [by hand]
	SWIFT=$(SWIFT) Scripts/upgrade-check.sh "$$FROM"

clean: ## Remove all build folders
	rm -rf .build .build-* Benchmarks/.build*

run: ## Start the application
	$(SWIFT) run calearning boot

test: lint ## Run everything: the style, the layers, and every spec of both builds. Installs or lists missing tools first [tool]
	SWIFT=$(SWIFT) Scripts/test.sh

first-hour: ## Run the commands of the documents in a fresh clone, both builds, and a package outside; SHORT=1 is a short form in this folder [CI]
	SWIFT=$(SWIFT) Scripts/first-hour.sh $(if $(SHORT),--short)

test-busy: ## Run every spec of the service on a machine that is kept busy by LOAD loops (default 6) [by hand]
	SWIFT=$(SWIFT) Scripts/test-busy.sh

docs: ## Make the documentation of the libraries in .build-docs/all, and check its comments, links and examples; BUILD=.build-server has the service [CI]
	SWIFT=$(SWIFT) Scripts/docs.sh $(BUILD)

page: ## Open the page of all use cases in a browser, and check that it fits and loads nothing else [by hand]
	SWIFT=$(SWIFT) Scripts/check-page.sh $${PICTURES:-.build-page}

web-check: ## Use the application in a browser and in a text browser, inspect every page, attack it, and walk over it at random. SHORT=1 is a short form, PICTURES=FOLDER keeps screenshots [by hand]
	SWIFT=$(SWIFT) Scripts/check-web.sh $(if $(SHORT),--short)

# LANGUAGE counts only as an argument of make, because systems set a variable of this name to a list of languages.
application: ## Make your own application: NAME=Shop DIRECTORY=../shop; SERVICE=1 adds a service, LANGUAGE=ja writes its scenes in Japanese, URL=… FROM=0.3.0 takes the libraries from a repository
	$(SWIFT) run usecase new "$$NAME" "$$DIRECTORY" $(if $(SERVICE),--service) $(if $(filter command,$(origin LANGUAGE)),--language "$$LANGUAGE") $(if $(URL),--url "$$URL") $(if $(FROM),--from "$$FROM")

application-check: ## Make applications, and check that each is complete and can be extended by its guide; SHORT=1 follows the guides of one application only [CI]
	SWIFT=$(SWIFT) Scripts/check-application.sh $(if $(SHORT),--short)

pictures: ## Draw the pictures in the documents, with every screen, from the program; CHECK=1 only names the outdated ones [CI]
	SWIFT=$(SWIFT) Scripts/pictures.sh $(if $(CHECK),--check)

course-check: ## Check the exercises of the course, their solutions and mistakes, and take it in a terminal; SHORT=1 is a short form [by hand]
	SWIFT=$(SWIFT) Scripts/course-check.sh

mutants: ## Plant mistakes anywhere in the sources, and check that a spec notices each; SAMPLE=20 of them, drawn by the date [by hand]
	SWIFT=$(SWIFT) PYTHONDONTWRITEBYTECODE=1 python3 Scripts/mutants.py $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(NEAR),--near) $(if $(IN_PLACE),--in-place)

worlds-mutants: ## Plant faults one at a time, and check that `calearning worlds` finds each; FAULT="key-not-sent" picks some [by hand]
	SWIFT=$(SWIFT) PYTHONDONTWRITEBYTECODE=1 python3 Scripts/worlds_mutants.py $(FAULT)

chaos: ## Check that files are durable and whole, and put the application and the service through failures, ROUNDS times (default 20) [CI]
	Scripts/chaos.sh $${ROUNDS:-20}

fuzz: ## Fuzz the code that reads input from outside, TIME seconds for each target (default 60); TARGET=har picks one, SEED=7 repeats it [CI]
	SWIFT=$(SWIFT) Scripts/fuzz.sh $${TIME:-60} $(TARGET)

monitoring: ## Check the alerts, the dashboard and the page about metrics against the metrics of the service [CI]
	Scripts/check-monitoring.sh

operate-check: ## Do the work of an operator on running services, and check the results; SHORT=1 is a short form, PARTS=restarts picks one, OLDER=FILE adds an earlier program [CI]
	SWIFT=$(SWIFT) Scripts/operate-check.sh $(PARTS)

hostile: ## Attack the service and the client, and check that the cost stays within bounds; SHORT=1 is a short form [CI]
	SWIFT=$(SWIFT) Scripts/service.sh hostile

accounts: ## Put accounts under crowds, guesses, kills and a stopwatch; PARTS=timing picks one, CALEARNING=FILE tries a program [CI]
	SWIFT=$(SWIFT) Scripts/service.sh accounts $(PARTS)

costs: ## Count what requests and commands allocate, and hold it to bounds; WRITE=1 makes what is counted the bounds [CI]
	SWIFT=$(SWIFT) Scripts/service.sh costs $(if $(WRITE),--write)

costs-mutants: ## Plant slowness one kind at a time, and check that `make costs` finds each; FAULT="body-copied" picks some [by hand]
	SWIFT=$(SWIFT) PYTHONDONTWRITEBYTECODE=1 python3 Scripts/costs_mutants.py $(FAULT)

bench: ## Compare the engine, the API client, the service and the start-up with alternatives, in one run [by hand]
	Benchmarks/run.sh

bench-short: ## Check that everything in `make bench` runs, in under a minute [by hand]
	Benchmarks/run.sh --short

bench-soak: ## Load the service for TIME seconds (default 600) on DATABASE (default sqlite) and measure its memory [by hand]
	Benchmarks/soak.sh $${TIME:-600} $${DATABASE:-sqlite}

bench-large: ## Measure the service with DEVICES (default 10000000) and ACCOUNTS (1000000, ten sessions each); takes 10 GB of disk [by hand]
	Benchmarks/large-registry.sh $${DEVICES:-10000000}
	Benchmarks/large-accounts.sh $${ACCOUNTS:-1000000}

pins: ## Compare the Swift packages of the build with the service with deploy/swift-packages.lock, and check that each change is noticed [CI]
	Scripts/swift-packages.sh check .build-server/checkouts
	Scripts/release/check-packages.sh
	Scripts/release/check-workflows.sh

release: ## Make a release of this commit in dist/: tarball, Debian package, image, SBOM, sums [by hand]
	SWIFT=$(SWIFT) Scripts/release/package.sh dist

release-check: ## Try dist/ as a user would, in throw-away places, and write dist-check/transcript.txt; needs root [by hand]
	Scripts/release/check.sh dist
