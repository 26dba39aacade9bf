/**
 * What `linux-cua desktop` says of itself.
 * @module
 */

/** `linux-cua desktop --help`. */
export const overview = `linux-cua desktop: private, throwaway X11 desktops

Usage: linux-cua desktop COMMAND [OPTIONS]

  new                          open a desktop and print its name
  list                         list open desktops
  env NAME                     print shell exports: eval "$(linux-cua desktop env NAME)"
  run NAME -- PROGRAM [ARG…]   start a program in a desktop and print its process id
  shot NAME FILE.png           save a picture of a desktop
  close NAME… | --all          close desktops and everything that runs in them

NAME is a desktop's id or label. Every command explains itself with --help.
`;

/** Help of each command. */
export const commandHelp = {
  new: `Usage: linux-cua desktop new [OPTIONS]

Opens a desktop and prints its name. It stays until it is closed, its time is over, or its owner ends.

  --label TEXT            what to call it (default: its id)
  --geometry WxH          size in pixels (default: 1280x800)
  --scale N               device pixels per logical pixel, 1 to 4 (default: 1)
  --home private|shared   private: programs get a home that goes with the desktop (default: shared)
  --viewable              serve RFB on a Unix socket, to watch it with a VNC viewer (needs Xvnc)
  --ttl SECONDS           close it after this time
  --owner PID             close it when this process ends
  --json                  print its whole state as JSON
`,
  list: `Usage: linux-cua desktop list [--json]

Lists open desktops: id, label, display, owner, age. Removes what dead ones left behind.
`,
  env: `Usage: linux-cua desktop env NAME

Prints exports for a POSIX shell: display, buses, accessibility of every toolkit. A program started from such a shell
is not the desktop's own and is not ended with it.
`,
  run: `Usage: linux-cua desktop run NAME [--cwd DIR] [--env NAME=VALUE]… -- PROGRAM [ARG…]

Starts a program in a desktop and prints its process id. It starts in this directory, or in DIR, and ends with the
desktop; what it writes goes to the desktop's log folder.
`,
  shot: `Usage: linux-cua desktop shot NAME FILE.png

Saves a picture of the whole desktop.
`,
  close: `Usage: linux-cua desktop close NAME… | --all

Closes desktops and ends everything that runs in them.
`,
} as const;

/** A command of `linux-cua desktop`. */
export type DesktopCommand = keyof typeof commandHelp;
