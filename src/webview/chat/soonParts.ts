/** One chunk of parts for after the first message; `soon.ts` loads it. */
export { SideTip } from "../governance/SideTip.tsx";
export { ToolsChip } from "../tools/ToolsChip.tsx";
export { AboveMessage } from "./AboveMessage.tsx";
export { AttachmentChips } from "./AttachmentChips.tsx";
export { ComposerFacts } from "./ComposerFacts.tsx";
export { ConnectionBar } from "./ConnectionBar.tsx";
export { HubProblem } from "./HubProblem.tsx";
export { OpenFailed } from "./OpenFailed.tsx";
export { StartPage } from "./StartPage.tsx";
