import uPlot from "uplot";

export interface BarPlotData {
  readonly days: readonly string[];
  readonly values: readonly number[];
}

export interface BarPlotOptions {
  readonly data: BarPlotData;
  readonly formatDay: (day: string) => string;
  readonly formatValue: (value: number) => string;
  readonly onPoint: (index: number | undefined) => void;
}

export interface BarPlot {
  readonly update: (data: BarPlotData) => void;
  readonly redraw: () => void;
  readonly dispose: () => void;
}

const height = 220;

export function createBarPlot(host: HTMLElement, options: BarPlotOptions): BarPlot {
  const plot = new uPlot(plotOptions(host, options), seriesOf(options.data), host);
  const fit = (): void => plot.setSize({ width: widthOf(host), height });
  const observer = new ResizeObserver(fit);
  observer.observe(host);
  return {
    update: (data) => plot.setData(seriesOf(data)),
    // uPlot caches the colour of a bar with its path, and `redraw` widens the scale with each new path.
    redraw: () => plot.setData(plot.data),
    dispose: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

function seriesOf({ days, values }: BarPlotData): uPlot.AlignedData {
  return [days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000), [...values]];
}

function widthOf(host: HTMLElement): number {
  return Math.max(200, Math.floor(host.clientWidth));
}

function plotOptions(host: HTMLElement, options: BarPlotOptions): uPlot.Options {
  const color = (name: string) => (): string => colorOf(host, name);
  const axis = {
    stroke: color("--quiet"),
    font: `12px ${getComputedStyle(host).fontFamily}`,
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.62, 40], radius: 0.15 });
  return {
    width: widthOf(host),
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    padding: [12, 4, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { range: (_, min, max) => [min - 43_200, max + 43_200] },
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 56,
        incrs: [1, 2, 3, 5, 7, 14, 30, 61].map((days) => days * 86_400),
        values: (_, seconds) => seconds.map((each) => options.formatDay(dayOf(each))),
      },
      {
        ...axis,
        size: 72,
        grid: { stroke: color("--line"), width: 1 },
        values: (_, values) => values.map((value) => options.formatValue(value)),
      },
    ],
    series: [
      {},
      {
        fill: color("--accent"),
        stroke: color("--accent"),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      },
    ],
    hooks: {
      setCursor: [(plot) => options.onPoint(plot.cursor.idx ?? undefined)],
    },
  };
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** Resolves a colour, because a canvas does not support `light-dark()`. */
function colorOf(host: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
