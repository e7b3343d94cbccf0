/** `pin` is the hash of the server's whole description of the tool. */
export interface ToolAsIs {
  readonly tool: { readonly name: string };
  readonly pin: string;
}

export type AllowsTool = (server: string, tool: ToolAsIs) => boolean;

export function policyPin(server: string, { tool, pin }: ToolAsIs): string {
  return `${server}/${tool.name}@${pin}`;
}
