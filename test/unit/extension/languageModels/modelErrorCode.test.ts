import { expect, test } from "vitest";

import { modelErrorCode } from "../../../../src/extension/languageModels/modelErrorCode.ts";

test("a failure that other extensions can act on has the editor's code for it", () => {
  expect(modelErrorCode("auth_expired")).toBe("NoPermissions");
  expect(modelErrorCode("policy_model")).toBe("NoPermissions");
  expect(modelErrorCode("model_not_found")).toBe("NotFound");
  expect(modelErrorCode("budget_exhausted")).toBe("Blocked");
  expect(modelErrorCode("dlp_request")).toBe("Blocked");
});

test("a failure that may pass by itself has none", () => {
  expect(modelErrorCode("overloaded")).toBeUndefined();
  expect(modelErrorCode("truncated")).toBeUndefined();
});
