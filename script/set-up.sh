# Sourced by script/start, script/test and script/bench: brings a fresh machine to where the project runs.
# Each function does nothing where nothing is to do, so that a second start is quick.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# Of any of them `--help` prints what stands at its head.
case " $* " in
*' --help '*)
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$root/script/$(basename "$0")"
  exit 0
  ;;
esac

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# A hash of the named files and folders, tests left out: it changes when what is built from them may change.
hash_of() {
  find "$@" -name node_modules -prune -o -name dist -prune -o -type f \
    ! -name '*.test.ts' ! -name '*.test.tsx' ! -name '*.spec.ts' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1
}

# npm's packages as the lock file has them, and Node 24 among them: the machine's own Node only has to run npm.
install_packages() {
  local stamp=node_modules/.sitwell-installed lock major
  command -v node >/dev/null || fail 'Node is missing. Install Node 20 or newer (Debian: apt-get install nodejs npm).'
  command -v npm >/dev/null || fail 'npm is missing. Install it beside Node (Debian: apt-get install npm).'
  major=$(node --version | sed 's/^v\([0-9]*\).*/\1/')
  [ "$major" -ge 20 ] || fail "Node $(node --version) is too old. Install Node 20 or newer."
  lock=$(sha256sum package-lock.json | cut -d ' ' -f 1)
  if [ "$(cat "$stamp" 2>/dev/null)" != "$lock" ]; then
    say 'Installing packages …'
    # Under Node 20 npm warns of engines; the packages run under the Node that is installed here.
    npm ci --loglevel=error --no-progress >&2 || fail 'npm ci did not succeed; what it says stands above.'
    [ -x node_modules/.bin/node ] ||
      fail 'Node 24 was not installed into node_modules. Does npm run install scripts (npm config get ignore-scripts)?'
    printf '%s\n' "$lock" >"$stamp"
  fi
  export PATH="$root/node_modules/.bin:$PATH"
  node --version | grep -q '^v24\.' || fail "expected Node 24 from node_modules, but node is $(command -v node), $(node --version)."
}

# The files of the player, the office and the course host in the folder dist of each, from their sources as they stand.
build_player() {
  local stamp=node_modules/.sitwell-player-built sources
  sources=$(hash_of package-lock.json apps/player apps/office apps/scorm-host packages)
  if [ ! -f apps/player/dist/index.html ] || [ ! -f apps/office/dist/index.html ] || [ ! -f apps/player/preview/dist/index.html ] || [ ! -f apps/scorm-host/dist/host.html ] || [ "$(cat "$stamp" 2>/dev/null)" != "$sources" ]; then
    say 'Building the player …'
    (cd apps/player && vite build --logLevel warn) >&2 || fail 'the player could not be built; what went wrong stands above.'
    (cd apps/office && vite build --logLevel warn) >&2 || fail 'the office could not be built; what went wrong stands above.'
    (cd apps/player && vite build --config preview.config.ts --logLevel warn) >&2 || fail 'the preview could not be built; what went wrong stands above.'
    (cd apps/scorm-host && vite build --logLevel warn) >&2 || fail 'the host of courses could not be built; what went wrong stands above.'
    printf '%s\n' "$sources" >"$stamp"
  fi
}

# The component pages in node_modules/.sitwell-component-pages, and the small app in node_modules/.sitwell-small-app, which only tests in a browser open.
build_component_pages() {
  local stamp=node_modules/.sitwell-component-pages-built sources
  sources=$(hash_of package-lock.json apps/player packages)
  if [ ! -f node_modules/.sitwell-component-pages/index.html ] || [ ! -f node_modules/.sitwell-small-app/index.html ] || [ "$(cat "$stamp" 2>/dev/null)" != "$sources" ]; then
    say 'Building the component pages …'
    (cd apps/player && vite build --config component-pages.config.ts --logLevel warn) >&2 ||
      fail 'the component pages could not be built; the reason is above.'
    (cd packages/app-shell && vite build --config small-app.config.ts --logLevel warn) >&2 ||
      fail 'the small app could not be built; the reason is above.'
    printf '%s\n' "$sources" >"$stamp"
  fi
}

# Installs Debian's packages of the given names: as root, or through sudo where it asks for no password.
install_from_debian() {
  local as=()
  command -v apt-get >/dev/null || fail "please install $*; without apt-get this script can't."
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || fail "please install $* first: sudo apt-get install $*"
    as=(sudo -n)
  fi
  say "Installing $* …"
  export DEBIAN_FRONTEND=noninteractive
  "${as[@]}" apt-get update -qq >&2 </dev/null || say 'apt-get update did not succeed; trying with the lists as they are.'
  "${as[@]}" apt-get install -y -qq --no-install-recommends "$@" >/dev/null </dev/null ||
    fail "could not install $*; what apt-get says stands above."
}
