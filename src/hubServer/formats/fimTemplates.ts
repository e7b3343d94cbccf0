import type { FimForm } from "../../shared/hubApi/fimForms.ts";
import { withCommentedFiles } from "../../shared/text/commentedFiles.ts";
import { ApiError } from "../http/apiError.ts";

export type PromptForm = Exclude<FimForm, "chat" | "mistral" | "infill">;

export interface FimText {
  readonly before: string;
  readonly after: string;
  readonly path: string | undefined;
  readonly language: string | undefined;
  readonly context: readonly { readonly path: string; readonly text: string }[];
}

interface Family {
  /** Control tokens of the family; no text may contain them. */
  readonly controls: readonly string[];
  readonly prompt: (before: string, after: string) => string;
  /** Absent if the family was not trained on several files. */
  readonly file?: (path: string) => string;
}

const barred = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"] as const;
const plain = ["<fim_prefix>", "<fim_suffix>", "<fim_middle>"] as const;
const deepSeek = ["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"] as const;

function prefixFirst([prefix, suffix, middle]: readonly [string, string, string]) {
  return (before: string, after: string): string => prefix + before + suffix + after + middle;
}

/** The families' templates, from the models' cards and tokenizers. */
const families: Readonly<Record<Exclude<PromptForm, "suffix">, Family>> = {
  qwen: {
    controls: [
      ...barred,
      "<|fim_pad|>",
      "<|repo_name|>",
      "<|file_sep|>",
      "<|endoftext|>",
      "<|im_start|>",
      "<|im_end|>",
    ],
    prompt: prefixFirst(barred),
    file: (path) => `<|file_sep|>${path}\n`,
  },
  codegemma: {
    controls: [...barred, "<|file_separator|>", "<eos>"],
    prompt: prefixFirst(barred),
  },
  starcoder: {
    controls: [...plain, "<fim_pad>", "<repo_name>", "<file_sep>", "<|endoftext|>"],
    prompt: prefixFirst(plain),
    file: (path) => `<file_sep>${path}\n`,
  },
  deepseek: {
    controls: [...deepSeek, "<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>"],
    prompt: (before, after) => deepSeek[0] + before + deepSeek[1] + after + deepSeek[2],
  },
  codellama: {
    controls: ["<PRE>", "<SUF>", "<MID>", "<EOT>"],
    prompt: (before, after) => `<PRE> ${before} <SUF>${after} <MID>`,
  },
  codestral: {
    controls: ["[SUFFIX]", "[PREFIX]", "[MIDDLE]", "</s>"],
    prompt: (before, after) => `[SUFFIX]${after}[PREFIX]${before}`,
    file: (path) => `+++++ ${path}\n`,
  },
};

/** For a server that adds tokens unknown to the hub: the tokens of all families, except ordinary markup. */
const anyControls = [
  ...new Set(Object.values(families).flatMap(({ controls }) => controls)),
].filter((control) => !/^<\/?[A-Za-z]+>$/u.test(control));

function controlsOf(form: PromptForm | "mistral"): readonly string[] {
  switch (form) {
    case "suffix":
      return anyControls;
    case "mistral":
      return families.codestral.controls;
    default:
      return families[form].controls;
  }
}

/**
 * Throws an `ApiError` (400, `fim_token_in_text`) for a control token around the cursor, which the model would obey.
 * Removes other files with such a token.
 */
export function withoutControls<T extends FimText>(form: PromptForm | "mistral", text: T): T {
  const controls = controlsOf(form);
  const isClean = (one: string): boolean => !controls.some((control) => one.includes(control));
  if (!isClean(text.before) || !isClean(text.after)) {
    throw new ApiError(400, "The text around the cursor has a control token of the model.", {
      code: "fim_token_in_text",
      param: isClean(text.before) ? "suffix" : "prompt",
    });
  }
  const { path } = text;
  return {
    ...text,
    path: path !== undefined && isClean(path) ? path : undefined,
    context: text.context.filter((part) => isClean(part.path) && isClean(part.text)),
  };
}

export interface FimPrompt {
  readonly prompt: string;
  readonly suffix?: string;
  readonly stops: readonly string[];
}

export function fimPrompt(form: PromptForm, text: FimText): FimPrompt {
  const { before, after, path, language, context } = withoutControls(form, text);
  const commented = (): string => withCommentedFiles(before, language ?? "plaintext", context);
  if (form === "suffix") {
    return { prompt: commented(), suffix: after, stops: [] };
  }
  const { controls: stops, prompt, file } = families[form];
  if (!file) {
    return { prompt: prompt(commented(), after), stops };
  }
  const window = prompt(before, after);
  const others = context.map((part) => `${file(part.path)}${part.text}\n`).join("");
  return { prompt: others === "" ? window : others + file(path ?? "") + window, stops };
}
