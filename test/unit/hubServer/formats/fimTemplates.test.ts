import { expect, test } from "vitest";

import { fimPrompt } from "../../../../src/hubServer/formats/fimTemplates.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import { fimForms } from "../../../../src/shared/hubApi/fimForms.ts";

const text = { before: "P", after: "S", path: "a.ts", language: "typescript", context: [] };
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

/** The tokens as their publishers spell them, with the places where they stand. */
const published = {
  // tokenizer_config.json of Qwen2.5-Coder: `added_tokens_decoder`, 151643 to 151645 and 151659 to 151664, in this order.
  qwen: [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|fim_prefix|>",
    "<|fim_middle|>",
    "<|fim_suffix|>",
    "<|fim_pad|>",
    "<|repo_name|>",
    "<|file_sep|>",
  ],
  // The paper of StarCoder 2 (arXiv:2402.19173), table 5: the first seven of its sentinel tokens.
  starcoder: [
    "<|endoftext|>",
    "<fim_prefix>",
    "<fim_middle>",
    "<fim_suffix>",
    "<fim_pad>",
    "<repo_name>",
    "<file_sep>",
  ],
  // tokenizer.json of DeepSeek-Coder: 32013 to 32017; the order of the prompt is in its README, "Code Insertion".
  deepseek: [
    "<｜begin▁of▁sentence｜>",
    "<｜end▁of▁sentence｜>",
    "<｜fim▁hole｜>",
    "<｜fim▁begin｜>",
    "<｜fim▁end｜>",
  ],
  // llama/tokenizer.py of meta-llama/codellama: pieces "▁<PRE>" and so on, where "▁" is a blank in the text.
  codellama: ["<PRE>", "<MID>", "<SUF>", "<EOT>"],
  // `SpecialTokens` in mistral_common/tokens/tokenizers/base.py of mistralai/mistral-common.
  codestral: ["</s>", "[PREFIX]", "[MIDDLE]", "[SUFFIX]"],
} as const;

test.each([
  ["qwen", published.qwen],
  ["starcoder", published.starcoder],
  ["deepseek", published.deepseek],
  ["codellama", published.codellama],
  ["codestral", published.codestral],
] as const)("the control tokens of %s are those of its published tokenizer", (form, tokens) => {
  expect(new Set(fimPrompt(form, text).stops)).toEqual(new Set(tokens));
});

test("a server that takes a suffix gets both parts as they are, and parts of other files as comments", () => {
  expect(fimPrompt("suffix", text)).toEqual({ prompt: "P", suffix: "S", stops: [] });
  expect(fimPrompt("suffix", { ...text, context }).prompt).toBe("// b.ts:\n// other\nP");
  expect(fimPrompt("suffix", { ...text, context, language: undefined }).prompt).toBe("P");
});

test("parts of other files stand before the file, where the family knows files", () => {
  expect(fimPrompt("qwen", { ...text, context }).prompt).toBe(
    "<|file_sep|>b.ts\nother\n<|file_sep|>a.ts\n<|fim_prefix|>P<|fim_suffix|>S<|fim_middle|>",
  );
});

test("a family that knows no files gets parts of others as comments", () => {
  expect(fimPrompt("codellama", { ...text, context, language: "python" }).prompt).toBe(
    "<PRE> # b.ts:\n# other\nP <SUF>S <MID>",
  );
});

test.each(
  fimForms.filter(
    (form) => form !== "chat" && form !== "suffix" && form !== "mistral" && form !== "infill",
  ),
)(
  "a control token of %s around the cursor is refused, and in another file leaves that out",
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

test("a server that takes a suffix gets no family's control token, but ordinary markup", () => {
  for (const token of ["<|fim_middle|>", "<fim_suffix>", "<｜fim▁hole｜>", "[SUFFIX]"]) {
    expect(() => fimPrompt("suffix", { ...text, after: `x${token}` })).toThrow(ApiError);
    const evil = [{ path: "c.ts", text: token }];
    expect(fimPrompt("suffix", { ...text, context: evil }).prompt).toBe("P");
  }
  expect(fimPrompt("suffix", { ...text, before: "<s>old</s>" }).prompt).toBe("<s>old</s>");
});
