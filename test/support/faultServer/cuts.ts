export const cuts = ["whole", "per event", "per byte", "random", "16 KiB"] as const;

export type Cut = (typeof cuts)[number];

export const newlines = ["\n", "\r\n", "\r"] as const;

/** The pieces as bytes, with the chosen newline, cut as requested. */
export function cutUp(
  pieces: readonly (string | Uint8Array)[],
  cut: Cut,
  newline: string,
): readonly Uint8Array[] {
  const encoded = pieces.map((piece) =>
    typeof piece === "string" ? encode(piece.replaceAll("\n", newline)) : piece,
  );
  if (cut === "per event") {
    return encoded;
  }
  const all = new Uint8Array(Buffer.concat(encoded));
  const random = randomFrom(all.length + 1);
  const sizes: Readonly<Record<Exclude<Cut, "per event">, () => number>> = {
    whole: () => all.length,
    "per byte": () => 1,
    random: () => 1 + Math.floor(random() * 97),
    "16 KiB": () => 16_384,
  };
  const parts: Uint8Array[] = [];
  for (let from = 0; from < all.length; from += parts.at(-1)?.length ?? 1) {
    parts.push(all.subarray(from, from + sizes[cut]()));
  }
  return parts;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** mulberry32: the same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
