/** The client's tool that the hub sent as a plain function. */
export interface SentTool {
  readonly name: string;
  readonly form?: "custom" | "localShell";
  readonly namespace?: string;
}

/** The client's tools, by the names that are sent instead. */
export type ToolNames = ReadonlyMap<string, SentTool>;

export const noNames: ToolNames = new Map();
