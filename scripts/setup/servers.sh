#!/bin/sh
# Installs NATS and Redis where they are missing and a package manager installs them without questions; with the argument
# `browser` Chromium too, unless Chrome is there, and fonts for what it shows.
set -e
PATH=$PATH:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin
missing=
for server in nats-server redis-server; do
  command -v $server >/dev/null || missing="$missing $server"
done
if [ "$1" = browser ] && ! command -v chromium-headless-shell >/dev/null && ! command -v google-chrome >/dev/null &&
  [ ! -d '/Applications/Google Chrome.app' ]; then
  missing="$missing chromium-headless-shell fonts-noto-cjk"
fi
[ -n "$missing" ] || exit 0

by_hand() {
  [ -z "$output" ] || echo "$output"
  echo "Please install$missing (Debian: apt-get install$missing; macOS: brew install nats-server redis, and Chrome), then try again."
  exit 1
}

if command -v apt-get >/dev/null; then
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || by_hand
    exec sudo -n sh "$0" "$@"
  fi
  echo "Installing$missing …" >&2
  export DEBIAN_FRONTEND=noninteractive
  # Debian's packages start their servers at once. A policy that says no prevents it, unless the machine has its own.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
  fi
  output=$(apt-get update -qq 2>&1) || by_hand
  output=$(apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 $missing 2>&1) || by_hand
elif command -v brew >/dev/null; then
  echo "Installing$missing …" >&2
  output=$(brew install --quiet nats-server redis 2>&1) || by_hand
else
  by_hand
fi
