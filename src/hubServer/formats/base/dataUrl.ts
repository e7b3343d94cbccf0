export interface DataUrl {
  readonly mediaType: string;
  readonly data: string;
}

/** No regular expression, which would scan megabytes. */
export function dataUrl(url: string): DataUrl | undefined {
  const comma = url.indexOf(",");
  const head = url.slice(0, Math.min(Math.max(comma, 0), 200));
  return head.startsWith("data:") && head.endsWith(";base64")
    ? { mediaType: mediaTypeOf(head.slice(5, -7)), data: url.slice(comma + 1) }
    : undefined;
}

/** Clients use `image/jpg`; Anthropic refuses it. */
function mediaTypeOf(written: string): string {
  const [type = ""] = written.toLowerCase().split(";", 1);
  return type === "image/jpg" ? "image/jpeg" : type;
}
