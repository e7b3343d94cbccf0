/** Sums metrics; lines of the same name and labels become one. */
export function sumMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, Metric>();
  for (const text of texts) {
    let metric: Metric | undefined;
    for (const line of text.split("\n")) {
      const [, name] = /^# HELP (\S+)/u.exec(line) ?? [];
      if (name !== undefined) {
        metric = metrics.get(name) ?? { head: [], values: new Map() };
        metrics.set(name, metric);
      }
      if (metric && line !== "") {
        add(line, metric);
      }
    }
  }
  const lines = [...metrics.values()].flatMap(({ head, values }) => [
    ...head,
    ...[...values].map(([name, value]) => `${name} ${value}`),
  ]);
  return [...lines, ""].join("\n");
}

interface Metric {
  readonly head: string[];
  readonly values: Map<string, number>;
}

function add(line: string, { head, values }: Metric): void {
  if (line.startsWith("#")) {
    if (!head.includes(line)) {
      head.push(line);
    }
    return;
  }
  const at = line.lastIndexOf(" ");
  const name = line.slice(0, at);
  values.set(name, (values.get(name) ?? 0) + Number(line.slice(at + 1)));
}
