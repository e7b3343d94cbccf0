import { Graph, type GraphEdge, labelOf, type NodeShape } from "./graphTypes.ts";

const header = /^(?:graph|flowchart)(?:\s+(TB|TD|BT|LR|RL))?\s*$/u;
const nodeId = /^[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/u;
const ignored = /^(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr)\b/u;
const arrow =
  /^\s*([<xo])?(-{3,}|-{2}(?=[>xo])|={3,}|={2}(?=[>xo])|-\.+-|~{3,})([>xo])?(?:\|([^|]*)\|)?\s*/u;
const namedArrow = /^\s*(<)?(--|==|-\.)\s*([^\s\-=.>|][^|]*?)\s*(-{2,}|={2,}|\.+-)([>xo])?\s*/u;

const shapes: readonly (readonly [open: string, close: string, shape: NodeShape])[] = [
  ["(((", ")))", "circle"],
  ["((", "))", "circle"],
  ["([", "])", "pill"],
  ["[[", "]]", "box"],
  ["[(", ")]", "drum"],
  ["{{", "}}", "hexagon"],
  ["[/", "/]", "box"],
  ["[\\", "\\]", "box"],
  ["[", "]", "box"],
  ["(", ")", "round"],
  ["{", "}", "diamond"],
  [">", "]", "box"],
];

export function parseFlowchart(lines: readonly string[]): Graph | undefined {
  const direction = header.exec(lines[0] ?? "");
  if (!direction) {
    return undefined;
  }
  const graph = new Graph();
  const given = direction[1] ?? "TB";
  graph.direction = given === "BT" || given === "LR" || given === "RL" ? given : "TB";
  const statements = lines.slice(1).flatMap((line) => line.split(/;(?=\s|$)/u));
  const isUnderstood = statements.every((statement) => takeStatement(graph, statement.trim()));
  return isUnderstood && graph.isWhole ? graph : undefined;
}

function takeStatement(graph: Graph, statement: string): boolean {
  if (statement === "" || ignored.test(statement)) {
    return true;
  }
  if (statement === "end") {
    return graph.endGroup();
  }
  const group = /^subgraph\s+([^[]+?)\s*(?:\[(.+)\])?$/u.exec(statement);
  if (group) {
    const [, id = "", label = id] = group;
    graph.startGroup(`group ${id}`, labelOf(label));
    return true;
  }
  return takeChain(graph, statement);
}

/** Reads `A & B --> C -->|label| D`. */
function takeChain(graph: Graph, statement: string): boolean {
  let rest = statement;
  let from: readonly string[] | undefined;
  let line: Omit<GraphEdge, "from" | "to"> | undefined;
  while (rest !== "") {
    const taken = takeNodes(graph, rest);
    if (!taken) {
      return false;
    }
    if (line && from) {
      connectAll(graph, from, { to: taken.ids, line });
    }
    from = taken.ids;
    rest = taken.rest;
    const next = rest === "" ? undefined : takeArrow(rest);
    if (rest !== "" && (!next || next.rest === "")) {
      return false;
    }
    line = next?.line;
    rest = next?.rest ?? "";
  }
  return true;
}

function connectAll(
  graph: Graph,
  from: readonly string[],
  { to, line }: { readonly to: readonly string[]; readonly line: Omit<GraphEdge, "from" | "to"> },
): void {
  for (const start of from) {
    for (const end of to) {
      graph.connect({ ...line, from: start, to: end });
    }
  }
}

function takeNodes(
  graph: Graph,
  text: string,
): { readonly ids: readonly string[]; readonly rest: string } | undefined {
  const ids: string[] = [];
  let rest = text;
  do {
    rest = rest.replace(/^\s*&\s*/u, "");
    const id = nodeId.exec(rest)?.[0];
    if (id === undefined) {
      return undefined;
    }
    rest = rest.slice(id.length);
    const node = graph.node(id);
    const shape = shapes.find(([open]) => rest.startsWith(open));
    if (shape) {
      const [open, close] = shape;
      const end = closingAt(rest, open, close);
      if (end < 0) {
        return undefined;
      }
      node.label = labelOf(rest.slice(open.length, end));
      node.shape = shape[2];
      rest = rest.slice(end + close.length);
    }
    rest = rest.replace(/^:::[\w-]+/u, "");
    ids.push(id);
  } while (/^\s*&/u.test(rest));
  return { ids, rest: rest.trimEnd() };
}

function closingAt(text: string, open: string, close: string): number {
  const isQuoted = text[open.length] === '"';
  const from = isQuoted ? text.indexOf('"', open.length + 1) : open.length;
  return from < 0 ? -1 : text.indexOf(close, from);
}

function takeArrow(
  text: string,
): { readonly line: Omit<GraphEdge, "from" | "to">; readonly rest: string } | undefined {
  const named = namedArrow.exec(text);
  const plain = arrow.exec(text);
  const match = plain ?? named;
  if (!match) {
    return undefined;
  }
  const isPlain = plain !== null;
  const [, start, stroke = ""] = match;
  const label = (isPlain ? match[4] : match[3]) ?? "";
  const end = isPlain ? match[3] : match[5];
  const line = {
    label: labelOf(label),
    line: lineOf(stroke),
    startsWithArrow: start !== undefined,
    endsWithArrow: end !== undefined,
  };
  return { line, rest: text.slice(match[0].length) };
}

function lineOf(stroke: string): GraphEdge["line"] {
  if (stroke.startsWith("~")) {
    return "none";
  }
  if (stroke.startsWith("=")) {
    return "thick";
  }
  return stroke.includes(".") ? "dotted" : "solid";
}
