export interface DataUrl {
  /** Without parameters, as `image/png`. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** A regular expression would scan megabytes. */
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
