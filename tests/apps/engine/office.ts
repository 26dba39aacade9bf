/**
 * A profile for LibreOffice.
 * @module
 */

/** Files of a home for LibreOffice without its tip of the day and its word on what is new. */
export const office: Readonly<Record<string, string>> = {
  ".config/libreoffice/4/user/registrymodifications.xcu": registry({
    ShowTipOfTheDay: ["/org.openoffice.Office.Common/Misc", "false"],
    ooSetupLastVersion: ["/org.openoffice.Setup/Product", "99.0"],
    WhatsNew: ["/org.openoffice.Setup/Product", "false"],
  }),
};

function registry(values: Readonly<Record<string, readonly [path: string, value: string]>>): string {
  const items = Object.entries(values).map(([name, [path, value]]) =>
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${items.join("")}</oor:items>
`;
}
