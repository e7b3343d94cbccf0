import type { Command, CommandEnd } from "../command/commands.ts";

/** What a command has printed, and what was moved away from it. */
export function outputOf(command: Command): string {
  return command.output().text.trimEnd() + movedText(command);
}

export function movedText({ movedAway }: Command): string {
  const moved = movedAway.map(({ path, to }) =>
    to === undefined
      ? `\nRuns by itself and could not be moved away: ${path}`
      : `\nMoved away, because it runs by itself: ${path}, now ${to}`,
  );
  return moved.join("");
}

/** How a command ended; `seconds`: its limit. */
export function endText(end: CommandEnd, seconds: number): string {
  switch (end.kind) {
    case "exited":
      return `Exit code ${end.code}.`;
    case "signalled":
      return `Ended by ${end.signal}.`;
    case "stopped":
      return "Stopped.";
    case "timedOut":
      return `Ended after ${seconds} s. For what runs longer give timeout_s, or background.`;
    default:
      return `Not done, nothing was run: ${end.reason}.`;
  }
}
