import { expect, test } from "vitest";

import type { CodeSearch } from "../../../../src/extension/codeIndex/codeSearch.ts";
import { searchTool } from "../../../../src/extension/codeIndex/searchTool.ts";

const search = {} as CodeSearch;

test("each message offers the same definition, which data protection then knows", () => {
  expect(searchTool(search).definition).toBe(searchTool(search).definition);
});
