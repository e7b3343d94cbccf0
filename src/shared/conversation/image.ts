export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

export type ImageType = (typeof imageTypes)[number];

export interface ImageFacts {
  readonly mimeType: ImageType;
  readonly width: number;
  readonly height: number;
}

/** Limit in bytes; providers refuse larger images (Anthropic API reference, "Vision"). */
export const maxImageBytes = 5 * 1024 * 1024;

/** Limit in pixels; models scale larger images down themselves. */
export const maxImageSide = 2048;

/** Limit in bytes for files that are scaled down. */
export const maxImageSourceBytes = 40 * 1024 * 1024;

export function fitsImageLimits({ width, height }: ImageFacts, bytes: number): boolean {
  return bytes <= maxImageBytes && Math.max(width, height) <= maxImageSide;
}
