/** Limits of a diagram; larger ones are unreadable and stay code. */
export const limits = { units: 20_000, nodes: 150, edges: 300, label: 300 } as const;

export type NodeShape =
  | "box"
  | "round"
  | "pill"
  | "circle"
  | "diamond"
  | "hexagon"
  | "drum"
  | "start"
  | "end";

export interface GraphNode {
  readonly id: string;
  label: string;
  shape: NodeShape;
  group: string | undefined;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly line: "solid" | "dotted" | "thick" | "none";
  readonly startsWithArrow: boolean;
  readonly endsWithArrow: boolean;
}

export interface GraphGroup {
  readonly id: string;
  readonly label: string;
  readonly parent: string | undefined;
}

export class Graph {
  direction: "TB" | "BT" | "LR" | "RL" = "TB";
  readonly nodes = new Map<string, GraphNode>();
  readonly edges: GraphEdge[] = [];
  readonly groups = new Map<string, GraphGroup>();
  readonly #open: string[] = [];

  get openGroup(): string | undefined {
    return this.#open.at(-1);
  }

  get isWhole(): boolean {
    const names = [...this.groups.keys()].map((id) => id.replace(/^group /u, ""));
    return (
      this.nodes.size > 0 &&
      this.openGroup === undefined &&
      names.every((name) => !this.nodes.has(name))
    );
  }

  node(id: string): GraphNode {
    const known = this.nodes.get(id);
    if (known) {
      known.group ??= this.openGroup;
      return known;
    }
    if (this.nodes.size >= limits.nodes) {
      throw new RangeError("A diagram of more boxes than anyone can read");
    }
    const made: GraphNode = { id, label: id, shape: "box", group: this.openGroup };
    this.nodes.set(id, made);
    return made;
  }

  connect(edge: GraphEdge): void {
    if (this.edges.length >= limits.edges) {
      throw new RangeError("A diagram of more lines than anyone can read");
    }
    this.edges.push(edge);
  }

  startGroup(id: string, label: string): void {
    this.groups.set(id, { id, label, parent: this.openGroup });
    this.#open.push(id);
  }

  /** False if no group is open. */
  endGroup(): boolean {
    return this.#open.pop() !== undefined;
  }
}

export function labelOf(text: string): string {
  return text
    .trim()
    .replace(/^"([^]*)"$/u, "$1")
    .replaceAll(/<br\s*\/?>|\\n/giu, "\n")
    .slice(0, limits.label);
}
