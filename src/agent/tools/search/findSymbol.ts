import * as z from "zod/mini";

import { readAct } from "../../trust/pathTrust.ts";
import { type AgentTool, done, type Preparation, refused } from "../base/agentTool.ts";
import { pathCauses } from "../base/pathCauses.ts";
import { objectField, textField, wholeField, withArguments } from "../base/toolArguments.ts";
import type { Workspace } from "../base/workspace.ts";
import type { SymbolPlace, Symbols } from "../problems/problems.ts";

const maxPlaces = 100;

const schema = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(500)),
  kind: z.enum(["workspace", "definition", "references"]),
  path: z.optional(z.string().check(z.maxLength(4_000))),
  line: z.optional(z.int().check(z.minimum(1))),
});

export class FindSymbol implements AgentTool {
  readonly isWrite = false;
  readonly definition = {
    name: "find_symbol",
    description:
      "Finds a name by the editor's language support: in the whole workspace, or where the name on a line of a file is defined or used. At most 100 places.",
    inputSchema: objectField(
      {
        query: textField("The name."),
        kind: { type: "string", enum: ["workspace", "definition", "references"] },
        path: textField("For definition and references: a file that has the name."),
        line: wholeField("Its line in that file, from 1."),
      },
      ["query", "kind"],
    ),
  };
  readonly #workspace: Workspace;
  readonly #symbols: Symbols;

  constructor(workspace: Workspace, symbols: Symbols) {
    this.#workspace = workspace;
    this.#symbols = symbols;
  }

  prepare(input: unknown): Promise<Preparation> {
    return withArguments(this.definition, schema, input, (args) => this.#prepared(args));
  }

  async #prepared({ query, kind, path, line }: z.infer<typeof schema>): Promise<Preparation> {
    if (kind !== "workspace" && (path === undefined || line === undefined)) {
      return refused(`Not done. For ${kind} give path and line of a place that has the name.`);
    }
    const place = await this.#workspace.locate(path ?? ".");
    return {
      kind: "ready",
      planned: {
        act: readAct(place),
        paths: [place.shown],
        ...pathCauses([place]),
        title: `Find ${query}`,
        detail: "",
      },
      run: async () => {
        const found =
          kind === "workspace"
            ? await this.#symbols.workspace(query)
            : await this.#symbols.related(kind, query, { path: place.named, line: line ?? 1 });
        return done(await this.#lines(found));
      },
    };
  }

  async #lines(places: readonly SymbolPlace[]): Promise<string> {
    const lines: string[] = [];
    for (const { path, line, name, kind } of places) {
      if (lines.length === maxPlaces) {
        break;
      }
      const { shown, isInside } = await this.#workspace.locate(path);
      if (isInside) {
        lines.push([`${shown}:${line}`, kind, name].filter(Boolean).join(" "));
      }
    }
    return lines.length === 0
      ? "The editor's language support finds nothing; use search_text."
      : lines.join("\n");
  }
}
