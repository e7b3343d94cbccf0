import type { Attachment } from "../../context/attachment.ts";
import { toBase64 } from "../../shared/base/base64.ts";
import type { ImageProblem } from "../../shared/calls/turnsCalls.ts";
import {
  fitsImageLimits,
  type ImageFacts,
  maxImageSourceBytes,
} from "../../shared/conversation/image.ts";
import { readImage } from "../../shared/conversation/readImage.ts";
import { baseName } from "../../shared/text/baseName.ts";

export type ShrinkImage = (
  facts: ImageFacts,
  bytes: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array<ArrayBuffer> | undefined>;

export type ImageResult =
  | { readonly attachment: Attachment }
  | { readonly problem: Exclude<ImageProblem, "tooMany"> };

/** Shrinks if necessary; the bytes decide the type, not the name. */
export async function createImageAttachment(
  id: string,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
  shrink: ShrinkImage,
): Promise<ImageResult> {
  if (bytes.length > maxImageSourceBytes) {
    return { problem: "tooLarge" };
  }
  const facts = readImage(bytes);
  if (!facts) {
    return { problem: "noImage" };
  }
  if (fitsImageLimits(facts, bytes.length)) {
    return { attachment: imageAttachment(id, name, { facts, bytes }) };
  }
  const smaller = await shrink(facts, bytes);
  const smallerFacts = smaller && readImage(smaller);
  return smaller && smallerFacts && fitsImageLimits(smallerFacts, smaller.length)
    ? { attachment: imageAttachment(id, name, { facts: smallerFacts, bytes: smaller }) }
    : { problem: "tooLarge" };
}

function imageAttachment(
  id: string,
  path: string,
  { facts, bytes }: { readonly facts: ImageFacts; readonly bytes: Uint8Array<ArrayBuffer> },
): Attachment {
  const name = baseName(path.replaceAll("\\", "/")).slice(0, 300);
  return {
    info: {
      id,
      kind: "image",
      name: name === "" ? `image.${facts.mimeType.slice("image/".length)}` : name,
      path: path.slice(0, 4000),
      languageId: "",
      size: bytes.length,
      ...facts,
    },
    content: toBase64(bytes),
  };
}
