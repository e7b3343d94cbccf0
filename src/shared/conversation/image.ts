/** Image formats that models accept. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

export type ImageType = (typeof imageTypes)[number];

export interface ImageFacts {
  readonly mimeType: ImageType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Largest image that is sent, in bytes; providers refuse larger ones (Anthropic API reference, "Vision"). */
export const maxImageBytes = 5 * 1024 * 1024;

/** Longest side of an image that is sent, in pixels; models scale larger images down themselves. */
export const maxImageSide = 2048;

/** Largest file that is read to make a smaller image from it, in bytes. */
export const maxImageSourceBytes = 40 * 1024 * 1024;

/** Whether the image may be sent unchanged. */
export function fitsImageLimits({ width, height }: ImageFacts, bytes: number): boolean {
  return bytes <= maxImageBytes && Math.max(width, height) <= maxImageSide;
}
