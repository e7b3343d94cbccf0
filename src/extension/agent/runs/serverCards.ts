import type { ToolsRequest } from "../../../agent/mcpClient/mcpTools.ts";
import type { ToolChange } from "../../../agent/mcpClient/toolPins.ts";
import type { PlannedAct } from "../../../agent/tools/base/agentTool.ts";
import type { RunBar } from "./runBar.ts";
import type { RunPerson } from "./runPerson.ts";

export interface ServerCardsDeps {
  readonly conversationId: string;
  readonly person: Pick<RunPerson, "approve">;
  readonly bar: Pick<RunBar, "waitForModel">;
  readonly refused: Set<string>;
}

/** Tools on one card, and in a run. */
const maxTools = 64;
/** UTF-16 units of the tools' texts on one card; the next run asks about the rest. */
const maxText = 100_000;

/**
 * Cards before the first step about MCP servers: starts, and new or changed tools. The run continues without refused or
 * undecided ones. Rejects if the run is stopped.
 */
export function serverCards({
  conversationId,
  person,
  bar,
  refused,
}: ServerCardsDeps): Required<Pick<ToolsRequest, "approveStart" | "review">> {
  const ask = async (planned: PlannedAct, signal: AbortSignal): Promise<boolean> => {
    const key = [conversationId, planned.title, planned.detail].join("\n");
    if (refused.has(key)) {
      return false;
    }
    const approval = await person.approve(planned, signal, "");
    signal.throwIfAborted();
    bar.waitForModel();
    if (approval !== "approved") {
      refused.add(key);
    }
    return approval === "approved";
  };
  return {
    approveStart: ask,
    review: async (server, changes, signal) => {
      const shown = fitting(changes);
      const names = shown.map(({ tool }) => tool.name);
      return (await ask(reviewOf(server, shown, names), signal)) ? names : [];
    },
  };
}

/** The tools that fit on a card; at least one, even if its text is too long. */
function fitting(changes: readonly ToolChange[]): readonly ToolChange[] {
  let length = 0;
  const end = changes.findIndex(({ detail }, index) => {
    length += detail.length;
    return index > 0 && (index >= maxTools || length > maxText);
  });
  return end < 0 ? changes : changes.slice(0, end);
}

function reviewOf(
  server: string,
  changes: readonly ToolChange[],
  newTools: readonly string[],
): PlannedAct {
  return {
    act: "serverStart",
    paths: [],
    title: `Let the model have new or changed tools of the MCP server ${server}`,
    detail: changes.map(({ detail }) => detail).join("\n\n"),
    mcp: { server, newTools },
  };
}
