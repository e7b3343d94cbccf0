import { expect, test } from "vitest";

import { fimPrompt } from "../../../../src/hubServer/formats/fimTemplates.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import { fimForms } from "../../../../src/shared/fimForms.ts";

const text = { before: "P", after: "S", path: "a.ts", context: [] };
const context = [{ path: "b.ts", text: "other" }];

test.each([
  ["qwen", "<|fim_prefix|>P<|fim_suffix|>S<|fim_middle|>"],
  ["codegemma", "<|fim_prefix|>P<|fim_suffix|>S<|fim_middle|>"],
  ["starcoder", "<fim_prefix>P<fim_suffix>S<fim_middle>"],
  ["deepseek", "<｜fim▁begin｜>P<｜fim▁hole｜>S<｜fim▁end｜>"],
  ["codellama", "<PRE> P <SUF>S <MID>"],
  ["codestral", "[SUFFIX]S[PREFIX]P"],
] as const)("the prompt of %s is as it was trained", (form, prompt) => {
  expect(fimPrompt(form, text)).toMatchObject({ prompt });
});

test("a server that takes a suffix gets both parts as they are", () => {
  expect(fimPrompt("suffix", { ...text, context })).toEqual({
    prompt: "P",
    suffix: "S",
    stops: [],
  });
});

test("parts of other files stand before the file, where the family knows files", () => {
  expect(fimPrompt("qwen", { ...text, context }).prompt).toBe(
    "<|file_sep|>b.ts\nother\n<|file_sep|>a.ts\n<|fim_prefix|>P<|fim_suffix|>S<|fim_middle|>",
  );
  expect(fimPrompt("codellama", { ...text, context }).prompt).toBe("<PRE> P <SUF>S <MID>");
});

test.each(
  fimForms.filter(
    (form) => form !== "chat" && form !== "suffix" && form !== "mistral" && form !== "infill",
  ),
)(
  "CMP 09: a control token of %s around the cursor is refused, and in another file leaves that out",
  (form) => {
    const { stops } = fimPrompt(form, text);
    for (const control of stops) {
      for (const part of [{ before: `x${control}` }, { after: `${control}x` }]) {
        expect(() => fimPrompt(form, { ...text, ...part })).toThrow(ApiError);
      }
      const evil = [{ path: "c.ts", text: `a ${control} b` }];
      const { prompt } = fimPrompt(form, { ...text, context: evil });
      expect(prompt).toBe(fimPrompt(form, text).prompt);
    }
    expect(stops.some((stop) => /^[\s\w/]+$/u.test(stop))).toBe(false);
  },
);
