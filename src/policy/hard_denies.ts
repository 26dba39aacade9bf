/**
 * Applications that are never read or driven, whatever was allowed: whoever controls a terminal, a password manager
 * or a security prompt controls the account. Matching is on names, so it does not hold against a hostile program.
 * @module
 */

/** Why an application is denied for good. */
export type DenyReason = "terminal" | "password manager" | "security prompt";

/** Names by reason: WM_CLASS, program or the last part of a desktop entry id, in lower case. */
const names: Readonly<Record<DenyReason, string>> = {
  terminal: `
    alacritty blackbox-terminal com.gexperts.tilix com.mitchellh.ghostty contour cool-retro-term deepin-terminal
    eterm foot footclient ghostty gnome-console gnome-terminal gnome-terminal-server guake hyper
    io.elementary.terminal kgx kitty konsole kmscon lxterm lxterminal mate-terminal mlterm org.gnome.console
    org.gnome.ptyxis org.gnome.terminal org.kde.konsole org.kde.yakuake org.wezfurlong.wezterm pantheon-terminal
    ptyxis qterminal rio roxterm rxvt rxvt-unicode sakura st st-256color stterm tabby terminator terminology
    termit tilda tilix urxvt urxvtd uxterm warp-terminal wezterm wezterm-gui x-terminal-emulator xfce4-terminal
    xterm yakuake zutty
  `,
  "password manager": `
    1password authpass bitwarden buttercup com.bitwarden.desktop enpass gnome-passwords kdewallet keepass
    keepass2 keepassx keepassxc keeweb kwalletmanager kwalletmanager5 org.gnome.seahorse.application
    org.gnome.world.secrets org.keepassxc.keepassxc pass-gui password-safe passwordsafe proton-pass qtpass
    seahorse
  `,
  "security prompt": `
    gcr-prompter gksu gksudo gnome-keyring gnome-keyring-prompt kdesu kdesudo ksshaskpass kwalletd5 kwalletd6
    lxpolkit lxqt-policykit-agent lxqt-sudo mate-polkit org.gnome.keyring.systemprompter pinentry
    pinentry-gnome3 pinentry-gtk pinentry-gtk-2 pinentry-qt pinentry-x11 polkit-gnome-authentication-agent-1
    polkit-kde-authentication-agent-1 polkit-mate-authentication-agent-1 ssh-askpass x11-ssh-askpass xfce-polkit
  `,
};

const reasonByName = new Map(
  (Object.keys(names) as DenyReason[]).flatMap((reason) =>
    names[reason].trim().split(/\s+/).map((name) => [name, reason] as const)
  ),
);

/** Why an application of that name is denied for good; null when it is not. */
export function hardDeny(name: string): DenyReason | null {
  return reasonByName.get(normalize(name)) ?? null;
}

/** `/usr/bin/Gnome-Terminal.desktop` → `gnome-terminal`. */
function normalize(name: string): string {
  const base = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
  return base.replace(/\.desktop$/, "").replace(/\.(?:real|bin|wrapper)$/, "");
}
