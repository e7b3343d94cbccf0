const namespace = "http://www.w3.org/2000/svg";

type SvgName =
  | "svg"
  | "g"
  | "rect"
  | "circle"
  | "ellipse"
  | "line"
  | "path"
  | "polygon"
  | "text"
  | "tspan";

export function svg(
  name: SvgName,
  className: string,
  attributes: Readonly<Record<string, number | string>> = {},
): SVGElement {
  const created = document.createElementNS(namespace, name);
  if (className !== "") {
    created.setAttribute("class", className);
  }
  for (const [key, value] of Object.entries(attributes)) {
    created.setAttribute(
      key,
      typeof value === "number" ? String(Math.round(value * 10) / 10) : value,
    );
  }
  return created;
}

const lineHeight = 18;
const maxLine = 30;
let measure: CanvasRenderingContext2D | null | undefined;

export function measured(label: string): {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
} {
  const lines = label.split("\n").flatMap(wrapped);
  measure ??= document.createElement("canvas").getContext("2d");
  if (measure) {
    measure.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  }
  const widths = lines.map((line) => measure?.measureText(line).width ?? line.length * 7);
  return { lines, width: Math.max(0, ...widths), height: lines.length * lineHeight };
}

function wrapped(line: string): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/\s+/u)) {
    if (current !== "" && current.length + word.length >= maxLine) {
      lines.push(current);
      current = "";
    }
    current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

export function textAt(
  label: string,
  { x, y }: { readonly x: number; readonly y: number },
  className = "dg-text",
): SVGElement {
  const { lines } = measured(label);
  const text = svg("text", className, { x, y: y - ((lines.length - 1) * lineHeight) / 2 });
  for (const [index, line] of lines.entries()) {
    const span = svg("tspan", "", { x, dy: index === 0 ? 0 : lineHeight });
    span.textContent = line;
    text.append(span);
  }
  return text;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export function arrowHead(from: Point, to: Point): SVGElement {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (turn: number): string =>
    `${to.x - 9 * Math.cos(angle + turn)},${to.y - 9 * Math.sin(angle + turn)}`;
  return svg("polygon", "dg-head", { points: `${to.x},${to.y} ${corner(0.4)} ${corner(-0.4)}` });
}

export function picture(width: number, height: number, label: string): SVGElement {
  return svg("svg", "dg", {
    width,
    height,
    viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    role: "img",
    "aria-label": label,
  });
}
