export interface SentTool {
  readonly name: string;
  readonly form?: "custom" | "localShell";
  readonly namespace?: string;
}

export type ToolNames = ReadonlyMap<string, SentTool>;

export const noNames: ToolNames = new Map();
