const maxName = 64;
const prefix = "mcp_";
const maxServer = 24;

export interface ToolOwner {
  readonly server: string;
  readonly tool: string;
}

/**
 * `mcp_<server>_<tool>`, at most 64 characters. A name depends only on its server and tool unless it collides, so that
 * the next run has the same.
 */
export function toolNames(
  owners: readonly ToolOwner[],
  taken: ReadonlySet<string>,
): readonly string[] {
  const used = new Set(taken);
  return owners.map((owner) => {
    const name = candidates(owner).find((one) => !used.has(one)) ?? "";
    used.add(name);
    return name;
  });
}

export function isServerToolName(name: string): boolean {
  return name.startsWith(prefix);
}

function candidates({ server, tool }: ToolOwner): readonly string[] {
  const plain = `${prefix}${cleaned(server).slice(0, maxServer)}_${cleaned(tool)}`;
  const hash = shortHash(JSON.stringify([server, tool]));
  const hashed = Array.from({ length: 16 }, (_, index) => {
    const end = `_${hash}${index === 0 ? "" : index}`;
    return plain.slice(0, maxName - end.length) + end;
  });
  return plain.length <= maxName && isExact(server, tool) ? [plain, ...hashed] : hashed;
}

function isExact(server: string, tool: string): boolean {
  return server.length <= maxServer && /^[a-z\d-]+$/iu.test(server) && /^[\w-]+$/u.test(tool);
}

function cleaned(text: string): string {
  return text.replaceAll(/[^a-z\d_-]/giu, "_");
}

/** FNV-1a: separates names, protects nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, "0").slice(-7);
}
