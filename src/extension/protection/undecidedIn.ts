import {
  attachmentSources,
  draftSource,
  sensitiveReport,
} from "../../chat/protection/sensitiveReport.ts";
import type { UndecidedIn } from "../view/judgedSend.ts";
import type { ProtectionState } from "./protectionState.ts";

export function undecidedIn({ protection, decisions, scanner }: ProtectionState): UndecidedIn {
  return async ({ session, draft }, text) => {
    const { mode } = protection;
    if (mode === "off" || mode === "mask") {
      return undefined;
    }
    const sources = [
      draftSource(text, scanner.scan(text)),
      ...attachmentSources(draft.attachments, scanner),
    ];
    const deps = { mode, decisions, conversationId: session.id };
    const { report } = await sensitiveReport(sources, deps);
    return report.undecided > 0 ? report : undefined;
  };
}
