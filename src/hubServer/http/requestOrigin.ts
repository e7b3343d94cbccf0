import type { HubRequest } from "./message.ts";

/** True for https, also behind a proxy that adds it: the origin shows it. */
export function isSecure(request: Pick<HubRequest, "header">): boolean {
  return (
    request.header("x-forwarded-proto") === "https" ||
    request.header("origin")?.startsWith("https://") === true
  );
}

export function originOfRequest(request: Pick<HubRequest, "header">): string {
  return `${isSecure(request) ? "https" : "http"}://${request.header("host") ?? ""}`;
}
