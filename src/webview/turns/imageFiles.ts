import {
  fitsImageLimits,
  type ImageFacts,
  maxImageSide,
  maxImageSourceBytes,
  readImage,
} from "../../shared/image.ts";

/** How much smaller a picture becomes with each try that is still too large. */
const shrinkFactor = 0.75;
const maxTries = 6;
const quality = 0.88;

export type PreparedImage =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly problem: "noImage" | "tooLarge" };

/** The pictures among pasted or dropped files, by what they say they are; what they are is read later. */
export function imageFiles(files: Iterable<File> | undefined): readonly File[] {
  return [...(files ?? [])].filter(isImageFile);
}

/** By what it says it is; SVG is text, which models read. */
export function isImageFile({ type }: File): boolean {
  return type.startsWith("image/") && type !== "image/svg+xml";
}

/** A file as a picture that can be sent: as it is where it fits, else smaller. */
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
 * The picture drawn small enough to be sent; undefined for what the browser cannot draw. A photograph stays
 * one; what may have transparent parts becomes WebP, which keeps them and is small.
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
