# shellcheck shell=bash
# What a compiler does not see and the project promises: Tools/check's first look.
# To be sourced; its functions run in the project's directory.

# Where C and unsafe memory are spoken. Anywhere else neither is.
readonly unsafe_files=(
  Sources/LMDB/
  Sources/MerkleTree/LibCrypto/
  Sources/MerkleTree/Tree/Digest+RawSpan.swift
  Sources/Collation/
  Sources/FileSystem/
  Sources/CommandLineKit/System/
  Sources/Archive/
  Sources/XML/
  Sources/YAML/
)
readonly lmdb_files=(Sources/LMDB/)
readonly libcrypto_files=(Sources/MerkleTree/LibCrypto/)
readonly icu_files=(Sources/Collation/)
readonly zlib_files=(Sources/Archive/)
readonly expat_files=(Sources/XML/)
readonly yaml_files=(Sources/YAML/)

# find_untidiness: prints what is out of place; false where anything is.
find_untidiness() {
  local untidy=false
  stray_files || untidy=true
  unfinished_work || untidy=true
  confined 'unsafe code' "$word_unsafe" "${unsafe_files[@]}" || untidy=true
  confined 'LMDB in C' "$(import_of CLMDB)" "${lmdb_files[@]}" || untidy=true
  confined 'libcrypto in C' "$(import_of CCrypto)" "${libcrypto_files[@]}" || untidy=true
  confined 'ICU in C' "$(import_of _FoundationICU)" "${icu_files[@]}" || untidy=true
  confined 'zlib in C' "$(import_of CZlib)" "${zlib_files[@]}" || untidy=true
  confined 'expat in C' "$(import_of CExpat)" "${expat_files[@]}" || untidy=true
  confined 'libyaml in C' "$(import_of CYAML)" "${yaml_files[@]}" || untidy=true
  ! $untidy
}

# The top level is a table of contents.
stray_files() {
  local entry stray=false
  for entry in *; do
    case $entry in
      Package.swift | README.md | Sources | Tests | Tools) ;;
      *)
        echo "$entry: does not belong at the top level"
        stray=true
        ;;
    esac
  done
  ! $stray
}

unfinished_work() {
  # Brackets keep these lines from finding themselves.
  ! grep -rnIE '\b(TO[D]O|FIX[M]E|XX[X])\b' Sources Tools
}

# Every use of unsafe memory bears one of these marks, or the compiler's strict memory safety stops
# the build; @unchecked is its like for concurrency. A hyphen behind it makes it a word of the web's.
readonly word_unsafe='(^|[^A-Za-z0-9_])(unsafe([^A-Za-z0-9_-]|$)|(@safe|@unchecked)([^A-Za-z0-9_]|$))'

import_of() {
  printf '(^|[^A-Za-z0-9_])import ([a-z]+ )?%s([^A-Za-z0-9_]|$)' "$1"
}

# confined WHAT PATTERN FILE…: lines of code that match outside the files or directories named.
confined() {
  local what=$1 pattern=$2
  shift 2
  find Sources -name '*.swift' -exec awk -v what="$what" -v pattern="$pattern" -v allowed="$*" '
    BEGIN { count = split(allowed, files, " ") }
    FNR == 1 {
      exempt = 0
      for (i = 1; i <= count; i++) if (index(FILENAME, files[i]) == 1) exempt = 1
    }
    !exempt {
      code = $0
      sub(/\/\/.*/, "", code)
      if (code ~ pattern) {
        printf "%s:%d: %s outside its wrapper: %s\n", FILENAME, FNR, what, $0
        found = 1
      }
    }
    END { exit found }
  ' {} +
}

# undeclared_imports DESCRIPTION: prints imports that a target's row in Package.swift does not name;
# false where there are any. DESCRIPTION is what `swift package describe --type text` said. SwiftPM's
# own check lets pass what a dependency depends on, and so every way around a module's face.
undeclared_imports() {
  find Sources Tests Tools -name '*.swift' -exec awk '
    FILENAME == ARGV[1] {
      if (/^Targets:/) in_targets = 1
      if (!in_targets) next
      if (/^    Name: /) target = $2
      if (/^    Path: /) target_at[$2] = target
      if (/^    [^ ]/) in_dependencies = /^    Target dependencies:/
      else if (in_dependencies && NF) declared[target, $1] = 1
      is_target[target] = 1
      next
    }
    FNR == 1 {
      target = ""
      for (path in target_at) if (index(FILENAME, path "/") == 1) target = target_at[path]
    }
    {
      code = $0
      sub(/\/\/.*/, "", code)
      if (code !~ /^[ \t]*(@[A-Za-z_]+(\([^)]*\))?[ \t]+)*((public|package|internal|fileprivate|private)[ \t]+)?import[ \t]/) next
      sub(/.*import[ \t]+((struct|class|enum|protocol|typealias|func|let|var|actor)[ \t]+)?/, "", code)
      sub(/[^A-Za-z0-9_].*/, "", code)
      if (code in is_target && code != target && !((target, code) in declared)) {
        printf "%s:%d: %s does not declare that it imports %s\n", FILENAME, FNR, target, code
        found = 1
      }
    }
    END { exit found }
  ' "$1" {} +
}
