import { isExcluded } from "../shared/guarded/excludedPaths.ts";
import { fenceAround } from "../shared/text/fences.ts";
import type { Attachment } from "./attachment.ts";

/**
 * A user message for the model: each attachment as a fenced block with language, path and lines in its info string,
 * then the text. Deterministic; a fence is longer than any run of backticks inside.
 */
export function promptText(text: string, attachments: readonly Attachment[]): string {
  return [...attachments.map(allowed).map(fenced), text]
    .filter((block) => block !== "")
    .join("\n\n");
}

/** Checks the attachments a last time: the rules may have changed since they were added. */
function allowed(attachment: Attachment): Attachment {
  const { path, uri = "" } = attachment.info;
  return isExcluded(path) || isExcluded(pathOf(uri))
    ? { ...attachment, content: "(left out: the organisation excludes this path)" }
    : attachment;
}

function pathOf(uri: string): string {
  const { pathname = "" } = URL.parse(uri) ?? {};
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A broken escape.
    return pathname;
  }
}

function fenced({ info, content }: Attachment): string {
  const fence = fenceAround(content);
  const lines =
    info.startLine === undefined || info.endLine === undefined
      ? ""
      : ` lines=${info.startLine}-${info.endLine}`;
  const newline = content.endsWith("\n") ? "" : "\n";
  return `${fence}${infoWord(info.languageId)} path=${infoWord(info.path)}${lines}\n${content}${newline}${fence}`;
}

/**
 * Replaces line breaks and backticks, which break an info string (CommonMark 4.5), and spaces, which split the value.
 */
function infoWord(value: string): string {
  return value.replaceAll(/[\s`%]/gu, (character) => encodeURIComponent(character));
}
