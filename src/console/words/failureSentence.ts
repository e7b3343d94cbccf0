import type { ApiFailure, FailureKind } from "../data/apiFailure.ts";
import type { Words } from "./en.ts";

export function failureSentence(failure: ApiFailure, words: Words): string {
  const sentences: Readonly<Record<FailureKind, string>> = {
    offline: words.failureOffline,
    signedOut: words.failureSignedOut,
    forbidden: words.failureForbidden,
    notFound: words.failureNotFound,
    rejected: failure.facts.status === 409 ? words.failureConflict : words.failureRejected,
    tooMany: words.failureTooMany,
    server: words.failureServer,
    unreadable: words.failureUnreadable,
  };
  return sentences[failure.facts.kind];
}
