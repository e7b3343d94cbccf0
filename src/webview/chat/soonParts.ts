/** One chunk of parts for after the first message; `soon.ts` loads it. */
export { SideTip } from "../governance/SideTip.tsx";
export { ToolsChip } from "../tools/ToolsChip.tsx";
export { AboveMessage } from "./composer/AboveMessage.tsx";
export { AttachmentChips } from "./composer/AttachmentChips.tsx";
export { ComposerFacts } from "./composer/ComposerFacts.tsx";
export { ConnectionBar } from "./start/ConnectionBar.tsx";
export { HubProblem } from "./start/HubProblem.tsx";
export { OpenFailed } from "./start/OpenFailed.tsx";
export { StartPage } from "./start/StartPage.tsx";
