export function imageFiles(files: Iterable<File> | undefined): readonly File[] {
  return [...(files ?? [])].filter(isImageFile);
}

export function isImageFile({ type }: File): boolean {
  return type.startsWith("image/") && type !== "image/svg+xml";
}
