# Everything that can be done with lede's source. “make help” lists it.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# What the build and the tests want of Debian; without certificates no server would be trusted.
PACKAGES = libsqlite3-dev libcurl4-openssl-dev libxml2-dev libncurses-dev libvterm-dev pkg-config ca-certificates

# Only the release build links Swift's runtime statically: the thread sanitizer needs the dynamic one.
RELEASE = -c release --static-swift-stdlib

.PHONY: help run build test sanitize bench lint format install uninstall clean toolchain packages
.DEFAULT_GOAL := help

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

run: build ## set everything up, build lede and open the reader
	.build/release/lede --starter-feeds

build: toolchain packages ## build the release binary, .build/release/lede
	$(SWIFT) build $(RELEASE) --product lede

test: toolchain packages ## set everything up and run all tests
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

sanitize: toolchain packages ## run all tests under the thread sanitizer
	$(SWIFT) test --sanitize thread --scratch-path .build/sanitize

bench: build ## measure the release binary, and print the figures
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks

lint: toolchain ## fail where the code is not formatted as it should be
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format: toolchain ## format the code
	$(SWIFT) format format --in-place --recursive Package.swift Sources Tests

install: ## install what “make build” has built under PREFIX (/usr/local)
	@test -x .build/release/lede || { echo 'lede is not built yet: run “make build” first' >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/lede/starter
	install -m 755 .build/release/lede $(DESTDIR)$(PREFIX)/bin/lede
	install -m 644 Resources/starter/* $(DESTDIR)$(PREFIX)/share/lede/starter

uninstall: ## take away what “make install” has installed
	rm -f $(DESTDIR)$(PREFIX)/bin/lede
	rm -rf $(DESTDIR)$(PREFIX)/share/lede

clean: ## remove everything that was built
	rm -rf .build

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
		echo 'Swift is not on the PATH: install a toolchain of version 6.2 or newer, see https://www.swift.org/install/linux' >&2; \
		exit 1; }

packages:
	@Scripts/install-packages $(PACKAGES)
