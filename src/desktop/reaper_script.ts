/**
 * The reaper's shell program, see `reaper.ts`. Arguments: UUID, the desktop's folder, seconds since the epoch at which
 * the desktop was made.
 * @module
 * @see {@link https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html}
 */
import { MARKER_VARIABLE } from "./environment.ts";

/** How often, in half seconds, a process is found stopped before it is killed. */
const MAX_STOPPED = 4;
/** How often it is tried to remove a folder: for 3 s. */
const MAX_REMOVALS = 50;

/** Prints the living processes of the desktop as `PID:STARTTIME`. A program's name may hold parentheses and line feeds. */
const listProcesses = `
BEGIN {
  split(ENVIRON["marked"], list, "[^0-9]+"); for (i in list) if (list[i] != "") marked[list[i]] = 1
  n = split(ENVIRON["known"], list, " "); for (i = 1; i <= n; i++) known[list[i]] = 1
  for (i = 1; i < ARGC; i++) {
    if ((getline line < ARGV[i]) <= 0) continue
    while ((getline more < ARGV[i]) > 0) line = line " " more
    close(ARGV[i])
    split(ARGV[i], path, "/"); pid = path[3]
    at = 0; rest = line
    while ((p = index(rest, ")")) > 0) { at += p; rest = substr(rest, p + 1) }
    split(substr(line, at + 2), field, " ")
    if (field[1] == "Z" || field[1] == "X" || field[20] == "") continue
    parent[pid] = field[2]; start[pid] = field[20]
    if ((pid in marked) || ((pid ":" field[20]) in known)) ours[pid] = 1
  }
  do {
    grown = 0
    for (pid in parent) if (!(pid in ours) && (parent[pid] in ours) && parent[pid] > 1) { ours[pid] = 1; grown = 1 }
  } while (grown)
  for (pid in ours) if (pid != ENVIRON["reaper"]) print pid ":" start[pid]
}`;

/** Prints the ids of shared-memory segments of the desktop's processes: made since its start, attached by nobody. */
const listSegments = `
BEGIN { n = split(ENVIRON["seen"], list, " "); for (i = 1; i <= n; i++) { split(list[i], id, ":"); ours[id[1]] = 1 } }
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
$(column["nattch"]) == 0 && $(column["ctime"]) + 0 >= ENVIRON["created"] + 0 &&
  (($(column["cpid"]) in ours) || ($(column["lpid"]) in ours)) { print $(column["shmid"]) }`;

/** The program. */
export const reaperScript = `
trap '' HUP INT TERM PIPE
uuid=$1 directory=$2 created=$3 reaper=$$
export created reaper

# Sets state and start of a process, or fails when it has ended.
look_at() {
  read -r line 2>/dev/null <"/proc/$1/stat" || return
  set -- \${line##*) }
  state=$1 start=\${20}
  case $state in Z|X) return 1 ;; esac
}

# Every half second: says once when a watched process has ended, and kills what stays stopped.
check() { # NAME PID STARTTIME
  if ! { look_at "$2" && [ "$start" = "$3" ]; }; then
    case "$1 $told" in owner*|accessibility_bus*) ;; *) return ;; esac
    case " $told " in *" $1 "*) ;; *) told="$told $1"; echo "ended $1" ;; esac
    return
  fi
  eval "stopped=\\\${stopped_$2:-0}"
  case "$1 $state" in
    'owner '*) ;;
    *' T'|*' t') stopped=$((stopped + 1)); [ $stopped -ge ${MAX_STOPPED} ] && kill -KILL "$2" ;;
    *) stopped=0 ;;
  esac
  eval "stopped_$2=$stopped"
}
watch() {
  told=
  while sleep 0.5 && kill -0 $reaper; do
    for file in watched processes; do
      [ -f "$directory/$file" ] && while read -r name pid begin _; do
        check "$name" "$pid" "$begin"
      done <"$directory/$file"
    done
  done
}
watch </dev/null 2>/dev/null &
watcher=$!

# Commands of the supervisor: "processes|watched NAME PID [DISPLAY]". The answer has the start time, or none.
while read -r file name pid display; do
  start=
  look_at "$pid" && echo "$name $pid $start $display" >>"$directory/$file"
  echo "recorded $name $pid $start"
done
kill -KILL $watcher
exec >/dev/null

alive() {
  marked=$(grep -lszxF -e "${MARKER_VARIABLE}=$uuid" /proc/[0-9]*/environ 2>/dev/null)
  marked=$marked known=$seen awk '${listProcesses}' /proc/[0-9]*/stat
}

seen=
[ -f "$directory/processes" ] && while read -r name pid start _; do
  seen="$seen $pid:$start"
done <"$directory/processes"

look=0 empty=0
while [ $empty -lt 2 ] && [ $look -lt 500 ]; do
  found=$(echo $(alive))
  case $look in 0|5) signal=TERM ;; [1-7]) signal= ;; *) signal=KILL ;; esac
  if [ -z "$found" ]; then empty=$((empty + 1)); else empty=0; fi
  for process in $found; do
    case " $seen " in *" $process "*) ;; *) seen="$seen $process" ;; esac
    [ -n "$signal" ] && kill -$signal \${process%%:*} 2>/dev/null && kill -CONT \${process%%:*} 2>/dev/null
  done
  look=$((look + 1))
  [ $empty -lt 2 ] && sleep 0.06
done

[ -f "$directory/processes" ] && while read -r name pid start display; do
  [ -n "$display" ] && read -r holder 2>/dev/null <"/tmp/.X$display-lock" || continue
  [ "$holder" = "$pid" ] && rm -f "/tmp/.X11-unix/X$display" "/tmp/.X$display-lock"
done <"$directory/processes"

export seen
for segment in $(awk '${listSegments}' /proc/sysvipc/shm 2>/dev/null); do ipcrm -m "$segment" 2>/dev/null; done

# What was killed a moment ago may still be writing.
case "$directory" in */linux-cua*/desktops/*)
  look=0
  while rm -rf -- "$directory" 2>/dev/null; [ -e "$directory" ] && [ $look -lt ${MAX_REMOVALS} ]; do
    look=$((look + 1))
    sleep 0.06
  done ;;
esac
exit 0
`;
