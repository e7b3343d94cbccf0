import type { FimForm } from "../../shared/fimForms.ts";
import { ApiError } from "../http/apiError.ts";

/** The forms whose servers take a raw prompt. */
export type PromptForm = Exclude<FimForm, "chat" | "mistral" | "infill">;

/** The text around the cursor, and parts of other files. */
export interface FimText {
  readonly before: string;
  readonly after: string;
  readonly path: string | undefined;
  readonly context: readonly { readonly path: string; readonly text: string }[];
}

interface Family {
  /** Its control tokens and the end of its text: where an answer stops, and what no text may contain. */
  readonly controls: readonly string[];
  readonly prompt: (before: string, after: string) => string;
  /** The start of a file; absent if the family was not trained on several files. */
  readonly file?: (path: string) => string;
}

const barred = ["<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"] as const;
const plain = ["<fim_prefix>", "<fim_suffix>", "<fim_middle>"] as const;
const deepSeek = ["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"] as const;

function prefixFirst([prefix, suffix, middle]: readonly [string, string, string]) {
  return (before: string, after: string): string => prefix + before + suffix + after + middle;
}

/** From the models' cards and tokenizers. No ordinary code is among the controls. */
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

/** What a server of the form takes: the prompt, a suffix if it takes one, and where its answers end. */
export interface FimPrompt {
  readonly prompt: string;
  readonly suffix?: string;
  readonly stops: readonly string[];
}

/**
 * The prompt for a server of this form. Parts of other files with a control token of the family are left out; throws an
 * `ApiError` (400, `fim_token_in_text`) if the text around the cursor has one: the model would take it for an order.
 */
export function fimPrompt(form: PromptForm, { before, after, path, context }: FimText): FimPrompt {
  if (form === "suffix") {
    return { prompt: before, suffix: after, stops: [] };
  }
  const { controls, prompt, file } = families[form];
  const isClean = (text: string): boolean => !controls.some((control) => text.includes(control));
  if (!isClean(before) || !isClean(after)) {
    throw new ApiError(400, "The text around the cursor has a control token of the model.", {
      code: "fim_token_in_text",
      param: isClean(before) ? "suffix" : "prompt",
    });
  }
  const window = prompt(before, after);
  const parts = context.filter((part) => isClean(part.path) && isClean(part.text));
  if (!file || parts.length === 0) {
    return { prompt: window, stops: controls };
  }
  const others = parts.map((part) => `${file(part.path)}${part.text}\n`).join("");
  const own = path !== undefined && isClean(path) ? path : "";
  return { prompt: others + file(own) + window, stops: controls };
}
