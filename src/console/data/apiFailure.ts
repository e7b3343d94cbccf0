import * as z from "zod/mini";

export type FailureKind =
  | "offline"
  | "signedOut"
  | "forbidden"
  | "notFound"
  | "rejected"
  | "tooMany"
  | "server"
  | "unreadable";

export interface FailureFacts {
  readonly kind: FailureKind;
  readonly status?: number;
  /** The hub's own sentence; untrusted. */
  readonly text?: string;
  readonly param?: string;
}

export class ApiFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super(facts.text ?? facts.kind, options);
    this.name = "ApiFailure";
    this.facts = facts;
  }

  static of(error: unknown): ApiFailure {
    return error instanceof ApiFailure
      ? error
      : new ApiFailure({ kind: "unreadable" }, { cause: error });
  }
}

const errorBody = z.object({
  error: z.object({
    message: z.string().check(z.maxLength(2_000)),
    param: z.nullish(z.string().check(z.maxLength(200))),
  }),
});

/** Ignores a body that is not in the hub's form. */
export function failureOf(status: number, body: unknown): ApiFailure {
  const parsed = errorBody.safeParse(body);
  const { message, param } = parsed.success ? parsed.data.error : {};
  return new ApiFailure({
    kind: kindOf(status),
    status,
    ...(message === undefined ? {} : { text: message }),
    ...(param === undefined || param === null ? {} : { param }),
  });
}

function kindOf(status: number): FailureKind {
  if (status === 401) {
    return "signedOut";
  }
  if (status === 403) {
    return "forbidden";
  }
  if (status === 404) {
    return "notFound";
  }
  if (status === 429) {
    return "tooMany";
  }
  return status >= 500 ? "server" : "rejected";
}
