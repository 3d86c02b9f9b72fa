#!/bin/sh
# Runs a TypeScript file of this project with the Node it is made for, after doing what is not done yet.
#   sh tools/run.sh [--built] [FILE [ARGUMENT…]]
# Installs the dependencies when package-lock.json changed; with --built, builds dist/ when the sources changed.
set -eu
cd "$(dirname "$0")/.."

is_installed() {
  [ -f node_modules/.package-lock.json ] || return 1
  lock=$(cksum <package-lock.json)
  [ "$(cat node_modules/.checked 2>/dev/null)" = "$lock" ] && return 0
  # Installed by hand with npm: then what counts is whether each package is the one that the lock names.
  node -e '
    const { readFileSync } = require("node:fs")
    const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages
    const installed = packages("node_modules/.package-lock.json")
    // Packages for this platform; other optional ones may rightly be left out.
    const fits = ({ os, cpu, libc }) => !libc && os?.includes(process.platform) && cpu?.includes(process.arch)
    const isMissing = ([path, { version, optional, ...rest }]) =>
      path !== "" && installed[path]?.version !== version && (installed[path] || !optional || fits(rest))
    process.exit(Object.entries(packages("package-lock.json")).some(isMissing) ? 1 : 0)
  ' || return 1
  echo "$lock" >node_modules/.checked
}

install() {
  echo "Installing the dependencies: once, and again when they change…" >&2
  # The build needs the development dependencies too, whatever NODE_ENV says.
  npm ci --include=dev --include=optional --no-audit --no-fund --prefer-offline --loglevel=error >/dev/null
  cksum <package-lock.json >node_modules/.checked
}

# Prints the Node to use: the one pinned in package.json where there is one for this machine, else the system's.
find_node() {
  for candidate in node_modules/.bin/node node; do
    major=$("$candidate" -p 'process.versions.node.split(".")[0]' 2>/dev/null) || continue
    if [ "$major" -ge 24 ]; then
      echo "$candidate"
      return
    fi
  done
  echo "Node.js 24 or later is needed on this machine: install it from https://nodejs.org and start again." >&2
  exit 1
}

# One line for the state of everything that dist/ is made of.
digest_sources() {
  find src locales tools/build.ts tools/api-reference.ts tools/api-reference-storage.js tools/api-reference-styles.js tools/release/bundle-licences.ts tools/server-bundle.ts vite.config.ts package.json package-lock.json -type f ! -name '*.test.ts' |
    LC_ALL=C sort | xargs cksum | cksum
}

build() {
  digest=$(digest_sources)
  [ "$(cat dist/.sources 2>/dev/null)" = "$digest" ] && return
  # What a command writes to its standard output may be a backup.
  echo "Building the pages: once, and again when the sources change…" >&2
  rm -f dist/.sources
  "$node" tools/build.ts >&2
  echo "$digest" >dist/.sources
}

is_installed || install
node=$(find_node)
# Child processes that say `node` mean this one too.
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
if [ "${1-}" = --built ]; then
  shift
  build
  # Native memory goes back to the system as soon as it is free: what V8 compiles with comes in pieces of 32 kB, which
  # would otherwise stay behind as holes between what is kept. It takes time, which the tests need more than memory.
  export MALLOC_ARENA_MAX=4 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=32768
fi
[ $# -eq 0 ] || exec "$node" "$@"
