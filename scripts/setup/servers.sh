#!/bin/sh
# Installs NATS and Redis where they are missing and a package manager installs them without questions; with the argument
# `browser` also Debian's Chromium, unless Chrome is there, and fonts for what it shows.
set -e
PATH=$PATH:/usr/sbin:/usr/local/sbin:/opt/homebrew/bin
servers=
browser=
for server in nats-server redis-server; do
  command -v $server >/dev/null || servers="$servers $server"
done
if [ "$1" = browser ] && ! command -v chromium-headless-shell >/dev/null && ! command -v google-chrome >/dev/null &&
  [ ! -d '/Applications/Google Chrome.app' ]; then
  browser=' chromium-headless-shell fonts-noto-cjk'
fi

# Before 6.2 Redis knew no rights for channels, and does not start with those of our users.
assert_redis() {
  case $(redis-server --version) in
    *v=[0-5].* | *v=6.[01].*)
      echo "Redis must be 6.2 or newer, as in Debian 12 and Ubuntu 24.04. This is: $(redis-server --version)"
      exit 1
      ;;
  esac
}

if [ -z "$servers$browser" ]; then
  assert_redis
  exit 0
fi

by_hand() {
  [ -z "$output" ] || echo "$output"
  echo "Please install$servers$browser (Debian: apt-get install$servers$browser; macOS: brew install nats-server redis, and Chrome), then try again."
  exit 1
}

# Ubuntu and macOS have no such package, and Chrome asks for its licence.
chrome_by_hand() {
  echo 'The tests in a browser need Google Chrome. Please install it (https://www.google.com/chrome/), then try again.'
  exit 1
}

if command -v apt-get >/dev/null; then
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || by_hand
    exec sudo -n sh "$0" "$@"
  fi
  export DEBIAN_FRONTEND=noninteractive
  # Debian's packages start their servers at once. A policy that says no prevents it, unless the machine has its own.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
  fi
  install() {
    echo "Installing$* …" >&2
    output=$(apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 $* 2>&1) || by_hand
  }
  output=$(apt-get update -qq 2>&1) || by_hand
  if [ -n "$servers" ]; then
    install "$servers"
    # They would start with the machine, without passwords.
    if command -v systemctl >/dev/null; then systemctl --quiet disable $servers 2>/dev/null || true; fi
  fi
  if [ -n "$browser" ]; then
    apt-cache show chromium-headless-shell >/dev/null 2>&1 || chrome_by_hand
    install "$browser"
  fi
elif command -v brew >/dev/null; then
  if [ -n "$servers" ]; then
    echo "Installing$servers …" >&2
    output=$(brew install --quiet nats-server redis 2>&1) || by_hand
  fi
  [ -z "$browser" ] || chrome_by_hand
else
  by_hand
fi
assert_redis
