import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { expect, vi } from "vitest";

import { root } from "../../../scripts/paths.ts";
import type { AgentProgram } from "./agentProgram.ts";

export interface ChatAtTerminal {
  /** Waits for a text on the screen, after what was waited for before. */
  readonly sees: (text: string | RegExp) => Promise<string>;
  readonly types: (keys: string) => void;
  /** Sends SIGTERM to the program. */
  readonly ends: () => void;
  readonly ended: () => Promise<number | null>;
  /** All of the output. */
  readonly screen: () => string;
}

export const controlC = "\u0003";

/** The built program at a terminal of this width. */
export function chatAt(
  program: AgentProgram,
  args: readonly string[],
  columns = 80,
  more: NodeJS.ProcessEnv = {},
): ChatAtTerminal {
  const child = spawn(
    "python3",
    [
      join(root, "test/support/atTerminal.py"),
      String(columns),
      process.execPath,
      program.path,
      "chat",
      ...args,
    ],
    {
      env: {
        PATH: process.env["PATH"],
        TERM: "xterm-256color",
        AI_HUB_TOKEN: program.hub.token,
        AI_HUB_HOME: join(program.lab.hubs.home, "ours"),
        ...more,
      },
    },
  );
  let output = "";
  let seen = 0;
  child.stdout.on("data", (data: Buffer) => {
    output += data.toString();
  });
  const closed = once(child, "close");
  return {
    sees: async (text) =>
      await vi.waitFor(
        () => {
          const rest = output.slice(seen);
          const found = typeof text === "string" ? rest.indexOf(text) : rest.search(text);
          expect(found >= 0, `${String(text)} in ${rest}`).toBe(true);
          const length =
            typeof text === "string" ? text.length : (text.exec(rest)?.[0].length ?? 0);
          const before = rest.slice(0, found + length);
          seen += found + length;
          return before;
        },
        { timeout: 20_000, interval: 20 },
      ),
    types: (keys) => child.stdin.write(keys),
    ends: () => child.kill("SIGTERM"),
    ended: async () => {
      await closed;
      return child.exitCode;
    },
    screen: () => output,
  };
}
