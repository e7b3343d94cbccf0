import type { Step } from "./faultServer.ts";

/** Text as part of a body. */
export function write(text: string): Step {
  return { do: "write", bytes: new TextEncoder().encode(text) };
}

/** A whole successful response. */
export function ok(body: string, headers: Record<string, string> = {}): readonly Step[] {
  return [{ do: "head", headers }, write(body), { do: "end" }];
}

/** A response without a body. */
export function status(code: number, headers: Record<string, string> = {}): readonly Step[] {
  return [{ do: "head", status: code, headers }, { do: "end" }];
}

/** Stalls, and sends the same text with every virtual second. */
export function saying(text: string): Step {
  return { do: "stall", tick: new TextEncoder().encode(text) };
}

/** The exact bytes of a response, after which the connection closes. */
export function bare(text: string): readonly Step[] {
  return [write(text), { do: "close" }];
}
