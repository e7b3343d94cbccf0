/** One error answer as a gateway in use sends it. `body` is sent as JSON, unless it is text. */
export interface ErrorScenario {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type ErrorScenarios = Readonly<Record<string, ErrorScenario>>;

/** An error body in the OpenAI form. */
export function openAi(type: string, code: string | null, message: string): object {
  return { error: { message, type, param: null, code } };
}
