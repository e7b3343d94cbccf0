/** One chunk of code that is not needed before the page is drawn. */
export { Announcer } from "../kit/announcer.ts";
export { handleToolbarKeys } from "../kit/toolbarKeys.ts";
export { CodeColors } from "./codeColors.ts";
