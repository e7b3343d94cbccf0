import { expect, test } from "vitest";

import type { ToolChange } from "../../../../../src/agent/mcpClient/toolPins.ts";
import type { PlannedAct } from "../../../../../src/agent/tools/base/agentTool.ts";
import { serverCards } from "../../../../../src/extension/agent/runs/serverCards.ts";

const never = new AbortController().signal;

function change(index: number, length: number): ToolChange {
  const text = "x".repeat(length);
  const tool = { name: `tool${index}`, inputSchema: {} };
  return { kind: "new", tool, pin: String(index), text, detail: text };
}

function changes(count: number, length: number): readonly ToolChange[] {
  return Array.from({ length: count }, (_none, index) => change(index, length));
}

test.each([
  ["few", 3, 100, 3],
  ["as many as a run gets", 64, 100, 64],
  ["too many", 65, 100, 64],
  ["long ones", 10, 30_000, 3],
  ["a single one that is longer than all may be", 2, 150_000, 1],
])(
  "one card asks about %s: exactly what it shows is approved",
  async (_name, count, length, shown) => {
    const asked: PlannedAct[] = [];
    const { review } = serverCards({
      conversationId: "c",
      person: {
        approve: (act) => {
          asked.push(act);
          return Promise.resolve("approved");
        },
      },
      bar: { waitForModel: () => undefined },
      refused: new Set(),
    });
    const all = changes(count, length);
    const names = all.slice(0, shown).map(({ tool }) => tool.name);
    expect(await review("test", all, never)).toEqual(names);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.mcp).toEqual({ server: "test", newTools: names });
    expect(asked[0]?.detail).toHaveLength(shown * length + (shown - 1) * 2);
  },
);
