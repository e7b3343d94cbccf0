import { Graph, labelOf } from "./graphTypes.ts";

const transition = /^(\[\*\]|[\p{L}\p{N}_]+)\s*-->\s*(\[\*\]|[\p{L}\p{N}_]+)(?:\s*:\s*(.*))?$/u;
const described = /^state\s+"([^"]*)"\s+as\s+([\p{L}\p{N}_]+)$/u;
const composite = /^state\s+([\p{L}\p{N}_]+)\s*\{$/u;
const labelled = /^([\p{L}\p{N}_]+)\s*:\s*(.+)$/u;

/** Undefined if any part is not understood. */
export function parseStates(lines: readonly string[]): Graph | undefined {
  if (!/^stateDiagram(?:-v2)?\s*$/u.test(lines[0] ?? "")) {
    return undefined;
  }
  const graph = new Graph();
  const isUnderstood = lines.slice(1).every((line) => takeLine(graph, line));
  return isUnderstood && graph.isWhole ? graph : undefined;
}

function takeLine(graph: Graph, line: string): boolean {
  const direction = /^direction\s+(TB|BT|LR|RL)$/u.exec(line)?.[1];
  if (direction !== undefined) {
    graph.direction =
      direction === "BT" || direction === "LR" || direction === "RL" ? direction : "TB";
    return true;
  }
  if (line === "" || /^(?:classDef|class|style)\b/u.test(line)) {
    return true;
  }
  if (line === "}") {
    return graph.endGroup();
  }
  return takeTransition(graph, line) || takeState(graph, line);
}

function takeTransition(graph: Graph, line: string): boolean {
  const match = transition.exec(line);
  if (!match) {
    return false;
  }
  const [, from = "", to = "", label = ""] = match;
  graph.connect({
    from: stateId(graph, from, "start"),
    to: stateId(graph, to, "end"),
    label: labelOf(label),
    line: "solid",
    startsWithArrow: false,
    endsWithArrow: true,
  });
  return true;
}

function takeState(graph: Graph, line: string): boolean {
  const group = composite.exec(line)?.[1];
  if (group !== undefined) {
    graph.startGroup(`group ${group}`, group);
    return true;
  }
  const [, label, id] = described.exec(line) ?? [];
  const [, named, text] = labelled.exec(line) ?? [];
  const state = id ?? named ?? /^(?:state\s+)?([\p{L}\p{N}_]+)$/u.exec(line)?.[1];
  if (state === undefined) {
    return false;
  }
  const node = graph.node(stateId(graph, state, "start"));
  node.label = labelOf(label ?? text ?? node.label);
  return true;
}

/** The id of a state. `[*]` is one start and one end state per group. */
function stateId(graph: Graph, id: string, end: "start" | "end"): string {
  if (id !== "[*]") {
    graph.node(id).shape = "round";
    return id;
  }
  const point = `${end} ${graph.openGroup ?? ""}`;
  const node = graph.node(point);
  node.shape = end;
  node.label = "";
  return point;
}
