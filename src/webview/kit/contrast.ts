/** The parts of a colour, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Blends a translucent colour with `behind`. Undefined for other notations. */
export function readColor(css: string, behind?: Rgb): Rgb | undefined {
  const numbers =
    /^rgba?\(([^()]{1,80})\)$/u
      .exec(css)?.[1]
      ?.split(/[\s,/]+/u)
      .map(Number) ?? [];
  const [red, green, blue, alpha = 1] = numbers;
  if (
    red === undefined ||
    green === undefined ||
    blue === undefined ||
    numbers.some(Number.isNaN)
  ) {
    return undefined;
  }
  const color: Rgb = [red, green, blue];
  return alpha >= 1 ? color : behind && mix(behind, color, alpha);
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, *contrast ratio*). */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const mixSteps = 10;

/** The nearest colour towards `towards` with the contrast `least`; else black or white. */
export function readableOn(
  background: Rgb,
  { color, towards, least }: { readonly color: Rgb; readonly towards: Rgb; readonly least: number },
): string {
  const contrast = (candidate: Rgb): number => contrastOf(candidate, background);
  const black: Rgb = [0, 0, 0];
  const white: Rgb = [255, 255, 255];
  const extreme = contrast(white) > contrast(black) ? white : black;
  const end = contrast(towards) >= least ? towards : extreme;
  for (let step = 1; step < mixSteps; step += 1) {
    const mixed = mix(color, end, step / mixSteps);
    if (contrast(mixed) >= least) {
      return cssOf(mixed);
    }
  }
  return cssOf(end);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const [red, green, blue] = [0, 1, 2].map((index) =>
    Math.round((from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function cssOf([red, green, blue]: Rgb): string {
  return `rgb(${red}, ${green}, ${blue})`;
}
