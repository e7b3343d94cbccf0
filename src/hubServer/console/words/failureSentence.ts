import type { ApiFailure } from "../data/apiFailure.ts";
import type { Words } from "./words.ts";

/** In plain words: what happened, then what to do. */
export function failureSentence(failure: ApiFailure, words: Words): string {
  switch (failure.facts.kind) {
    case "offline":
      return words.failureOffline;
    case "signedOut":
      return words.failureSignedOut;
    case "forbidden":
      return words.failureForbidden;
    case "notFound":
      return words.failureNotFound;
    case "rejected":
      return failure.facts.status === 409 ? words.failureConflict : words.failureRejected;
    case "tooMany":
      return words.failureTooMany;
    case "server":
      return words.failureServer;
    case "unreadable":
      return words.failureUnreadable;
  }
}
