import type { Attempt } from "./budgets/admission.ts";

export function withRefusals(
  admission: Attempt,
  refused: (error: unknown) => Promise<unknown>,
): Attempt {
  const { outputTokens, meter } = admission;
  return {
    outputTokens,
    meter,
    attempt: async (next) => {
      try {
        return withRefusals(await admission.attempt(next), refused);
      } catch (error) {
        throw await refused(error);
      }
    },
  };
}
