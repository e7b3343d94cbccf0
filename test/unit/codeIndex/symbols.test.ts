import { expect, test } from "vitest";

import { definitionsOf } from "../../../src/codeIndex/text/definitions.ts";
import { lineStarts } from "../../../src/codeIndex/text/lines.ts";
import { filler, hitsIn } from "./indexing.ts";

interface Sample {
  readonly end: string;
  readonly definition: string;
  readonly use: string;
}

/** The languages of the highlighter that have definitions, each defining `fetchOrders`. */
const languages: Readonly<Record<string, Sample>> = {
  TypeScript: {
    end: "ts",
    definition:
      "export async function fetchOrders(id: string): Promise<Order[]> {\n  return load(id);\n}\n",
    use: 'await fetchOrders("1");\n',
  },
  JavaScript: {
    end: "js",
    definition: "const fetchOrders = async (id) => {\n  return load(id);\n};\n",
    use: 'await fetchOrders("1");\n',
  },
  Python: {
    end: "py",
    definition: "async def fetchOrders(id: str) -> list:\n    return load(id)\n",
    use: 'fetchOrders("1")\n',
  },
  Java: {
    end: "java",
    definition:
      "class Orders {\n  public static List<Order> fetchOrders(String id) {\n    return load(id);\n  }\n}\n",
    use: 'orders.fetchOrders("1");\n',
  },
  Kotlin: {
    end: "kt",
    definition: "suspend fun fetchOrders(id: String): List<Order> {\n  return load(id)\n}\n",
    use: 'fetchOrders("1")\n',
  },
  C: {
    end: "c",
    definition: "static struct order *fetchOrders(const char *id)\n{\n  return load(id);\n}\n",
    use: '  fetchOrders("1");\n',
  },
  "C++": {
    end: "cpp",
    definition:
      "std::vector<Order> Client::fetchOrders(const std::string& id) {\n  return load(id);\n}\n",
    use: '  client.fetchOrders("1");\n',
  },
  "C#": {
    end: "cs",
    definition:
      "class Client\n{\n    public async Task<List<Order>> fetchOrders(string id)\n    {\n        return Load(id);\n    }\n}\n",
    use: '        client.fetchOrders("1");\n',
  },
  Go: {
    end: "go",
    definition:
      "func (c *Client) fetchOrders(id string) ([]Order, error) {\n\treturn c.load(id)\n}\n",
    use: '\tclient.fetchOrders("1")\n',
  },
  Rust: {
    end: "rs",
    definition: "pub async fn fetchOrders(id: &str) -> Vec<Order> {\n    load(id)\n}\n",
    use: '    fetchOrders("1");\n',
  },
  Swift: {
    end: "swift",
    definition:
      "public func fetchOrders(_ id: String) async throws -> [Order] {\n  return load(id)\n}\n",
    use: 'fetchOrders("1")\n',
  },
  PHP: {
    end: "php",
    definition:
      "<?php\nclass Client {\n    public function fetchOrders(string $id): array {\n        return load($id);\n    }\n}\n",
    use: '<?php\n$client->fetchOrders("1");\n',
  },
  Ruby: {
    end: "rb",
    definition: "class Client\n  def fetchOrders(id)\n    load(id)\n  end\nend\n",
    use: 'client.fetchOrders("1")\n',
  },
  Shell: {
    end: "sh",
    definition: 'fetchOrders() {\n  load "$1"\n}\n',
    use: 'fetchOrders "1"\n',
  },
  PowerShell: {
    end: "ps1",
    definition: "function fetchOrders {\n  param($id)\n  Load $id\n}\n",
    use: 'fetchOrders "1"\n',
  },
  SQL: {
    end: "sql",
    definition:
      "CREATE OR REPLACE FUNCTION shop.fetchOrders(id text) RETURNS SETOF orders AS $$\n  SELECT * FROM orders\n$$ LANGUAGE sql;\n",
    use: "SELECT * FROM fetchOrders('1');\n",
  },
};

test.each(Object.entries(languages))(
  "%s: a name finds its definition first, though fifty tests and ten callers use it",
  async (_, { end, definition, use }) => {
    const files: Record<string, string> = { [`src/shop.${end}`]: `${filler(60)}${definition}` };
    for (let number = 0; number < 50; number += 1) {
      files[`test/orders${number}.test.${end}`] = use.repeat(10);
    }
    for (let number = 0; number < 10; number += 1) {
      files[`src/caller${number}.${end}`] = use.repeat(10);
    }
    for (const query of ["fetchOrders", "fetchorders", "where is fetchOrders() defined"]) {
      const [first] = await hitsIn(files, query);
      expect([query, first?.path]).toEqual([query, `src/shop.${end}`]);
      expect(first?.text).toContain("fetchOrders");
      expect(first?.startLine).toBeGreaterThan(20);
    }
  },
);

test("a name with its container prefers the file that defines both", async () => {
  const files = {
    "a.ts": "export class Other {\n  async send(text: string) {\n    return 1;\n  }\n}\n",
    "b.ts": "export class Client {\n  async send(text: string) {\n    return 1;\n  }\n}\n",
  };
  expect((await hitsIn(files, "Client.send"))[0]?.path).toBe("b.ts");
  expect((await hitsIn(files, "Other::send"))[0]?.path).toBe("a.ts");
});

test("the case as written comes before another case", async () => {
  const files = {
    "a.go": "func parse(a string) int {\n\treturn 1\n}\n",
    "b.go": "func Parse(a string) int {\n\treturn 1\n}\n",
  };
  expect((await hitsIn(files, "parse"))[0]?.path).toBe("a.go");
  expect((await hitsIn(files, "Parse"))[0]?.path).toBe("b.go");
});

test.each([
  [
    "a.ts",
    "class A extends B {\n  readonly #items = 1;\n  get size(): number {\n    return 1;\n  }\n  #grow(): void {\n  }\n}\nif (x) {\n}\n",
    ["A", "#items", "size", "#grow"],
  ],
  [
    "a.ts",
    "interface Store {\n  load(id: string, done: (e: Error) => void): Promise<void>;\n  save?(\n    id: string,\n  ): void;\n}\n",
    ["Store", "load", "save"],
  ],
  [
    "a.ts",
    "class Box<T> {\n  constructor(private readonly size: number) {}\n  open(\n    key: Key,\n  ): T {\n  }\n  close({\n    key,\n  }: Options): void {\n  }\n  lock = async <K>(key: K) => {\n  };\n}\n",
    ["Box", "constructor", "open", "close", "lock"],
  ],
  [
    "a.js",
    "module.exports = function create() {\n};\n  app.router.use = function (a) {\n  };\nproto.get = (a = b(1)) => a;\n  exports.put = {\n  };\n  kinds: {\n  },\n",
    ["create", "use", "get", "put", "kinds"],
  ],
  [
    "a.ts",
    "class Box {\r\n\topen(\r\n\t\tkey: Key, // \u05de\u05e4\u05ea\u05d7 \u202e(\r\n\t): T {\r\n\t}\r\n\tlock = async (key) => {\r\n\t};\r\n}\r\n",
    ["Box", "open", "lock"],
  ],
  ["a.js", 'getter(app, "path", function path() {\n});\n// function old() {\n', ["path"]],
  [
    "a.js",
    '  it("sends", () => {\n  });\n  each(function (a) {\n  });\n  send(\n    a,\n  );\n  wait({\n    a,\n  }, function () {\n  });\n  if (a) {\n  }\n',
    [],
  ],
  [
    "a.py",
    "MAX_SIZE = 3\nclass A(B):\n    def __init__(self):\n        self.x = 1\n",
    ["MAX_SIZE", "A", "__init__"],
  ],
  [
    "a.rs",
    "pub(crate) struct Tree<T> {}\nimpl Tree<u8> {\n    const fn size(&self) -> usize {\n    }\n}\n",
    ["Tree", "size"],
  ],
  [
    "a.go",
    "type Server struct {\n}\nconst limit = 3\nfunc main() {\n\treturn\n}\n",
    ["Server", "limit", "main"],
  ],
  [
    "a.rb",
    "module Shop\n  class Cart\n    attr_reader :items\n    def self.open?(a)\n",
    ["Shop", "Cart", "items", "open?"],
  ],
  ["a.lua", "local function draw(x)\nend\n", ["draw"]],
  ["a.md", "# class Foo\n", []],
])("definitions of %s", (path, text, names) => {
  const found = definitionsOf(path, text, lineStarts(text));
  expect(found.map(({ name }) => name)).toEqual(names);
});
