import * as z from "zod/mini";

import type { Command, Commands } from "../../command/commands.ts";
import { type AgentTool, done, failed, type ToolResult } from "../base/agentTool.ts";
import { notice } from "../base/fileTexts.ts";
import { declaredTool } from "../base/toolArguments.ts";
import { endText, movedText } from "./commandTexts.ts";

const maxWaitSeconds = 60;
const lookMs = 100;
const maxRead = 48_000;

const schema = z.object({
  id: z.string().check(z.maxLength(100), z.describe("Its id.")),
  from: z.optional(z.int().check(z.minimum(0), z.describe("First character, from 0."))),
  wait_s: z.optional(
    z
      .int()
      .check(
        z.minimum(0),
        z.maximum(maxWaitSeconds),
        z.describe("Seconds to wait at most, 0 to 60."),
      ),
  ),
});

export function readOutput(commands: Commands): AgentTool {
  const reader = new OutputReader(commands);
  return declaredTool({
    name: "read_output",
    description:
      "Returns what a command in the background has printed, and whether it runs. With wait_s it returns when there is " +
      "more to read, or the command has ended.",
    schema,
    isWrite: false,
    prepare: (args) => ({
      kind: "ready",
      planned: { act: "read", paths: [], title: "Read an output", detail: "" },
      run: (signal) => reader.read(args, signal),
    }),
  });
}

class OutputReader {
  readonly #commands: Commands;
  /** The number of read characters, and the waited time in milliseconds. */
  readonly #known = new WeakMap<Command, { readonly read: number; readonly waitedMs: number }>();

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  async read(
    { id, from = 0, wait_s: seconds = 0 }: z.infer<typeof schema>,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const command = this.#commands.find(id);
    if (!command) {
      return failed(`There is no command ${id}.`);
    }
    const known = this.#known.get(command) ?? { read: 0, waitedMs: 0 };
    const seen = Math.max(from, known.read);
    const waitedMs =
      known.waitedMs + (await waitFor(command, { seen, ms: seconds * 1_000, signal }));
    const end = await endNow(command);
    const { text, characters } = command.output();
    this.#known.set(command, { read: characters, waitedMs });
    const shown = text.slice(from, from + maxRead);
    // The waited time makes each look at a silent command a different result, so that it is no loop.
    const still = waitedMs < 1_000 ? "" : ` Waited ${Math.round(waitedMs / 1_000)} s in all.`;
    return done(
      [
        shown + movedText(command),
        ...(shown.length < text.length - from || characters > text.length
          ? [notice(`${characters} characters in all; kept are ${text.length}`)]
          : []),
        end ? endText(end, 0) : `It still runs.${still}`,
      ]
        .filter((part) => part !== "")
        .join("\n"),
    );
  }
}

interface Wait {
  readonly seen: number;
  readonly ms: number;
  readonly signal: AbortSignal;
}

async function waitFor(command: Command, { seen, ms, signal }: Wait): Promise<number> {
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;
  while (
    elapsed() < ms &&
    !signal.aborted &&
    command.output().characters <= seen &&
    (await endNow(command)) === undefined
  ) {
    await new Promise((resolve) => {
      setTimeout(resolve, lookMs);
    });
  }
  return elapsed();
}

function endNow({ ended }: Command): Promise<Awaited<Command["ended"]> | undefined> {
  return Promise.race([ended, Promise.resolve(undefined)]);
}
