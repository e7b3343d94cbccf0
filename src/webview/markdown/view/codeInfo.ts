import type { CodeInfo } from "../markdownHost.ts";

const lineReference = /^(\d+):(\d+):(\S.*)$/;
const attribute = /(?:^|\s)(?:path|title|file|filename)=(?:"([^"]+)"|'([^']+)'|(\S+))/i;
const linesAttribute = /(?:^|\s)lines=(\d+)(?:-(\d+))?/i;
const languageWord = /^[A-Za-z0-9_+#.-]+/;
const fileWord = /^[\w@~.\\/-]*[\w)\]-]\.[A-Za-z][\w-]*$/;
const MAX_NAME = 400;

/**
 * Reads a language, `src/a.ts`, `title="src/a.ts"`, `ts:src/a.ts`, `12:18:src/a.ts`, or `path=src/a.ts lines=12-18`
 * of sent attachments.
 */
export function parseCodeInfo(info: string): CodeInfo {
  const reference = lineReference.exec(info);
  if (reference) {
    const [, start, end, file = ""] = reference;
    return { language: extensionOf(file), fileName: file, ...lineRange(start, end) };
  }
  const [first = "", ...rest] = info.split(/\s+/);
  const word = isPath(first) ? first : (languageWord.exec(first)?.[0] ?? "");
  const name = attributeName(info) ?? nameIn(first.slice(word.length), word, rest);
  return {
    language: fileWord.test(word) && name === word ? extensionOf(word) : word.toLowerCase(),
    ...(name === undefined ? {} : { fileName: name.slice(0, MAX_NAME) }),
    ...linesOf(info),
  };
}

function linesOf(info: string): Pick<CodeInfo, "startLine" | "endLine"> {
  const lines = linesAttribute.exec(info);
  return lines ? lineRange(lines[1], lines[2] ?? lines[1]) : {};
}

function attributeName(info: string): string | undefined {
  const match = attribute.exec(info);
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decode(value);
}

function nameIn(
  afterLanguage: string,
  language: string,
  rest: readonly string[],
): string | undefined {
  if (afterLanguage.startsWith(":") && afterLanguage.length > 1) {
    return afterLanguage.slice(1);
  }
  const [second] = rest;
  if (second !== undefined && fileWord.test(second)) {
    return second;
  }
  return language.length > 3 && (isPath(language) || fileWord.test(language))
    ? language
    : undefined;
}

function isPath(word: string): boolean {
  return /[/\\]/.test(word) && fileWord.test(word);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not percent-encoded.
    return value;
  }
}

function lineRange(
  start: string | undefined,
  end: string | undefined,
): Pick<CodeInfo, "startLine" | "endLine"> {
  const startLine = Number(start);
  const endLine = Number(end);
  const isRange = Number.isSafeInteger(startLine) && startLine > 0 && endLine >= startLine;
  return isRange ? { startLine, endLine } : {};
}

function extensionOf(file: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
}
