# `make` without a target lists all targets. `.ci/run` runs what must pass before a change is accepted. The other checks are run
# by hand, before a release and after a change of their subject.

SWIFT ?= swift
FORMATTED := Package.swift Libraries Sources Tests Tool $(wildcard Course Starter Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources Mutants/Package.swift Mutants/Sources Examples/*/Package.swift Examples/*/Sources Examples/*/Tests)

.DEFAULT_GOAL := help
.PHONY: help test test-default spec coverage lint format usecase specification prices docs guide page web-check application application-check pictures course-check mutants chaos fuzz nightly operate-check cluster cluster-check runs-check hostile accounts costs bench pins release release-check

help: ## List all targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-17s %s\n", $$1, $$2 }'

test: lint ## Run everything: the style, the layers, and every spec of both builds. Installs or lists missing tools first
	SWIFT=$(SWIFT) Scripts/test.sh

test-default: ## Run only the specs of the default build, as `swift test` does, and list the scenarios that none covers
	SWIFT=$(SWIFT) Scripts/test.sh default

spec: ## Build, and run the specs of one use case, or any whose file is named so: NAME=Greet
	SWIFT=$(SWIFT) Scripts/test.sh spec "$$NAME"

coverage: ## List the scenarios that no spec covers, and fail if there are any. `make test` does the same
	SWIFT=$(SWIFT) Scripts/test.sh coverage

lint: ## Check the formatting of all sources
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

format: ## Format all sources
	$(SWIFT) format --in-place --recursive $(FORMATTED)

usecase: ## Add a use case: NAME=Greet TITLE='Greet the user' writes its scenes, its line in the catalogue, and a spec to be written, in the folder SUBJECT=Tutorial, or in Devices without one
	SWIFT=$(SWIFT) python3 Scripts/add-usecase.py "$$NAME" "$$TITLE" $(if $(SUBJECT),"$$SUBJECT")

specification: ## Generate docs/usecases from the code
	USECASES_PAGES=write $(SWIFT) test --filter ページは探索の結果と同じでほかのページはない

prices: ## Write docs/usecases/prices.txt, what each scenario costs at most. It needs the tools of `make test`
	USECASES_PAGES=write $(SWIFT) test --traits Server --scratch-path .build-server --filter シナリオの値段

docs: ## Write the documentation of the libraries in .build-docs/all, and check its comments, links and examples; BUILD=.build-server has the service
	SWIFT=$(SWIFT) Scripts/docs.sh $(BUILD)

guide: ## Follow the guides to use cases and ports as they stand, in a fresh clone
	SWIFT=$(SWIFT) Scripts/check-guide.sh

page: ## Open the page of all use cases in a browser, walk every way, and check that it fits and loads nothing else
	SWIFT=$(SWIFT) Scripts/check-page.sh $${PICTURES:-.build-page}

web-check: ## Use the pages by the keyboard, inspect each, walk over them at random, and try to take over sessions. SHORT=1 is a short form, PICTURES=FOLDER keeps screenshots
	SWIFT=$(SWIFT) Scripts/check-web.sh $(if $(SHORT),--short)

# LANGUAGE counts only as an argument of make, because systems set a variable of this name to a list of languages.
application: ## Make your own application: NAME=Shop DIRECTORY=../shop; SERVICE=1 adds a service, LANGUAGE=ja writes its scenes in Japanese, URL=… FROM=0.3.0 takes the libraries from a repository
	$(SWIFT) run usecase new "$$NAME" "$$DIRECTORY" $(if $(SERVICE),--service) $(if $(filter command,$(origin LANGUAGE)),--language "$$LANGUAGE") $(if $(URL),--url "$$URL") $(if $(FROM),--from "$$FROM")

application-check: ## Make applications, and check that each is complete and can be extended by its guide; SHORT=1 follows the guides of one application only
	SWIFT=$(SWIFT) Scripts/check-application.sh $(if $(SHORT),--short)

pictures: ## Draw the pictures in the documents from the program; CHECK=1 only shows what differs
	SWIFT=$(SWIFT) Scripts/pictures.sh $(if $(CHECK),--check)

course-check: ## Check the exercises of the course, their solutions and mistakes, and take it in a terminal; SHORT=1 is a short form
	SWIFT=$(SWIFT) Scripts/course-check.sh

mutants: ## Plant mistakes, and list those that pass all specs; SAMPLE=100 takes other ones each day, PATHS=Libraries/Engine picks files, PASSED=1 repeats those that passed, UNREACHED=1 lists those that no spec reaches, LIST=1 counts
	SWIFT=$(SWIFT) Scripts/test.sh mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(PASSED),--passed) $(if $(UNREACHED),--unreached) $(if $(LIST),--list) $(PATHS)

chaos: ## Check that files are durable and whole, and put the application and the service through failures, ROUNDS times (default 20)
	Scripts/chaos.sh $${ROUNDS:-20}

fuzz: ## Fuzz the code that reads input from outside, TIME seconds for each target (default 60); TARGET=heads picks one, SEED=7 repeats it
	SWIFT=$(SWIFT) Scripts/fuzz.sh $${TIME:-60} $(TARGET)

nightly: ## Search worlds for TIME (default 8h), after a replay of those in the folder CORPUS (default .build-worlds), where new ones are saved
	$(SWIFT) run -c release calearning worlds --for $${TIME:-8h} --corpus $${CORPUS:-.build-worlds}

operate-check: ## Do the work of an operator on running services, and check the results; SHORT=1 is a short form, PARTS=restarts picks one, OLDER=FILE adds an earlier program
	SWIFT=$(SWIFT) Scripts/service.sh operate $(PARTS)

cluster: ## Start three machines in network namespaces, each with etcd, Patroni, PostgreSQL and the service, until Ctrl-C. Needs root
	SWIFT=$(SWIFT) Scripts/service.sh cluster

cluster-check: ## Take parts of such machines away under load, ROUNDS times (default 20), and check each answer; PARTS=switchover picks one
	SWIFT=$(SWIFT) Scripts/service.sh cluster-check $(PARTS)

runs-check: ## Play durable runs on servers that are killed, frozen and cut off, and read what the tables noted; SHORT=1, PARTS=storm picks one
	SWIFT=$(SWIFT) Scripts/service.sh runs $(PARTS)

hostile: ## Attack the service and the client, and check that the cost stays within bounds; SHORT=1 is a short form, PARTS=fairness picks one
	SWIFT=$(SWIFT) Scripts/service.sh hostile $(PARTS)

accounts: ## Put accounts under crowds, kills and a stopwatch; PARTS=timing picks one, CALEARNING=FILE tries a program
	SWIFT=$(SWIFT) Scripts/service.sh accounts $(PARTS)

costs: ## Count what requests and commands allocate, and hold it to bounds; WRITE=1 makes what is counted the bounds
	SWIFT=$(SWIFT) Scripts/service.sh costs

bench: ## Compare the engine, the API client, the service and the start-up with alternatives, in one run; SHORT=1 only checks that everything runs
	Benchmarks/run.sh $(if $(SHORT),--short)

pins: ## Compare the Swift packages of the build with the service with deploy/swift-packages.lock, and check that each change is noticed
	Scripts/swift-packages.sh check .build-server/checkouts
	Scripts/release/check-packages.sh
	Scripts/release/check-workflows.sh

release: ## Make a release of this commit in dist/: tarball, Debian package, image, SBOM, sums
	SWIFT=$(SWIFT) Scripts/release/package.sh dist

release-check: ## Try dist/ as a user would, in throw-away places, and write dist-check/transcript.txt; needs root
	SWIFT=$(SWIFT) Scripts/release/check.sh dist
