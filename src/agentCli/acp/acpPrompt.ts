import { fileURLToPath } from "node:url";

import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";

import {
  attachmentText,
  isEmpty,
  isImageType,
  maxImages,
  maxPrompt,
  type PromptContent,
} from "../run/promptContent.ts";

const maxImage = 7_000_000;

/** Only names a link, because the agent can read the file itself. Throws a `RequestError` for unsupported content. */
export function promptContent(
  blocks: readonly ContentBlock[],
  { takesImages }: { readonly takesImages: boolean },
): PromptContent {
  const written: string[] = [];
  const attached: string[] = [];
  const images: PromptContent["images"][number][] = [];
  for (const block of blocks) {
    if (block.type === "text") {
      written.push(block.text);
    } else if (block.type === "resource_link") {
      written.push(`\`${pathOf(block.uri)}\``);
    } else if (block.type === "resource" && "text" in block.resource) {
      const { uri, text } = block.resource;
      written.push(`\`${pathOf(uri)}\``);
      attached.push(attachmentText(pathOf(uri), text));
    } else if (block.type === "image" && takesImages && isImage(block)) {
      images.push({ type: "image", mimeType: block.mimeType, base64: block.data });
    } else {
      throw RequestError.invalidParams(undefined, refusalOf(block));
    }
  }
  return bounded({ text: [written.join(""), ...attached].join("\n\n").trim(), images });
}

function bounded(content: PromptContent): PromptContent {
  const { text, images } = content;
  if (isEmpty(content)) {
    throw RequestError.invalidParams(undefined, "The message is empty.");
  }
  if (text.length > maxPrompt || images.length > maxImages) {
    const most = `${maxPrompt} characters and ${maxImages} images`;
    throw RequestError.invalidParams(undefined, `A message has at most ${most}: attach less.`);
  }
  return content;
}

function isImage({
  mimeType,
  data,
}: {
  readonly mimeType: string;
  readonly data: string;
}): boolean {
  return isImageType(mimeType) && data.length <= maxImage && /^[\w+/-]+={0,2}$/u.test(data);
}

function refusalOf({ type }: ContentBlock): string {
  return type === "image"
    ? "The model takes no images, or this one is none of PNG, JPEG, GIF and WebP below 5 MB."
    : "Only text, text files and images can be sent.";
}

/** A file's path, else the address, on one line. */
function pathOf(uri: string): string {
  const place = uri.replaceAll(/[\p{Cc}`]/gu, "");
  if (!place.startsWith("file:")) {
    return place;
  }
  try {
    const { hash } = new URL(place);
    return `${fileURLToPath(place)}${hash}`;
  } catch {
    // Not a path of this machine.
    return place;
  }
}
