/** Deterministic Markdown in the style of models. */

const KB = 1024;

const words =
  "the request handler keeps a queue of pending writes so that a slow client never blocks others when buffer grows beyond limit we drop oldest entry and log event note this changes order only for idempotent messages which means retry policy must be explicit in configuration before deploying service again".split(
    " ",
  );

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

function sentence(random: Random, length: number): string {
  const parts = Array.from({ length }, () => words[random.below(words.length)] ?? "");
  const at = random.below(length);
  const marks = [
    (text: string) => `**${text}**`,
    (text: string) => `\`${text}\``,
    (text: string) => `*${text}*`,
    (text: string) => `[${text}](https://example.com/${text})`,
    (text: string) => text,
  ] as const;
  parts[at] = random.pick(marks)(parts[at] ?? "");
  const text = parts.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function paragraph(random: Random): string {
  const count = 3 + random.below(4);
  return Array.from({ length: count }, () => sentence(random, 8 + random.below(14))).join(" ");
}

function list(random: Random): string {
  return Array.from({ length: 4 + random.below(5) }, (_, index) => {
    const indent = "   ".repeat(random.below(3) === 0 && index > 0 ? 1 : 0);
    const marker = indent === "" ? "1." : "-";
    return `${indent}${marker} ${sentence(random, 6 + random.below(8))}`;
  }).join("\n");
}

function table(random: Random): string {
  const rows = Array.from(
    { length: 6 + random.below(8) },
    (_, index) => `| \`option${index}\` | ${sentence(random, 4)} | ${random.below(5000)} |`,
  );
  return ["| Name | Meaning | Value |", "| :--- | ------- | ----: |", ...rows].join("\n");
}

const code: readonly [
  readonly [string, readonly string[]],
  ...(readonly [string, readonly string[]])[],
] = [
  [
    "ts",
    [
      "export async function load(id: string): Promise<Item> {",
      "  const response = await fetch(`/items/${id}`);",
      "  if (!response.ok) {",
      '    throw new Error("not found"); // by id',
      "  }",
      "  return response.json();",
      "}",
      "",
    ],
  ],
  [
    "python",
    [
      "@dataclass",
      "class Order(Base):",
      '    """An order."""',
      "    total: float = 0.0",
      "    def label(self) -> str:",
      '        return f"Order {self.id}: {self.total}"',
      "",
    ],
  ],
  [
    "json",
    [
      "{",
      '  "name": "service",',
      '  "port": 8080,',
      '  "debug": false,',
      '  "tags": ["a", "b", null]',
      "}",
    ],
  ],
  [
    "bash",
    [
      "set -euo pipefail",
      'for file in "$@"; do',
      '  echo "checking ${file}" | tee -a log.txt',
      "done",
      "# finished",
    ],
  ],
  [
    "sql",
    [
      "SELECT id, name, count(*) AS total",
      "FROM orders",
      "WHERE status = 'open' AND created_at > now()",
      "GROUP BY id, name;",
      "",
    ],
  ],
  [
    "go",
    [
      "func (s *Server) Start(ctx context.Context) error {",
      '\tlistener, err := net.Listen("tcp", s.addr)',
      "\tif err != nil {",
      "\t\treturn err",
      "\t}",
      "\treturn s.serve(ctx, listener)",
      "}",
      "",
    ],
  ],
  ["css", [".card {", "  display: grid;", "  gap: 8px;", "  color: var(--text);", "}", ""]],
  [
    "html",
    [
      '<section class="card" id="main">',
      "  <h2>Title</h2>",
      "  <p>Text with <em>emphasis</em></p>",
      "</section>",
      "",
    ],
  ],
];

function codeLines(random: Random, lines: number): { language: string; text: string } {
  const [language, sample] = random.pick(code);
  const text = Array.from({ length: lines }, (_, index) => sample[index % sample.length] ?? "");
  return { language, text: text.join("\n") };
}

function codeBlock(random: Random): string {
  const { language, text } = codeLines(random, 12 + random.below(40));
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Per 100 KB about 12 tables and 33 code blocks, between prose, headings and nested lists. */
export function mixedText(bytes: number): string {
  const random = new Random(42);
  const blocks: string[] = [];
  let size = 0;
  for (let index = 0; size < bytes; index += 1) {
    const block = blockAt(random, index);
    blocks.push(block);
    size += block.length + 2;
  }
  return blocks.join("\n\n").slice(0, bytes);
}

function blockAt(random: Random, index: number): string {
  switch (index % 9) {
    case 0:
      return `${"#".repeat(2 + random.below(2))} ${sentence(random, 4).slice(0, -1)}`;
    case 2:
    case 5:
    case 8:
      return codeBlock(random);
    case 3:
      return list(random);
    case 6:
      return random.below(10) === 0 ? list(random) : table(random);
    default:
      return paragraph(random);
  }
}

/** A single endless block, as agents write when they list or print a whole file. */
export const singleBlocks: Readonly<Record<string, string>> = {
  "one code block":
    `\`\`\`ts\n${codeLines(new Random(1), 1).text}\n${Array.from({ length: 2400 }, (_, index) => `  const value${index} = compute(${index}, "text"); // note`).join("\n")}`.slice(
      0,
      100 * KB,
    ),
  "one list": Array.from({ length: 1700 }, (_, index) => `- ${sentence(new Random(index), 9)}`)
    .join("\n")
    .slice(0, 100 * KB),
  "one paragraph": Array.from({ length: 1000 }, (_, index) => sentence(new Random(index), 16))
    .join(" ")
    .slice(0, 100 * KB),
  "one table":
    `| Name | Meaning | Value |\n| --- | --- | ---: |\n${Array.from({ length: 2000 }, (_, index) => `| \`key${index}\` | ${sentence(new Random(index), 5)} | ${index} |`).join("\n")}`.slice(
      0,
      100 * KB,
    ),
};

/** Splits the text like a model's tokens: 4 to 12 characters each. */
export function toDeltas(text: string): string[] {
  const random = new Random(7);
  const deltas: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 4 + random.below(9);
    deltas.push(text.slice(at, at + length));
    at += length;
  }
  return deltas;
}

/** The same text, with its code in no known language. */
export function withoutLanguages(text: string): string {
  return text.replaceAll(/^```[a-z]+$/gm, "```text");
}
