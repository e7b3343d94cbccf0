import type { StreamingMarkdown } from "../../markdown/streamingMarkdown.ts";

/** Starts drawing into an empty element. */
export type CreateMarkdown = (container: HTMLElement) => DrawnText;

export type DrawnText = Pick<StreamingMarkdown, "append" | "finish" | "dispose">;
