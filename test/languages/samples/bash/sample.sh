#!/usr/bin/env bash
# Keeps copies of files, a few of each.
set -euo pipefail

readonly LIMIT=3
declare -a files=("one file" 'two (' three\ )
target="${TARGET:-/tmp/copies}"

log() {
  local level="$1"
  shift
  printf '[%s] %s\n' "$level" "$*" >&2
}

copy_all() {
  local count=0 file
  for file in "$@"; do
    if [[ ! -f "$file" && "$file" != *.tmp ]]; then
      log warn "no such file: \"$file\""
      continue
    elif ((count >= LIMIT)); then
      break
    fi
    cp -- "$file" "$target/$(basename "$file").$((count + 1))" || return 1
    count=$((count + 1))
  done
  echo "$count"
}

case "${1:-help}" in
  copy)
    mkdir -p "$target"
    copied=$(copy_all "${files[@]}")
    log info "copied ${copied} of ${#files[@]}"
    ;;
  list | show)
    find "$target" -type f | sort -r | while read -r line; do
      echo "${line##*/}"
    done
    ;;
  *)
    cat <<END
usage: $0 copy|list {
END
    ;;
esac

until [ -d "$target" ]; do sleep 1; done
trap 'log info "it is done ]"' EXIT
