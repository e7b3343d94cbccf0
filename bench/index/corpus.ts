/**
 * Code that nobody wrote: 6 to 7 KB a file, in four or five chunks (44,000 in 10,000 files), names of two or three
 * words by Zipf's law, as projects have them.
 */
const syllables =
  "ar be co du en fi ga ho in jo ka lu me no or pa qui ra se ta un vi wo xe ya zo".split(" ");
const kinds = ["function", "class", "interface"] as const;
const vocabulary = 12_000;
const names = 200_000;

export function corpusFile(number: number): { readonly path: string; readonly text: string } {
  const draw = random(number + 1);
  const part = Math.floor(number / 25);
  const folder = `src/${word(part % 19)}/${word(part)}`;
  const parts: string[] = [];
  const functions = number % 5 < 2 ? 14 : 13;
  for (let index = 0; index < functions; index += 1) {
    const name = compound(draw);
    const kind = kinds[Math.floor(draw() * 2.2)] ?? "function";
    parts.push(
      `/** ${sentence(draw)}. */\nexport ${kind} ${name}${kind === "function" ? "(input: string): number" : ""} {\n`,
    );
    for (let line = 0; line < 9; line += 1) {
      parts.push(
        `  const ${compound(draw)} = this.${pick(draw)}(${pick(draw)}, ${Math.floor(draw() * 100)});\n`,
      );
    }
    parts.push("}\n\n");
  }
  return { path: `${folder}/${word(number % 1_009)}${number}.ts`, text: parts.join("") };
}

/** Questions of three to six words of the corpus. */
export function corpusQueries(): readonly string[] {
  const draw = random(4_711);
  return Array.from({ length: 300 }, () =>
    Array.from({ length: 3 + Math.floor(draw() * 4) }, () => pick(draw)).join(" "),
  );
}

/** A name of two words: most are used many times, as in real projects. */
function compound(draw: () => number): string {
  const own = random(Math.floor(names ** draw()));
  return `${pick(own)}${capital(pick(own))}`;
}

function sentence(draw: () => number): string {
  return Array.from({ length: 9 }, () => pick(draw)).join(" ");
}

function pick(draw: () => number): string {
  return word(Math.floor(vocabulary ** draw()) - 1);
}

function word(rank: number): string {
  const base = syllables.length;
  const [first = "", second = "", third = ""] = [rank, rank / base, rank / base / base].map(
    (value) => syllables[Math.floor(value) % base] ?? "",
  );
  return `${first}${second}${rank >= base * base ? third : ""}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
