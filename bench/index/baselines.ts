import { DatabaseSync } from "node:sqlite";

/** A way to find files for a question, beside which the index stands. */
export interface Baseline {
  readonly name: string;
  /** Paths with their scores, the best first. */
  find(query: string): readonly Found[];
}

export interface Found {
  readonly path: string;
  readonly score: number;
  /** What a model would be sent of it. */
  readonly text: string;
}

const chunkLines = 35;
const maxFound = 200;
const words = /[\p{L}\p{N}_$]{2,}/gu;
const stopWords = new Set(
  "the and for with that this from are not was will can into its".split(" "),
);

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(words) ?? [])].filter((word) => !stopWords.has(word));
}

function ordered(found: Iterable<Found>): readonly Found[] {
  return [...found].toSorted((a, b) => b.score - a.score).slice(0, maxFound);
}

/** Counts lines with a word of the question, as a search for any of them does; whole files are read. */
export function keywordCount(files: ReadonlyMap<string, string>): Baseline {
  const folded = [...files].map(([path, text]) => ({ path, text, lower: text.toLowerCase() }));
  return {
    name: "keyword",
    find: (query) => {
      const asked = wordsOf(query);
      return ordered(
        folded.map(({ path, text, lower }) => {
          const counts = asked.map((word) => lower.split(word).length - 1);
          const distinct = counts.filter((count) => count > 0).length;
          const all = counts.reduce((sum, count) => sum + count, 0);
          return { path, text, score: distinct + all / (all + 1_000) };
        }),
      ).filter(({ score }) => score > 0);
    },
  };
}

/** BM25 over whole files, identifiers not split. */
export function plainBm25(files: ReadonlyMap<string, string>): Baseline {
  const documents = [...files].map(([path, text]) => {
    const counts = new Map<string, number>();
    const all = text.toLowerCase().match(words) ?? [];
    for (const word of all) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return { path, text, counts, length: all.length };
  });
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  return {
    name: "BM25 unsplit",
    find: (query) => {
      const asked = wordsOf(query).map((word) => {
        const having = documents.filter(({ counts }) => counts.has(word)).length;
        return { word, idf: Math.log(1 + (documents.length - having + 0.5) / (having + 0.5)) };
      });
      return ordered(
        documents.map(({ path, text, counts, length }) => {
          const norm = 1.2 * (0.25 + (0.75 * length) / mean);
          const score = asked.reduce((sum, { word, idf }) => {
            const count = counts.get(word) ?? 0;
            return sum + (idf * count * 2.2) / (count + norm);
          }, 0);
          return { path, text, score };
        }),
      ).filter(({ score }) => score > 0);
    },
  };
}

/** SQLite's full text of trigrams joined by OR, the path ten times, chunks of 35 lines: the way of Continue. */
export class TrigramSearch implements Baseline, Disposable {
  readonly name = "Continue's";
  readonly #database: DatabaseSync;

  constructor(files: ReadonlyMap<string, string>, file = ":memory:") {
    this.#database = new DatabaseSync(file);
    this.#database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    this.#database.exec(
      "CREATE VIRTUAL TABLE chunks USING fts5(path, content, tokenize = 'trigram')",
    );
    const insert = this.#database.prepare("INSERT INTO chunks (path, content) VALUES (?, ?)");
    this.#database.exec("BEGIN");
    for (const [path, text] of files) {
      const lines = text.split("\n");
      for (let start = 0; start < lines.length; start += chunkLines) {
        insert.run(path, lines.slice(start, start + chunkLines).join("\n"));
      }
    }
    this.#database.exec("COMMIT");
  }

  find(query: string): readonly Found[] {
    const trigrams = new Set(
      wordsOf(query).flatMap((word) =>
        Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3)),
      ),
    );
    if (trigrams.size === 0) {
      return [];
    }
    const match = [...trigrams].map((trigram) => `"${trigram}"`).join(" OR ");
    const rows = this.#database
      .prepare(
        `SELECT path, content AS text, -bm25(chunks, 10) AS score FROM chunks WHERE chunks MATCH ? ORDER BY bm25(chunks, 10) LIMIT ${maxFound}`,
      )
      .all(match);
    return rows.map(({ path, text, score }) => ({
      path: String(path),
      text: String(text),
      score: Number(score),
    }));
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
