/** What the hub's policy needs of a tool: the name that its server gives it, and the hash of all that the server says of it. */
export interface ToolAsIs {
  readonly tool: { readonly name: string };
  readonly pin: string;
}

/** Whether the hub's policy allows a tool of a server as it is now. */
export type AllowsTool = (server: string, tool: ToolAsIs) => boolean;

/** How the hub's policy names a tool as it is now; an administrator enters it there. */
export function policyPin(server: string, { tool, pin }: ToolAsIs): string {
  return `${server}/${tool.name}@${pin}`;
}
