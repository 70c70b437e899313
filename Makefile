# `make` without a target lists all targets. Scripts/common.mk has the targets of any application like this one. A check
# ends with the place that runs it. It is [CI], if necessary in a short form, or [by hand], before a release and after a
# change of its subject.

include Scripts/common.mk

.PHONY: run test test-busy prose docs page web-check pictures application application-check course-check mutants worlds-mutants chaos fuzz monitoring operate-check hostile accounts costs costs-mutants bench bench-short bench-soak bench-large release release-check

run: ## Start the application
	$(SWIFT) run calearning boot

test: lint ## Check the style and the layers, and run every spec with all traits, and the specs that differ with the default traits [CI]
	SWIFT=$(SWIFT) Scripts/test-default.sh --differing
	SWIFT=$(SWIFT) Scripts/test-all-traits.sh

test-busy: ## Run every spec on a machine that is kept busy by LOAD loops (default 6) [by hand]
	SWIFT=$(SWIFT) Scripts/test-busy.sh

prose: ## Count patterns of English to avoid, and hold them to budgets; LIST=told shows where one is [CI]
	PYTHONDONTWRITEBYTECODE=1 python3 Scripts/prose.py --check
	PYTHONDONTWRITEBYTECODE=1 python3 Scripts/prose.py $(if $(LIST),--list $(LIST))

docs: ## Make the documentation of the libraries in .build-docs/all, and check its comments, links and examples; BUILD=.build-traits has the service [CI]
	SWIFT=$(SWIFT) Scripts/docs.sh $(BUILD)

page: ## Open the page of all use cases in a browser, and check that it fits and loads nothing else [CI]
	SWIFT=$(SWIFT) Scripts/check-page.sh $${PICTURES:-.build-page}

web-check: ## Use the application in a browser and in a text browser, inspect every page, attack it, and walk over it at random. SHORT=1 is a short form, PICTURES=FOLDER keeps screenshots [by hand]
	SWIFT=$(SWIFT) Scripts/check-web.sh $(if $(SHORT),--short)

application: ## Make an application of your own: NAME=Shop DIRECTORY=../shop; SERVICE=1 makes one with a service
	$(SWIFT) run calearning application "$$NAME" "$$DIRECTORY" $(if $(SERVICE),--service)

application-check: ## Make applications, and check that each is complete and can be extended by its guide; SHORT=1 follows the guide of one application only [CI]
	SWIFT=$(SWIFT) Scripts/check-application.sh $(if $(SHORT),--short)

pictures: ## Draw the pictures in the documents, with every screen, from the program; CHECK=1 only names the outdated ones [CI]
	SWIFT=$(SWIFT) Scripts/pictures.sh $(if $(CHECK),--check)

course-check: ## Check the exercises of the course, their solutions and mistakes, and take it in a terminal; SHORT=1 is a short form [by hand]
	SWIFT=$(SWIFT) Scripts/course-check.sh

mutants: ## Plant mistakes anywhere in the sources, and check that a spec notices each; SAMPLE=20 of them, drawn by the date. SHORT=1 tries one module [CI]
	SWIFT=$(SWIFT) PYTHONDONTWRITEBYTECODE=1 python3 Scripts/mutants.py $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(NEAR),--near) $(if $(IN_PLACE),--in-place) $(if $(SHORT),--short)

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

release: ## Make a release of this commit in dist/: tarball, Debian package, image, SBOM, sums, signature by RELEASE_SIGNING_KEY [by hand]
	SWIFT=$(SWIFT) Scripts/release/package.sh dist

release-check: ## Try dist/ as a user would, in throw-away places, and write dist-check/transcript.txt; needs root [by hand]
	Scripts/release/check.sh dist
