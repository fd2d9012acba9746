# Sourced by script/test and script/bench: a PostgreSQL of their own in a temporary folder, thrown away at the end.
# shellcheck shell=bash

# Where Debian keeps a PostgreSQL server's programs, newest version first; or wherever PATH has them.
postgres_programs() {
  local found
  found=$(find /usr/lib/postgresql -maxdepth 3 -name initdb 2>/dev/null | sort -rV | head -n 1)
  [ -n "$found" ] || found=$(command -v initdb)
  [ -n "$found" ] && dirname "$found"
}

# What tests and figures need beyond npm's packages, from Debian's packages where the machine lacks it.
install_test_programs() {
  local missing=()
  # The same Chromium without a window's parts takes two thirds of the time; where it can't be had, the whole one does.
  if [ -z "${CHROMIUM_PATH:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
    (install_from_debian chromium-headless-shell) ||
      command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
      missing+=(chromium)
  fi
  [ -n "$(postgres_programs)" ] || missing+=(postgresql)
  command -v strace >/dev/null || missing+=(strace)
  # Its test says so where it can't be had.
  command -v clamd >/dev/null || (install_from_debian clamav-daemon) || true
  command -v prometheus >/dev/null || missing+=(prometheus)
  command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
  # Without it the tests take longer, and show the same.
  [ -n "$(unsynced_library)" ] || (install_from_debian libeatmydata1) || true
  # The other engines that learners come with: Firefox, and what Safari is made of, with a screen for it that nobody sees.
  command -v firefox-esr >/dev/null || missing+=(firefox-esr)
  command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
  command -v Xvfb >/dev/null || missing+=(xvfb)
  [ ${#missing[@]} -eq 0 ] || install_from_debian "${missing[@]}"
}

# What three machines of a database are made of. Debian starts each service as it is installed: none of them is wanted here.
install_engine() {
  local program missing=()
  for program in patroni etcd:etcd-server haproxy ip:iproute2 psql:postgresql; do
    command -v "${program%:*}" >/dev/null || [ -x "/usr/sbin/${program%:*}" ] || missing+=("${program#*:}")
  done
  [ ${#missing[@]} -eq 0 ] || RUNLEVEL=1 install_from_debian "${missing[@]}"
  export PATH=$PATH:/usr/sbin
}

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then
    setpriv --reuid postgres --regid postgres --clear-groups env HOME="$postgres_folder" "$@"
  else
    "$@"
  fi
}

free_port() {
  node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })"
}

# A library under which a program's syncs of files do nothing.
unsynced_library() {
  find /usr/lib -maxdepth 2 -name libeatmydata.so 2>/dev/null | head -n 1
}

# Sets postgres_url. All settings of durability are left as they come, since tests read them. With `--unsynced` its syncs do nothing, where the
# machine can have that: tests end processes, never the machine, so that what the system holds is as good as on the disk, and each
# commit and each database that is dropped takes a fraction of the time. What shows that a save is synced has databases of its own.
start_postgres() {
  local unsynced=()
  if [ "${1:-}" = --unsynced ] && [ -n "$(unsynced_library)" ]; then unsynced=(env "LD_PRELOAD=$(unsynced_library)"); fi
  local port password attempt
  postgres_bin=$(postgres_programs) || fail 'PostgreSQL was installed, but initdb is nowhere to be found.'
  postgres_folder=$(mktemp -d "${TMPDIR:-/tmp}/sitwell-postgres.XXXXXX")
  password=$(od -An -N 16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s' "$password" >"$postgres_folder/password"
  if [ "$(id -u)" -eq 0 ]; then chown -R postgres: "$postgres_folder"; fi
  as_postgres "$postgres_bin/initdb" -D "$postgres_folder/data" -U sitwell --pwfile "$postgres_folder/password" \
    --auth scram-sha-256 --encoding UTF8 --no-locale --no-sync >"$postgres_folder/initdb.log" 2>&1 ||
    { cat "$postgres_folder/initdb.log" >&2; fail 'initdb did not succeed.'; }
  # Another program may take the port between the question and the start.
  for attempt in 1 2 3; do
    port=$(free_port)
    if as_postgres ${unsynced[@]+"${unsynced[@]}"} "$postgres_bin/pg_ctl" -D "$postgres_folder/data" -l "$postgres_folder/log" -w -s \
      -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200" start </dev/null; then
      export postgres_url="postgres://sitwell:$password@127.0.0.1:$port/postgres"
      return
    fi
  done
  cat "$postgres_folder/log" >&2
  fail "PostgreSQL did not start ($attempt tries)."
}

stop_postgres() {
  [ -n "${postgres_folder:-}" ] || return 0
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/data" -m immediate -s stop >/dev/null 2>&1
  rm -rf "$postgres_folder"
  postgres_folder=
}
