/** The decoder, by byte order mark, `Content-Type` or XML declaration; else UTF-8. */
export function decoderFor(
  contentType: string | null,
  start: Uint8Array,
): InstanceType<typeof TextDecoder> {
  const named = /;\s*charset\s*=\s*"?(?<charset>[\w.:-]{1,40})/iu.exec(contentType ?? "");
  const label = markOf(start) ?? named?.groups?.["charset"] ?? declaredIn(start) ?? "utf-8";
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) {
    return "utf-16le";
  }
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function declaredIn(start: Uint8Array): string | undefined {
  const text = String.fromCodePoint(...start.subarray(0, 200));
  return /^\s*<\?xml\b[^>]{0,150}?\bencoding\s*=\s*["'](?<name>[\w.:-]{1,40})["']/iu.exec(text)
    ?.groups?.["name"];
}
