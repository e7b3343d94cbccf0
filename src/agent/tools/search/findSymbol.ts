import * as z from "zod/mini";

import { type AgentTool, done, refused } from "../base/agentTool.ts";
import { plannedRead } from "../base/pathCauses.ts";
import { declaredTool } from "../base/toolArguments.ts";
import type { Workspace } from "../base/workspace.ts";
import type { SymbolPlace, Symbols } from "../problems/problems.ts";

const maxPlaces = 100;

const schema = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(500), z.describe("The name.")),
  kind: z.enum(["workspace", "definition", "references"]),
  path: z.optional(
    z
      .string()
      .check(
        z.maxLength(4_000),
        z.describe("For definition and references: a file that has the name."),
      ),
  ),
  line: z.optional(z.int().check(z.minimum(1), z.describe("Its line in that file, from 1."))),
});

export function findSymbol(workspace: Workspace, symbols: Symbols): AgentTool {
  return declaredTool({
    name: "find_symbol",
    description:
      "Finds a name by the editor's language support: in the whole workspace, or where the name on a line of a file is defined or used. At most 100 places.",
    schema,
    isWrite: false,
    prepare: async ({ query, kind, path, line }) => {
      if (kind !== "workspace" && (path === undefined || line === undefined)) {
        return refused(`Not done. For ${kind} give path and line of a place that has the name.`);
      }
      const place = await workspace.locate(path ?? ".");
      return {
        kind: "ready",
        planned: plannedRead(place, `Find ${query}`),
        run: async () => {
          const found =
            kind === "workspace"
              ? await symbols.workspace(query)
              : await symbols.related(kind, query, { path: place.named, line: line ?? 1 });
          return done(await linesOf(found, workspace));
        },
      };
    },
  });
}

async function linesOf(places: readonly SymbolPlace[], workspace: Workspace): Promise<string> {
  const lines: string[] = [];
  for (const { path, line, name, kind } of places) {
    if (lines.length === maxPlaces) {
      break;
    }
    const { shown, isInside } = await workspace.locate(path);
    if (isInside) {
      lines.push([`${shown}:${line}`, kind, name].filter(Boolean).join(" "));
    }
  }
  return lines.length === 0
    ? "The editor's language support finds nothing; use search_text."
    : lines.join("\n");
}
