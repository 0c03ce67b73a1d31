# What looks for rare faults, for “make”. The scripts beside it tell their own options.

# What “make proof” looks for: any of these, each a target of its own.
PROOF ?= sanitize growth shake fuzz soak chaos models servers folders

# How many seconds it fuzzes each target.
PROOF_SECONDS ?= 30

# How many minutes “make soak” takes, and its seed: empty for a new one each time.
SOAK_MINUTES ?= 10
SOAK_SEED ?=

# How many random courses “make models” takes.
MODEL_COURSES ?= 2000

.PHONY: proof growth shake fuzz chaos soak models servers folders sanitize sanitize-threads

proof: ## look for rare faults, for an hour and more: sanitize, growth, shake, fuzz, soak, chaos, models, servers, folders; or PROOF of these
	@failed=; for part in $(PROOF); do \
		echo "== $$part"; \
		$(MAKE) --no-print-directory $$part FUZZ=all FUZZ_SECONDS=$(PROOF_SECONDS) || failed="$$failed $$part"; \
	done; test -z "$$failed" || { echo "Failed:$$failed" >&2; exit 1; }

growth: toolchain packages nginx ## measure that four times the input takes about four times the work
	$(SWIFT) build --build-tests
	LEDE_GROWTH=1 Scripts/run-tests $(SWIFT) test --skip-build --filter 'proportion|linear time|four times|time that grows'

shake: toolchain packages nginx ## run all tests while lede and they nap at random, as on a slow machine: SHAKE (main others terminal), SHAKE_SEED
	@Scripts/install-packages $(TEST_PACKAGES)
	$(SWIFT) build --build-tests
	@Tests/Proof/shake

fuzz: toolchain packages ## look for input that breaks lede: FUZZ (feeds, dates, json … or all in turn), FUZZ_MINUTES for each (30), FUZZ_WORKERS (2)
	@Tests/Proof/fuzz

chaos: toolchain packages ## let every fault meet every write, and print a table: CHAOS_ROUNDS (300), CHAOS_MARKS to sync (2000)
	@Scripts/install-packages $(TEST_PACKAGES)
	$(SWIFT) build --build-tests
	Tests/Proof/chaos

soak: toolchain packages ## drive two readers at random, with a bad server and other commands: SOAK_MINUTES (10), SOAK_SEED
	$(SWIFT) build --build-tests
	LEDE_SOAK_MINUTES=$(SOAK_MINUTES) LEDE_SOAK_SEED=$(SOAK_SEED) Scripts/run-tests $(SWIFT) test --skip-build --filter SoakTests; \
		status=$$?; sed '/^[◇✔✘]/d' .build/tests.log; exit $$status

models: toolchain packages ## sync libraries, servers and folders at random, and compare with a model: MODEL_COURSES (2000)
	$(SWIFT) build --build-tests
	LEDE_SYNC_COURSES=$(MODEL_COURSES) Scripts/run-tests $(SWIFT) test --skip-build --filter 'SyncingTests.*ModelTests'

servers: toolchain packages ## run tests against real feed servers, cut off from the network: coldsweat, tt-rss, FRESHRSS (a folder with its source), MINIFLUX (its binary)
	$(SWIFT) build --build-tests
	Tests/Proof/servers Scripts/run-tests $(SWIFT) test --skip-build --filter 'real feed server'

folders: build ## let a real git and two real Syncthings, on loopback, carry 10,000 marks both ways
	@Scripts/install-packages syncthing git python3
	Tests/Proof/folders .build/release/lede

sanitize: toolchain packages nginx ## run all tests, or those of MODULES, under the thread and the address sanitizer: SANITIZE (thread address)
	@Scripts/install-packages $(TEST_PACKAGES)
	@Tests/Proof/sanitize $(if $(ONCE),$(WHOLE_MODULES))

sanitize-threads: ## run the tests of the modules with threads under the thread sanitizer
	@$(MAKE) --no-print-directory sanitize SANITIZE=threads
