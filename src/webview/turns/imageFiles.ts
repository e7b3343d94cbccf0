export function imageFiles(files: Iterable<File> | undefined): readonly File[] {
  return [...(files ?? [])].filter(isImageFile);
}

/** By declared type. SVG is text, which models read. */
export function isImageFile({ type }: File): boolean {
  return type.startsWith("image/") && type !== "image/svg+xml";
}
