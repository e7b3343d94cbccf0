import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { KnownValues } from "../../../../src/chat/protection/knownValues.ts";
import { Placeholders } from "../../../../src/chat/protection/placeholders.ts";
import { protectedStream } from "../../../../src/chat/protection/protectedStream.ts";
import type { MayRestoreCall } from "../../../../src/chat/protection/restoredEvents.ts";
import { TextScanner } from "../../../../src/chat/protection/textScanner.ts";
import type {
  ChatRequest,
  StreamEvent,
  StreamOptions,
} from "../../../../src/hub/wire/chatTypes.ts";
import { allOf, asking, cpf, protectionIn, streamOf } from "./streams.ts";

const key = "x9K2m4Pq7Lw3Zt8Rv5";
const other = "Qw8Er6Ty4Ui2Op0As1";
const dotEnv = `API_KEY=${key}\r\nDB_PASSWORD=${other}\r\nOLD_API_KEY=${key}\r\n`;

interface Asked {
  readonly request?: ChatRequest;
  readonly options?: Partial<StreamOptions>;
  readonly mayRestoreCall?: MayRestoreCall;
}

/** What the person's side gets for an answer, and what was sent. */
async function answered(
  events: readonly StreamEvent[],
  { request = asking(dotEnv), options = {}, mayRestoreCall }: Asked = {},
): Promise<{ readonly events: readonly StreamEvent[]; readonly sent: ChatRequest }> {
  let sent: ChatRequest | undefined;
  const { protection } = protectionIn("mask");
  const stream = protectedStream(
    (asked) => {
      sent = asked;
      return streamOf(...events);
    },
    protection,
    () => Promise.resolve("cancel"),
    mayRestoreCall,
  );
  const { signal } = new AbortController();
  const got = await allOf(stream(request, { signal, ...options }));
  return { events: got, sent: sent ?? asking("") };
}

function call(name: string, args: Readonly<Record<string, unknown>>): StreamEvent {
  return { kind: "toolCall", call: { id: "1", name, arguments: args } };
}

const text = (value: string): StreamEvent => ({ kind: "textDelta", text: value });

describe("a secret", () => {
  test("leaves as a placeholder, the same value as the same, line ends kept", async () => {
    const { sent } = await answered([]);
    expect(sent.messages.at(-1)?.content).toBe(
      "API_KEY=[SECRET_1]\r\nDB_PASSWORD=[SECRET_2]\r\nOLD_API_KEY=[SECRET_1]\r\n",
    );
  });

  test("that differs only in capitals has a number of its own", () => {
    const placeholders = new Placeholders([]);
    const made = [key, key.toLowerCase()].map((value) => placeholders.of("secret", value));
    expect(made).toEqual(["[SECRET_1]", "[SECRET_2]"]);
  });

  test("comes back in the text of an answer wherever its placeholder was cut", async () => {
    const whole = "Move:\r\n```env\r\nAPI_KEY=[SECRET_1]\r\nDB=[SECRET\\_2] [SECRET_1]\r\n```\r\n";
    const wanted = whole.replaceAll("[SECRET_1]", key).replace("[SECRET\\_2]", other);
    for (let cut = 1; cut < whole.length; cut += 1) {
      const { events } = await answered([text(whole.slice(0, cut)), text(whole.slice(cut))]);
      expect(events.map((event) => (event.kind === "textDelta" ? event.text : "")).join("")).toBe(
        wanted,
      );
    }
  });

  test("comes back in edits, also inside a longer one, in an address and twice", async () => {
    const args = {
      path: ".env",
      old_text: "OLD_API_KEY=[SECRET_1]\r\n",
      new_text: "URL=https://x:[SECRET_2]@host/?k=[SECRET_1]\r\nA=[SECRET_1]\r\nB=[SECRET_9]",
    };
    const { events } = await answered([call("edit_file", args)], {
      options: { toolPlace: () => "local" },
    });
    expect(events).toMatchObject([
      call("edit_file", {
        path: ".env",
        old_text: `OLD_API_KEY=${key}\r\n`,
        new_text: `URL=https://x:${other}@host/?k=${key}\r\nA=${key}\r\nB=[SECRET_9]`,
      }),
    ]);
  });

  test("is told from a placeholder that the file contains itself", async () => {
    const request = asking(`# [SECRET_1] is documentation\nAPI_KEY=${key}\n`);
    const { events, sent } = await answered([text("[SECRET_1] [SECRETX_1]")], { request });
    expect(sent.messages.at(-1)?.content).toBe(
      "# [SECRET_1] is documentation\nAPI_KEY=[SECRETX_1]\n",
    );
    expect(events).toEqual([text(`[SECRET_1] ${key}`)]);
  });

  test("never comes back in a link, a definition of one or a tag", async () => {
    const links = fc.constantFrom(
      "[a](https://x.example/?k=[SECRET_1])",
      "<https://x.example/[SECRET_1]>",
      "https://x.example/?k=[SECRET_1]",
      "![a](http://[SECRET_1].example)",
      '<img src="//x.example/[SECRET_1]">',
      "[1]: https://x.example/[SECRET_1]",
      "www.x.example/[SECRET_1]",
    );
    const cuts = fc.integer({ min: 1, max: 30 });
    await fc.assert(
      fc.asyncProperty(links, cuts, async (link, at) => {
        const pieces = [text(link.slice(0, at)), text(link.slice(at))];
        const { events } = await answered(pieces);
        expect(JSON.stringify(events)).not.toContain(key);
      }),
    );
  });

  test.each(["fetch_page", "mcp_shop_find", "aihub_seller_save_product"])(
    "never goes to the tool %s, beside personal data that may",
    async (name) => {
      const args = { "[SECRET_1]": ["[SECRET_1]", { note: "of [CPF_1]: [SECRET_1]" }] };
      const request = asking(`${dotEnv}CPF ${cpf}`);
      const { events } = await answered([call(name, args)], { request });
      expect(JSON.stringify(events)).not.toContain(key);
      expect(JSON.stringify(events)).toContain(`of ${cpf}: [SECRET_1]`);
    },
  );

  test("goes to a tool of another extension only after the person's consent", async () => {
    const answers = ["all", "withoutSecrets", "none"] as const;
    const given = await Promise.all(
      answers.map(async (answer) => {
        const mayRestoreCall = (): Promise<typeof answer> => Promise.resolve(answer);
        const { events } = await answered([call("theirs", { a: "[SECRET_1]" })], {
          mayRestoreCall,
        });
        return JSON.stringify(events).includes(key);
      }),
    );
    expect(given).toEqual([true, false, false]);
  });

  test("in a command is named, so that a card can show it", async () => {
    const { events } = await answered(
      [call("run_command", { command: "echo [SECRET_1] > out" }), call("run_command", {})],
      { options: { toolPlace: () => "shown" } },
    );
    expect(events).toEqual([
      {
        kind: "toolCall",
        call: {
          id: "1",
          name: "run_command",
          arguments: { command: `echo ${key} > out` },
          restored: ["secret"],
        },
      },
      call("run_command", {}),
    ]);
  });

  test("stays a placeholder where the answer becomes a title or a commit message", async () => {
    const { events } = await answered([text(`Rotate [SECRET_1] of [CPF_1]`)], {
      request: asking(`${dotEnv}CPF ${cpf}`),
      options: { secretsStay: true },
    });
    expect(events).toEqual([text(`Rotate [SECRET_1] of ${cpf}`)]);
  });

  test("is masked in later requests of its conversation that lack its name", async () => {
    const { protection } = protectionIn("mask");
    const conversation = { conversationId: "c1" };
    await protection.apply(asking(dotEnv), conversation);
    const later = asking(`I ran: echo ${key} | docker login`);
    const { request, placeholders } = await protection.apply(later, conversation);
    expect(request.messages.at(-1)?.content).toBe("I ran: echo [SECRET_1] | docker login");
    expect(placeholders.restore("[SECRET_1]")).toBe(key);
    const elsewhere = await protection.apply(later, { conversationId: "c2" });
    expect(elsewhere.request).toEqual(later);
  });
});

/** How often parts of texts are compared. */
function workOn(values: readonly string[]): number {
  const known = new KnownValues(values);
  const joined = values.join(" ");
  const slice = vi.spyOn(String.prototype, "slice");
  const startsWith = vi.spyOn(String.prototype, "startsWith");
  known.replaceIn(joined, () => "");
  const work = slice.mock.calls.length + startsWith.mock.calls.length;
  vi.restoreAllMocks();
  return work;
}

describe("a hundred thousand values", () => {
  const values = Array.from({ length: 100_000 }, (_, at) => `ghp_${at.toString(36)}x${at % 7}`);

  test("that begin alike are found in a text, the longest first", () => {
    const known = new KnownValues([...values, "ghp_0x0abc", "ghp_"]);
    const found: string[] = [];
    const result = known.replaceIn(`ghp_0x0abcd ghp_zz ${values.join(" ")}`, (value) => {
      found.push(value);
      return "*";
    });
    expect(found.slice(0, 2)).toEqual(["ghp_0x0abc", "ghp_"]);
    expect(found.slice(2)).toEqual(values);
    expect(result.slice(0, 8)).toBe("*d *zz *");
  });

  test("are looked for with work that grows with their number, not with its square", () => {
    const once = workOn(values.slice(0, 5_000));
    expect(once).toBeGreaterThan(5_000);
    expect(workOn(values.slice(0, 10_000))).toBeLessThan(2.5 * once);
  });

  test("in the arguments of one call are all masked", async () => {
    const { protection } = protectionIn("mask");
    const items = Array.from({ length: 20_000 }, (_, at) => `senha: x9K2m4Pq7${at}`);
    const { request } = await protection.apply({
      model: "m",
      messages: [
        {
          role: "assistant",
          content: "",
          toolCalls: [{ id: "1", name: "find", arguments: { items } }],
        },
      ],
    });
    expect(JSON.stringify(request)).not.toContain("x9K2m4");
  });
});

test("findings of one text never overlap, the certain ones first", () => {
  const json = JSON.stringify({ a: `senha: ${key}`, b: `${key} ${other}` });
  const found = new TextScanner().scanRequestText({
    text: `${key} ${other}`,
    place: "toolCall",
    name: "b",
    json,
  });
  expect(found.map(({ start, end }) => [start, end])).toEqual([[0, key.length]]);
});
