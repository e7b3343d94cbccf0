import * as dagre from "@dagrejs/dagre";
import * as z from "zod/mini";

import type { Graph, GraphEdge, GraphNode } from "./graphTypes.ts";
import { arrowHead, measured, picture, svg, textAt } from "./svg.ts";

const pointSchema = z.object({ x: z.number(), y: z.number() });
const boxSchema = z.extend(pointSchema, { width: z.number(), height: z.number() });
/** The route of an edge, by dagre; `x` and `y` locate its label. */
const routeSchema = z.object({
  points: z.array(pointSchema),
  x: z.optional(z.number()),
  y: z.optional(z.number()),
});
const sizeSchema = z.object({ width: z.number(), height: z.number() });

type Box = z.infer<typeof boxSchema>;
type Point = z.infer<typeof pointSchema>;

const margin = 8;
const groupName = 18;

export function drawGraph(graph: Graph, label: string): SVGElement {
  const layout = laidOut(graph);
  const { width, height } = sizeSchema.parse(layout.graph());
  const drawing = picture(width, height, label);
  for (const { id, label: name } of graph.groups.values()) {
    const box = boxSchema.parse(layout.node(id));
    const size = { width: box.width, height: box.height + groupName };
    const start = corner(box);
    const outer = { x: start.x, y: start.y - groupName };
    drawing.append(svg("rect", "dg-group", { ...outer, ...size, rx: 4 }));
    const top = { x: box.x, y: outer.y + groupName / 2 + 2 };
    drawing.append(textAt(name, top, "dg-text dg-quiet"));
  }
  for (const [index, edge] of graph.edges.entries()) {
    const route = routeSchema.safeParse(layout.edge(edge.from, edge.to, String(index)));
    if (route.success) {
      const { x, y } = route.data;
      drawing.append(...edgeParts(edge, touching(route.data.points, edge, { graph, layout })));
      const hasPlace = x !== undefined && y !== undefined;
      drawing.append(...(edge.label !== "" && hasPlace ? edgeLabel(edge.label, { x, y }) : []));
    }
  }
  for (const node of graph.nodes.values()) {
    drawing.append(...nodeParts(node, boxSchema.parse(layout.node(node.id))));
  }
  return drawing;
}

function laidOut(graph: Graph): dagre.graphlib.Graph {
  const layout = new dagre.graphlib.Graph({ multigraph: true, compound: true });
  layout.setGraph({
    rankdir: graph.direction,
    nodesep: 28,
    ranksep: 40,
    edgesep: 16,
    marginx: margin,
    marginy: graph.groups.size > 0 ? margin + groupName : margin,
  });
  for (const { id, label, parent } of graph.groups.values()) {
    layout.setNode(id, { width: measured(label).width + 24, height: 32 });
    if (parent !== undefined) {
      layout.setParent(id, parent);
    }
  }
  for (const node of graph.nodes.values()) {
    layout.setNode(node.id, sizeOf(node));
    if (node.group !== undefined) {
      layout.setParent(node.id, node.group);
    }
  }
  for (const [index, { from, to, label }] of graph.edges.entries()) {
    const { width, height } = measured(label);
    const room = label === "" ? {} : { width: width + 8, height: height + 4, labelpos: "c" };
    layout.setEdge(from, to, room, String(index));
  }
  dagre.layout(layout);
  return layout;
}

function sizeOf({ label, shape }: GraphNode): { readonly width: number; readonly height: number } {
  const { width, height } = measured(label);
  switch (shape) {
    case "start":
    case "end":
      return { width: 20, height: 20 };
    case "circle": {
      const size = Math.max(width, height) + 24;
      return { width: size, height: size };
    }
    case "diamond":
      return { width: width * 1.4 + 40, height: height * 1.6 + 32 };
    case "hexagon":
      return { width: width + 48, height: height + 20 };
    case "drum":
      return { width: width + 24, height: height + 32 };
    default:
      return { width: width + 24, height: height + 16 };
  }
}

function corner({ x, y, width, height }: Box): Point {
  return { x: x - width / 2, y: y - height / 2 };
}

function nodeParts(node: GraphNode, box: Box): readonly SVGElement[] {
  return node.shape === "start" || node.shape === "end"
    ? pointParts(node.shape, box)
    : [
        outline(node.shape, box),
        textAt(node.label, node.shape === "drum" ? { x: box.x, y: box.y + 6 } : box),
      ];
}

function pointParts(shape: "start" | "end", { x, y }: Box): readonly SVGElement[] {
  const ring = svg("circle", "dg-node", { cx: x, cy: y, r: 9 });
  const dot = svg("circle", "dg-dot", { cx: x, cy: y, r: shape === "start" ? 8 : 5 });
  return shape === "start" ? [dot] : [ring, dot];
}

function outline(shape: GraphNode["shape"], box: Box): SVGElement {
  const { x, y, width, height } = box;
  const [left, right] = [x - width / 2, x + width / 2];
  const [top, bottom] = [y - height / 2, y + height / 2];
  switch (shape) {
    case "circle":
      return svg("circle", "dg-node", { cx: x, cy: y, r: width / 2 });
    case "diamond":
      return polygon([
        [x, top],
        [right, y],
        [x, bottom],
        [left, y],
      ]);
    case "hexagon":
      return polygon([
        [left + 16, top],
        [right - 16, top],
        [right, y],
        [right - 16, bottom],
        [left + 16, bottom],
        [left, y],
      ]);
    case "drum":
      return svg("path", "dg-node", {
        d: `M${left} ${top + 8}a${width / 2} 8 0 0 1 ${width} 0v${height - 16}a${width / 2} 8 0 0 1 ${-width} 0zm0 0a${width / 2} 8 0 0 0 ${width} 0`,
      });
    default: {
      const radius = shape === "pill" ? height / 2 : shape === "round" ? 8 : 2;
      return svg("rect", "dg-node", { ...corner(box), width, height, rx: radius });
    }
  }
}

function polygon(points: readonly (readonly [number, number])[]): SVGElement {
  return svg("polygon", "dg-node", { points: points.map((point) => point.join(",")).join(" ") });
}

function touching(
  points: readonly Point[],
  { from, to }: GraphEdge,
  { graph, layout }: { readonly graph: Graph; readonly layout: dagre.graphlib.Graph },
): readonly Point[] {
  const inner = points.slice(1, -1);
  const [first, last] = [inner[0], inner.at(-1)];
  if (!first || !last) {
    return points;
  }
  const end = (id: string, toward: Point, otherwise: Point | undefined): readonly Point[] => {
    const on = onOutline(graph.nodes.get(id)?.shape, boxSchema.parse(layout.node(id)), toward);
    return on ? [on] : otherwise ? [otherwise] : [];
  };
  return [...end(from, first, points[0]), ...inner, ...end(to, last, points.at(-1))];
}

function onOutline(
  shape: GraphNode["shape"] | undefined,
  { x, y, width, height }: Box,
  toward: Point,
): Point | undefined {
  const [dx, dy] = [toward.x - x, toward.y - y];
  const [rx, ry] = [Math.abs(dx) / (width / 2), Math.abs(dy) / (height / 2)];
  if (rx + ry === 0) {
    return undefined;
  }
  if (shape === "diamond") {
    return { x: x + dx / (rx + ry), y: y + dy / (rx + ry) };
  }
  const distance = Math.hypot(rx, ry);
  return shape === "circle" || shape === "start" || shape === "end"
    ? { x: x + dx / distance, y: y + dy / distance }
    : undefined;
}

function edgeParts(edge: GraphEdge, points: readonly Point[]): readonly SVGElement[] {
  const [first, second] = points;
  const [beforeLast, last] = points.slice(-2);
  if (edge.line === "none" || !first || !second || !beforeLast || !last) {
    return [];
  }
  const d = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  return [
    svg("path", `dg-line dg-${edge.line}`, { d }),
    ...(edge.endsWithArrow ? [arrowHead(beforeLast, last)] : []),
    ...(edge.startsWithArrow ? [arrowHead(second, first)] : []),
  ];
}

function edgeLabel(label: string, at: Point): readonly SVGElement[] {
  const { width, height } = measured(label);
  const box = { ...at, width: width + 8, height: height + 2 };
  const ground = svg("rect", "dg-ground", { ...corner(box), width: box.width, height: box.height });
  return [ground, textAt(label, at)];
}
