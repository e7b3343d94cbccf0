/** What model servers take as a name. */
const maxName = 64;
const prefix = "mcp_";
const maxServer = 24;

/** A tool by its server's name and its own. */
export interface ToolOwner {
  readonly server: string;
  readonly tool: string;
}

/**
 * The names that models call tools by: `mcp_<server>_<tool>`, of letters, digits, `_` and `-`, at most 64 long. Two
 * tools never share one: the later gets a part of a hash. A name depends only on its own server and tool as long as
 * nobody else has it, so that it is the same in the next run.
 *
 * @param taken names that exist already
 * @returns a name for each owner, in their order
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

/** Whether a name may be of a tool that a server or another extension brings. */
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

/** Whether nothing of the two had to be replaced: `a.b` and `a_b` must not become the same. */
function isExact(server: string, tool: string): boolean {
  return server.length <= maxServer && /^[a-z\d-]+$/iu.test(server) && /^[\w-]+$/u.test(tool);
}

function cleaned(text: string): string {
  return text.replaceAll(/[^a-z\d_-]/giu, "_");
}

/** FNV-1a, in base 36: it tells names apart and protects nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, "0").slice(-7);
}
