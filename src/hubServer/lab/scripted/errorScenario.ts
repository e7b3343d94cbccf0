/** A string `body` is sent as text, any other value as JSON. */
export interface ErrorScenario {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type ErrorScenarios = Readonly<Record<string, ErrorScenario>>;

export function openAi(type: string, code: string | null, message: string): object {
  return { error: { message, type, param: null, code } };
}
