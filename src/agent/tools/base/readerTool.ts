import type { Tool } from "../../../shared/conversation/tool.ts";
import { type AgentTool, done, failed, refused } from "./agentTool.ts";

export function readerTool(tool: Tool): AgentTool {
  const { definition } = tool;
  return {
    definition,
    isWrite: false,
    prepare: async (input, signal) => {
      const prepared = await tool.prepare(input, signal);
      if (prepared.kind === "refused") {
        return refused(prepared.text);
      }
      if (prepared.kind === "write") {
        return refused("Not done, nothing was changed. This tool only reads here.");
      }
      return {
        kind: "ready",
        planned: { act: "read", paths: [], title: definition.name, detail: "" },
        run: async (runSignal) => {
          const { state, text } = await prepared.run(runSignal);
          return state === "done" ? done(text) : failed(text);
        },
      };
    },
  };
}
