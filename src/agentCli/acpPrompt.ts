import { fileURLToPath } from "node:url";

import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";

/** The longest message with all that is attached, in UTF-16 units. */
const maxPrompt = 400_000;

/**
 * The text of a prompt: what the person wrote, then what is attached. A link is only named, because the agent reads the
 * file itself if it must. Throws a `RequestError` for what cannot be sent.
 */
export function promptText(blocks: readonly ContentBlock[]): string {
  const written: string[] = [];
  const attached: string[] = [];
  for (const block of blocks) {
    if (block.type === "text") {
      written.push(block.text);
    } else if (block.type === "resource_link") {
      written.push(`\`${pathOf(block.uri)}\``);
    } else if (block.type === "resource" && "text" in block.resource) {
      const { uri, text } = block.resource;
      written.push(`\`${pathOf(uri)}\``);
      attached.push(attachmentText(pathOf(uri), text));
    } else {
      throw RequestError.invalidParams(undefined, "Only text and text files can be sent.");
    }
  }
  const text = [written.join(""), ...attached].join("\n\n").trim();
  if (text === "") {
    throw RequestError.invalidParams(undefined, "The message is empty.");
  }
  if (text.length > maxPrompt) {
    throw RequestError.invalidParams(undefined, `Over ${maxPrompt} characters: attach less.`);
  }
  return text;
}

/** In a fence that is longer than any in the text, so that nothing of it can leave it. */
function attachmentText(path: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `The person attached ${path}:\n${fence}\n${text}\n${fence}`;
}

/** A file's path, else the address as it is, on one line. */
function pathOf(uri: string): string {
  const place = uri.replaceAll(/[\p{Cc}`]/gu, "");
  if (!place.startsWith("file:")) {
    return place;
  }
  try {
    const { hash } = new URL(place);
    return `${fileURLToPath(place)}${hash}`;
  } catch {
    // No path of this machine.
    return place;
  }
}
