#!/bin/sh
# linux-cua @VERSION@ in one file: this script, and behind it a gzip'd tar of the runtime and the program, which the
# first start unpacks into a private cache folder. The exit status is 70 when that can't be done.
set -u
payload_id=@ID@
payload_offset=@OFFSET@

fail() {
  printf 'linux-cua: %s\n' "$1" >&2
  exit 70
}

find_self() {
  case $0 in
    */*) self=$0 ;;
    *) self=$(command -v -- "$0") || fail "its own file can't be found; call it by its path" ;;
  esac
}

# A complete copy that belongs to us and to nobody else.
is_ready() {
  [ -d "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] && [ -f "$1/complete" ] && [ -x "$1/deno" ]
}

# Unpacks below a folder. Several first starts may race: each unpacks for itself, one rename wins.
unpack() (
  parent=$1
  umask 077
  mkdir -p -- "$parent" 2>/dev/null || exit 1
  [ -O "$parent" ] && [ ! -L "$parent" ] || exit 1
  new=$(mktemp -d "$parent/.new.XXXXXXXX" 2>/dev/null) || exit 1
  trap 'chmod -R u+w "$new" 2>/dev/null; rm -rf "$new"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  tail -c "+$payload_offset" -- "$self" | gzip -dc 2>/dev/null | tar -x -f - -C "$new" --no-same-owner 2>/dev/null || exit 1
  # A folder that allows no execution, or a damaged payload, shows here.
  "$new/deno" --version >/dev/null 2>&1 || exit 1
  : >"$new/complete" || exit 1
  chmod -R a-w "$new" && chmod u+w "$new" || exit 1
  mv -T -- "$new" "$parent/$payload_id" 2>/dev/null || is_ready "$parent/$payload_id"
)

# The first base folder that holds a copy, or can hold one.
choose_folder() {
  own=linux-cua-cache-$(id -u)
  for base in "${XDG_CACHE_HOME:-}" "${HOME:+$HOME/.cache}" "${XDG_RUNTIME_DIR:-}" "${TMPDIR:+$TMPDIR/$own}" "/tmp/$own" "/dev/shm/$own"; do
    case $base in
      /*) ;;
      *) continue ;;
    esac
    folder=$base/linux-cua/$payload_id
    if is_ready "$folder" || unpack "$base/linux-cua"; then return 0; fi
  done
  return 1
}

find_self
choose_folder || fail "no folder can be written to and executed from, or the file is damaged (tried XDG_CACHE_HOME, HOME/.cache, XDG_RUNTIME_DIR, TMPDIR, /tmp, /dev/shm)"

# What would change how the program runs.
unset DENO_V8_FLAGS DENO_CONDITIONS DENO_COVERAGE_DIR NODE_OPTIONS
export DENO_DIR="$folder/../deno-dir" DENO_NO_UPDATE_CHECK=1

# The permissions of each role, from src/roles.ts.
case ${1:-} in
@CASES@
esac
fail "the runtime could not be started"
