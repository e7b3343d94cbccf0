import * as z from "zod/mini";

import type { PreparedCall, Tool, ToolDefinition } from "../../shared/conversation/tool.ts";
import type { CodeSearch } from "./codeSearch.ts";
import { searchText } from "./foundText.ts";

const inputSchema = z.object({ query: z.string().check(z.minLength(1), z.maxLength(1_000)) });

const limit = 12;

/** One object for all calls, so that data protection scans it once. */
const definition: ToolDefinition = {
  name: "search_code",
  description:
    "Finds the lines of the workspace that answer a question or define a name, by an index on the person's " +
    "machine. Ask in a few words, as “where are requests tried again”, or give one identifier.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string", description: "A question or a name." } },
    required: ["query"],
    additionalProperties: false,
  },
};

/** `search_code`: a read-only tool for models, limited to files that `@` may offer. */
export function searchTool(search: CodeSearch): Tool {
  return {
    definition,
    isWrite: false,
    prepare: (input): Promise<PreparedCall> => {
      const parsed = inputSchema.safeParse(input);
      return Promise.resolve(
        parsed.success
          ? {
              kind: "read",
              run: async () => {
                const answer = await search.search(parsed.data.query, { limit });
                const { refusedRules } = search.state;
                return answer
                  ? { state: "done", text: searchText({ ...answer, refusedRules }) }
                  : {
                      state: "failed",
                      text: "Not done. There is no code index of this workspace.",
                    };
              },
            }
          : {
              kind: "refused",
              state: "failed",
              text: "Not done. search_code needs query, a text of at most 1,000 characters.",
            },
      );
    },
  };
}
