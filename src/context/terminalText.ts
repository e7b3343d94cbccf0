/** In UTF-16 units. The end is kept, because it shows the error. */
export const maxTerminalText = 20_000;

/** Operating system commands (titles, links), which end with BEL or ST. */
// oxlint-disable-next-line no-control-regex -- a terminal's sequences begin with control characters
const osCommand = /\u001B\][^\u0007\u001B]{0,4000}(?:\u0007|\u001B\\)/g;
/** Control sequences: colours, moves of the cursor (ECMA-48 §5.4). */
// oxlint-disable-next-line no-control-regex -- the same
const controlSequence = /(?:\u001B\[|\u009B)[0-?]{0,100}[ -/]{0,10}[@-~]/g;
const otherControls =
  // oxlint-disable-next-line no-control-regex -- the same
  /\u001B[ -/]{0,4}[0-~]?|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** The end of the raw output as shown: without escape sequences, with the last state of overwritten lines. */
export function terminalText(raw: string): string {
  const text = raw
    .replaceAll(osCommand, "")
    .replaceAll(controlSequence, "")
    .split(/\r*\n/)
    .map((line) => line.replace(/\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n")
    .replaceAll(otherControls, "");
  return text.slice(-maxTerminalText).trim();
}
