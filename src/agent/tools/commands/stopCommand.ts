import * as z from "zod/mini";

import type { Commands } from "../../command/commands.ts";
import { type AgentTool, done, refused } from "../base/agentTool.ts";
import { declaredTool } from "../base/toolArguments.ts";
import { outputOf } from "./commandTexts.ts";

export function stopCommand(commands: Commands): AgentTool {
  return declaredTool({
    name: "stop_command",
    description: "Ends a command in the background.",
    schema: z.object({ id: z.string().check(z.maxLength(100), z.describe("Its id.")) }),
    isWrite: true,
    isCommand: true,
    prepare: ({ id }) => {
      const command = commands.find(id);
      return command
        ? {
            kind: "ready",
            planned: {
              act: "read",
              paths: [],
              title: `Stop the command ${command.id}`,
              detail: "",
            },
            run: async () => {
              await command.stop();
              return done(`${outputOf(command)}\nStopped.`);
            },
          }
        : refused(`There is no command ${id}.`);
    },
  });
}
