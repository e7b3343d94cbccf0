import { lookup } from "node:dns";

import type { PageFetcher } from "../../agent/tools/web/fetchPage.ts";
import { pageAddress } from "../../agent/trust/site.ts";
import { NotPublicError, type PageAnswer, type PageNetwork, requestPage } from "./pageRequest.ts";
import { pageText } from "./pageText.ts";
import { isPublicAddress } from "./publicAddress.ts";

const maxRedirects = 5;
const maxMs = 20_000;

/** Gets pages of the public web, with redirects only within the site. */
export function webPages(
  network: PageNetwork = { lookup, isPublic: isPublicAddress },
): PageFetcher {
  return async (url, signal) => {
    const limit = AbortSignal.timeout(maxMs);
    try {
      return await follow(url, network, AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NotPublicError) {
        return {
          problem: "Not done. The address is not of the public web; such places are never read.",
        };
      }
      return {
        problem: limit.aborted
          ? "The page did not answer within 20 seconds."
          : `The page cannot be read: ${codeOf(error)}.`,
      };
    }
  };
}

async function follow(
  url: URL,
  network: PageNetwork,
  signal: AbortSignal,
): ReturnType<PageFetcher> {
  let at = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer: PageAnswer = await requestPage(at, network, signal);
    if (!("redirect" in answer)) {
      const read = await pageText(answer);
      return "problem" in read ? read : { ...read, status: answer.status };
    }
    const next = pageAddress(URL.parse(answer.redirect, at.href)?.href ?? "");
    if (!next) {
      return { problem: "The page redirects to something that is no page of the web." };
    }
    if (next.origin !== url.origin) {
      return {
        problem: `The page redirects to another site. Read that one if you need it: ${next.href}`,
      };
    }
    at = next;
  }
  return { problem: "The page redirects too often." };
}

/** The error's code, never its message, which could hold addresses. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^\w{1,60}$/u.test(code) ? code : "the connection failed";
}
