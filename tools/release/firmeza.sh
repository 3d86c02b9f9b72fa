#!/bin/sh
# Starts the product, or runs one of its commands:
#   firmeza
#   firmeza admin COMMAND [PARAMETER…]
#   firmeza health     ends with 0 while the product runs on this machine
# Settings come from the environment and from the file .env in this folder.
set -eu
# Relative paths of commands are those of the caller, as with npm.
INIT_CWD=${INIT_CWD-$PWD}
export INIT_CWD
cd "$(dirname "$(readlink -f "$0")")"

for node in node_modules/node-linux-*/bin/node; do [ -x "$node" ] && break; done
# Native memory goes back to the system as soon as it is free, as with `npm start` (tools/run.sh).
export MALLOC_ARENA_MAX=4 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=32768
env_file=
[ ! -f .env ] || env_file=--env-file=.env

case ${1-} in
  '') exec "$node" $env_file --expose-gc dist/server/main.js ;;
  admin)
    shift
    # The title is how the usage shows the commands.
    exec "$node" $env_file --title="$0 admin" dist/server/admin-commands.js "$@"
    ;;
  health)
    exec "$node" $env_file -e '
      const { HOST = "", PORT = "3000" } = process.env
      const host = ["", "0.0.0.0", "::"].includes(HOST) ? "localhost" : HOST
      const address = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}/healthz`
      fetch(address).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))
    '
    ;;
  *)
    echo "Say \`firmeza\` to start the product, \`firmeza admin COMMAND\`, or \`firmeza health\`." >&2
    exit 2
    ;;
esac
