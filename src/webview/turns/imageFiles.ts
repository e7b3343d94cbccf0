import {
  fitsImageLimits,
  type ImageFacts,
  maxImageSide,
  maxImageSourceBytes,
  readImage,
} from "../../shared/image.ts";

/** Each try makes a picture that is still too large smaller by this factor. */
const shrinkFactor = 0.75;
const maxTries = 6;
const quality = 0.88;

export type PreparedImage =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: "noImage" | "tooLarge" };

/**
 * The pictures among pasted or dropped files, by their declared type; the content is checked later.
 */
export function imageFiles(files: Iterable<File> | undefined): readonly File[] {
  return [...(files ?? [])].filter(isImageFile);
}

/** By declared type; SVG is text, which models read. */
export function isImageFile({ type }: File): boolean {
  return type.startsWith("image/") && type !== "image/svg+xml";
}

/** Prepares a picture for sending: unchanged if it fits, otherwise smaller. */
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
    return { bytes };
  }
  const smaller = await shrinkImage(facts.mimeType, bytes);
  return smaller ? { bytes: smaller } : { problem: "tooLarge" };
}

/**
 * Draws the picture small enough to be sent; undefined if the browser cannot draw it. A JPEG stays
 * a JPEG; others may be transparent and become WebP, which is small and keeps transparency.
 */
export async function shrinkImage(
  mimeType: ImageFacts["mimeType"],
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
