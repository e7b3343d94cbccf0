import type { ToolChange } from "../../agent/mcpClient/toolPins.ts";
import type { AskedAct } from "../../agent/run/cards/agentEvents.ts";
import { type ApprovalRule, exactRules, variableRule } from "../../agent/trust/approvalRules.ts";
import type { Act } from "../../agent/trust/levels.ts";
import { pageAddress, siteRule } from "../../agent/trust/site.ts";
import { UsageError } from "../../sharedNode/flags.ts";

/** Approves an act everywhere, at one path or below one folder; a command by its exact text. */
export interface ApprovalWord {
  /** `tainted`: the other rules hold even after answers of servers and of web pages. */
  readonly act: Act | "tainted";
  readonly path: string | undefined;
}

export interface Approvals {
  readonly words: readonly ApprovalWord[];
  readonly rules: readonly ApprovalRule[];
}

const acts: readonly Act[] = ["edit", "delete", "runnable", "outside"];
const otherWords = [
  "command",
  "command-beginning",
  "command-outside",
  "command-outside-beginning",
  "server",
  "mcp",
  "site",
  "variable",
  "tainted",
];

/**
 * Reads `edit`, `edit:src/`, `command:npm test` and `command-beginning:npm run`. A command becomes a rule for each
 * command of its chain; a text that is not plain enough approves exactly that text. Throws a `UsageError`.
 */
export function readApprovals(texts: readonly string[]): Approvals {
  const read = texts.map(readApproval);
  return { words: read.flatMap(({ words }) => words), rules: read.flatMap(({ rules }) => rules) };
}

function readApproval(text: string): Approvals {
  const [, name = "", path] = /^([\w-]+)(?::(.+))?$/su.exec(text) ?? [];
  if (/^command(?:-outside)?(?:-beginning)?$/u.test(name)) {
    return commandApproval(name, path);
  }
  if (name === "server" || name === "mcp") {
    return serverApproval(name, path);
  }
  if (name === "site") {
    const site = siteOf(path);
    return { words: [{ act: "web", path: site }], rules: [siteRule(site)] };
  }
  if (name === "variable") {
    return { words: [], rules: [variableRule(variableOf(path))] };
  }
  if (name === "tainted" && path === undefined) {
    return { words: [{ act: "tainted", path }], rules: [] };
  }
  const act = acts.find((one) => one === name);
  if (act === undefined) {
    const names = [...acts, ...otherWords].join(", ");
    throw new UsageError(`--yes takes ${names}, with a path if wanted, not ${text}`);
  }
  return { words: [{ act, path }], rules: [] };
}

/** `command-outside` covers the command everywhere; `command` never covers one outside the sandbox. */
function commandApproval(name: string, script: string | undefined): Approvals {
  if (script === undefined) {
    throw new UsageError(`--yes ${name}: needs a command, as --yes "${name}:npm test"`);
  }
  const extent = name.endsWith("-beginning") ? "beginning" : "exact";
  const leaves = name.startsWith("command-outside");
  const rules = exactRules(script).map((rule): ApprovalRule => ({
    ...rule,
    extent,
    ...(leaves && { reach: "outsideSandbox" }),
  }));
  if (extent === "beginning" && rules.length !== 1) {
    throw new UsageError(`--yes ${name}: takes the first words of one command.`);
  }
  const act = leaves ? "commandOutside" : "command";
  return { words: rules.length === 0 ? [{ act, path: script }] : [], rules };
}

function variableOf(name: string | undefined): string {
  if (name === undefined || !/^[^\s=]{1,200}$/u.test(name)) {
    throw new UsageError("--yes variable: needs the name of one, as --yes variable:NPM_TOKEN");
  }
  return name;
}

function siteOf(text: string | undefined): string {
  const url = pageAddress(text ?? "");
  if (url?.pathname !== "/") {
    throw new UsageError("--yes site: needs a site of the web, as --yes site:https://example.com");
  }
  return url.origin;
}

function serverApproval(name: "server" | "mcp", path: string | undefined): Approvals {
  if (path === undefined) {
    throw new UsageError(`--yes ${name}: needs a name, as --yes ${name}:${nameExamples[name]}`);
  }
  if (name === "server") {
    return { words: [{ act: "serverStart", path }], rules: [] };
  }
  const words = [toolOf(path)];
  return {
    words: [{ act: "mcpCall", path }],
    rules: [{ kind: "tool", words, extent: "exact", effect: "allow" }],
  };
}

const nameExamples = { server: "git", mcp: "mcp_git_log" } as const;

function toolOf(path: string): string {
  return path.replace(/@[\da-f]*$/u, "");
}

/**
 * A new tool needs its name; a changed one also the beginning of its hash, as `mcp:mcp_git_log@1a2b3c4d5e6f`, which
 * proves a review.
 */
export function lets(
  words: readonly ApprovalWord[],
  name: string,
  change: Pick<ToolChange, "kind" | "pin">,
): boolean {
  const exact = `${name}@${shortPin(change)}`;
  return words.some(
    ({ act, path }) =>
      act === "mcpCall" && (path === exact || (change.kind === "new" && path === name)),
  );
}

export function shortPin({ pin }: Pick<ToolChange, "pin">): string {
  return pin.slice(0, 12);
}

/** An act that asks at every level needs a rule with its file's path. */
export function approves(words: readonly ApprovalWord[], asked: AskedAct): boolean {
  const { paths, command, mcp, site, taint, alwaysAsks = false } = asked;
  const isTaintAccepted = taint !== "hiddenText" && words.some((word) => word.act === "tainted");
  if ((taint !== undefined && !isTaintAccepted) || asked.findings !== undefined) {
    return false;
  }
  if (mcp) {
    const name = mcp.tool ?? mcp.server;
    return words.some(({ act, path }) => act === asked.act && toolOf(path ?? "") === name);
  }
  if (site !== undefined) {
    return words.some(({ act, path }) => act === asked.act && path === site);
  }
  if (command !== undefined) {
    const mayLeave: readonly ApprovalWord["act"][] = asked.leavesSandbox
      ? ["commandOutside"]
      : ["command", "commandOutside"];
    return words.some(({ act, path }) => mayLeave.includes(act) && path === command);
  }
  return (
    paths.length > 0 &&
    paths.every((path) =>
      words.some((word) => {
        const isNamed = word.path === path;
        const isBelow = word.path?.endsWith("/") === true && path.startsWith(word.path);
        const isCovered = alwaysAsks ? isNamed : word.path === undefined || isNamed || isBelow;
        return word.act === asked.act && isCovered;
      }),
    )
  );
}
