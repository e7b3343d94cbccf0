import type { StreamingMarkdown } from "../../markdown/streamingMarkdown.ts";

export type CreateMarkdown = (container: HTMLElement) => DrawnText;

export type DrawnText = Pick<StreamingMarkdown, "append" | "finish" | "dispose">;
