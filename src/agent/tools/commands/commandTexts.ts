import type { Command, CommandEnd } from "../../command/commands.ts";

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

export function endText(end: CommandEnd, seconds: number, tookMs = 0): string {
  const after = tookMs < 1_000 ? "" : ` after ${(tookMs / 1_000).toFixed(1)} s`;
  switch (end.kind) {
    case "exited":
      return `Exit code ${end.code}${after}.`;
    case "signalled":
      return `Ended by ${end.signal}${after}.`;
    case "stopped":
      return "Stopped.";
    case "timedOut":
      return `Ended after ${seconds} s. For what runs longer give timeout_s, or background.`;
    default:
      return `Not done, nothing was run: ${end.reason}.`;
  }
}

const refusedWrite = /read-only file ?system|\bEROFS\b|\bEBUSY\b|device or resource busy/iu;
const noNetwork =
  /\bEAI_AGAIN\b|\bENOTFOUND\b|\bENETUNREACH\b|could not resolve host|name resolution|network is unreachable/iu;

export function sandboxHint(end: CommandEnd, output: string): string {
  const hints = [
    ...(refusedWrite.test(output) ? [readOnlyText] : []),
    ...(noNetwork.test(output) ? ["It ran in the sandbox, which has no network."] : []),
  ];
  return hints.length === 0 || (end.kind === "exited" && end.code === 0)
    ? ""
    : `${hints.join(" ")} Is it needed, such as to install packages? Call run_command again with outside_sandbox and the reason: the person is asked.`;
}

const readOnlyText =
  "It ran in the sandbox, where only the workspace can be written, and there nothing that runs by itself, such as .git, " +
  ".husky or node_modules.";

export function withoutDuration(result: string): string {
  return result.replaceAll(/^(Exit code -?\d+|Ended by \w+) after \d+\.\d s\.$/gmu, "$1.");
}
