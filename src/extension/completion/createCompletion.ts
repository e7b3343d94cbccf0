import type { CompletionModule } from "./completionAccess.ts";
import { CompletionProvider } from "./completionProvider.ts";
import { turnOnCompletion } from "./turnOn.ts";

export const completionModule: CompletionModule = {
  create: (deps) => new CompletionProvider(deps),
  turnOn: turnOnCompletion,
};
