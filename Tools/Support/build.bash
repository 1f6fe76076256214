# shellcheck shell=bash
# What the tools share: the packages that a build needs, and the release binary.
# To be sourced; expects `root`, the project's directory as an absolute path.
: "${root:?}"

readonly release=$root/.build/static
readonly daybook=$release/release/daybook
# As old as the newest source that the binary is sure to hold.
readonly built=$release/built

# Swift's runtime, ICU, LMDB, libcrypto and libc all lie within the binary: nothing is left to the
# dynamic loader, which takes longer than the rest of a short command (measured: 1.0 ms against
# 2.4 ms with Swift's runtime alone linked so), and it runs where no library is installed.
readonly static_linking=(
  --static-swift-stdlib -Xswiftc -static-executable
  -Xlinker -lstdc++ -Xlinker -lm # ICU's; named after it, as archives want it.
  -Xlinker -s
)

# 126 is the shell's word for a command that is there and cannot be run; daybook's own end at 4.
fail() {
  printf '%s\n' "$*" >&2
  exit 126
}

# quietly LOG COMMAND…: what it prints goes to LOG, and to stderr only where it fails.
# Nothing is read from stdin, which belongs to the command line that is about to run.
quietly() {
  local log=$1
  shift
  "$@" </dev/null >"$log" 2>&1 || {
    cat -- "$log" >&2
    return 1
  }
}

# swiftpm COMMAND ARGUMENT…: SwiftPM on this project, with its caches in .build: nothing else is
# written, and a home directory that is missing or read-only does no harm.
swiftpm() {
  XDG_CACHE_HOME=$root/.build/cache swift "$1" --package-path "$root" "${@:2}"
}

# discard_modules SCRATCH CONFIGURATION: makes the next build compile everything. A module's code holds
# the layout of types that it gets by way of another module, and SwiftPM does not compile it again
# where only their module has changed: such a program reads memory at the wrong places.
discard_modules() {
  rm -rf -- "$1"/*-*-*/"$2"
}

missing_packages() {
  [[ -e /usr/include/lmdb.h ]] || echo liblmdb-dev
  [[ -e /usr/include/openssl/evp.h ]] || echo libssl-dev
  [[ -e /usr/include/zlib.h ]] || echo zlib1g-dev
  [[ -e /usr/include/yaml.h ]] || echo libyaml-dev
  [[ -e /usr/include/expat.h ]] || echo libexpat1-dev
  [[ -e /usr/share/zoneinfo/UTC ]] || echo tzdata
}

# apt_install PREFIX… -- PACKAGE…: PREFIX is what makes a command root's, if anything has to.
apt_install() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get --yes -o DPkg::Lock::Timeout=300)
  while [[ $1 != -- ]]; do
    apt=("$1" "${apt[@]}")
    shift
  done
  shift
  # A fresh machine has no list of packages, an old one may have one that names what is gone.
  "${apt[@]}" install --no-install-recommends "$@" ||
    { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "$@"; }
}

install_packages() {
  local packages become_root=()
  mapfile -t packages < <(missing_packages)
  ((${#packages[@]} > 0)) || return 0

  local by_hand="apt-get update && apt-get install ${packages[*]}"
  command -v apt-get >/dev/null ||
    fail "The build needs what Debian calls ${packages[*]}; without apt-get, install them by hand."
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "The build needs ${packages[*]}. As root: $by_hand"
    become_root=(sudo)
  fi
  printf 'installing %s…\n' "${packages[*]}" >&2
  quietly "$root/.build/packages.log" apt_install "${become_root[@]}" -- "${packages[@]}" ||
    fail "${packages[*]} could not be installed. As root: $by_hand"
}

# Makes ready what every build needs: Swift, packages, and a build directory of this place.
prepare_build() {
  command -v swift >/dev/null ||
    fail "swift is not in PATH. The build needs Swift 6.2 or newer: https://www.swift.org/install"

  local place=$root/.build/place
  # Compiled modules name the directory they were made in, so a build directory that was moved or
  # copied with the project fails every build.
  [[ ! -e $place || $(<"$place") == "$root" ]] || rm -rf -- "$root/.build"
  if ! { mkdir -p -- "$root/.build" && printf '%s\n' "$root" >"$place"; } 2>/dev/null; then
    fail "$root/.build cannot be written. Its owner can build daybook for all with: Tools/daybook"
  fi
  install_packages
}

# Whether the release binary holds the sources as they are. Directories count as well: theirs is the
# only time that a deleted file changes.
is_current() {
  local newer
  [[ -x $daybook && -e $built ]] &&
    newer=$(find "$root/Package.swift" "$root/Sources" "${BASH_SOURCE[0]}" \
      -newer "$built" -print -quit) && [[ -z $newer ]]
}

# Builds the release binary where it is not current. Of several at once, one does and all wait.
build_daybook() {
  local lock
  exec {lock}<"$root"
  flock --nonblock "$lock" || {
    echo 'waiting for another build of daybook…' >&2
    flock "$lock"
  }
  if ! is_current; then
    prepare_build
    echo 'building daybook…' >&2
    mkdir -p -- "$release"
    discard_modules "$release" release
    # Sources that change while the compiler runs are newer than this.
    touch -- "$built.next"
    quietly "$release/build.log" \
      swiftpm build --scratch-path "$release" -c release --product daybook "${static_linking[@]}" ||
      fail 'daybook could not be built: see above.'
    mv -- "$built.next" "$built"
  fi
  exec {lock}<&-
}
