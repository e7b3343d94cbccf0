import { drawGraph } from "./drawGraph.ts";
import { drawSequence } from "./drawSequence.ts";
import { limits } from "./graphTypes.ts";
import { parseFlowchart } from "./parseFlowchart.ts";
import { parseSequence } from "./parseSequence.ts";
import { parseStates } from "./parseStates.ts";

export function drawDiagram(source: string, label: string): SVGElement | undefined {
  if (source.length > limits.units) {
    return undefined;
  }
  try {
    const lines = linesOf(source);
    const graph = parseFlowchart(lines) ?? parseStates(lines);
    if (graph) {
      return drawGraph(graph, label);
    }
    const sequence = parseSequence(lines);
    return sequence && drawSequence(sequence, label);
  } catch {
    return undefined;
  }
}

function linesOf(source: string): readonly string[] {
  const lines = source
    .replace(/^\s*---\n[^]*?\n---\n/u, "")
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*%%.*$/u, "")
        .trim()
        .replace(/;$/u, ""),
    );
  const first = lines.findIndex((line) => line !== "");
  return lines.slice(Math.max(0, first));
}
