import { fromBase64, toBase64 } from "../../shared/base/base64.ts";
import {
  fitsImageLimits,
  type ImageType,
  maxImageSide,
  maxImageSourceBytes,
} from "../../shared/conversation/image.ts";
import { readImage } from "../../shared/conversation/readImage.ts";

const shrinkFactor = 0.75;
const maxTries = 6;
const quality = 0.88;

export type PreparedImage =
  | { readonly base64: string }
  | { readonly problem: "noImage" | "tooLarge" };

/** The type comes from the bytes: the data cannot pass as another type. */
export function pictureOf(base64: string): Blob | undefined {
  const bytes = fromBase64(base64);
  const facts = bytes && readImage(bytes);
  return bytes && facts && new Blob([bytes], { type: facts.mimeType });
}

export async function shrinkBase64(
  mimeType: ImageType,
  base64: string,
): Promise<string | undefined> {
  const bytes = fromBase64(base64);
  const smaller = bytes && (await shrinkImage(mimeType, bytes));
  return smaller && toBase64(smaller);
}

export async function prepareImage(file: Blob): Promise<PreparedImage> {
  if (file.size > maxImageSourceBytes) {
    return { problem: "tooLarge" };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const facts = readImage(bytes);
  if (!facts) {
    return { problem: "noImage" };
  }
  if (fitsImageLimits(facts, bytes.length)) {
    return { base64: toBase64(bytes) };
  }
  const smaller = await shrinkImage(facts.mimeType, bytes);
  return smaller ? { base64: toBase64(smaller) } : { problem: "tooLarge" };
}

/**
 * Undefined if the browser cannot draw it. A JPEG stays a JPEG; others become WebP, which is small and keeps
 * transparency.
 */
async function shrinkImage(
  mimeType: ImageType,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType })).catch(
    () => undefined,
  );
  if (!bitmap) {
    return undefined;
  }
  const type = mimeType === "image/jpeg" ? "image/jpeg" : "image/webp";
  let scale = Math.min(1, maxImageSide / Math.max(bitmap.width, bitmap.height));
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const drawn = await draw(bitmap, scale, type);
      const facts = drawn && readImage(drawn);
      if (drawn && facts && fitsImageLimits(facts, drawn.length)) {
        return drawn;
      }
      scale *= shrinkFactor;
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}

async function draw(
  bitmap: ImageBitmap,
  scale: number,
  type: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(bitmap.width * scale)),
    Math.max(1, Math.floor(bitmap.height * scale)),
  );
  const context = canvas.getContext("2d");
  if (!context) {
    return undefined;
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type, quality });
  return new Uint8Array(await blob.arrayBuffer());
}
