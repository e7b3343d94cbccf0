/** One chunk with code that the first drawing does not need. */
export { Announcer } from "../../kit/announcer.ts";
export { handleToolbarKeys } from "../../kit/toolbarKeys.ts";
export { CodeColors } from "./codeColors.ts";
