import type { StreamingMarkdown } from "../markdown/streamingMarkdown.ts";

/** Starts drawing Markdown into an empty element. */
export type CreateMarkdown = (container: HTMLElement) => DrawnText;

/** Text that grows in its element. */
export type DrawnText = Pick<StreamingMarkdown, "append" | "finish" | "dispose">;
