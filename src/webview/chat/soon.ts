import { lazyPart } from "../page/parts/lazyPart.tsx";
import type { HubProblemProps } from "./start/HubProblem.tsx";

const loads = "besidePage";

export const AboveMessage = lazyPart(async () => (await import("./soonParts.ts")).AboveMessage, {
  loads,
});
export const AttachmentChips = lazyPart(
  async () => (await import("./soonParts.ts")).AttachmentChips,
  { loads },
);
export const ComposerFacts = lazyPart(async () => (await import("./soonParts.ts")).ComposerFacts, {
  loads,
  isExtra: true,
});
export const ToolsChip = lazyPart(async () => (await import("./soonParts.ts")).ToolsChip, {
  loads,
  isExtra: true,
});

export const StartPage = lazyPart(async () => (await import("./soonParts.ts")).StartPage, {
  loads,
});
export const OpenFailed = lazyPart(async () => (await import("./soonParts.ts")).OpenFailed, {
  loads,
});
export const ConnectionBar = lazyPart(async () => (await import("./soonParts.ts")).ConnectionBar, {
  loads,
});
export const HubProblem = lazyPart<HubProblemProps>(
  async () => (await import("./soonParts.ts")).HubProblem,
  {
    loads,
  },
);
export const SideTip = lazyPart(async () => (await import("./soonParts.ts")).SideTip, {
  loads,
  isExtra: true,
});
