import { afterEach, expect, test } from "vitest";

import { attachmentSources } from "../../../../src/chat/protection/sensitiveReport.ts";
import { TextScanner } from "../../../../src/chat/protection/textScanner.ts";
import { createAttachment } from "../../../../src/context/attachment.ts";
import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";
import { describeFailure } from "../../../../src/shared/failures/failureWords.ts";
import { setHubProtection } from "../../../../src/shared/guarded/dataProtection.ts";
import { packedChunk, plainChunk, png } from "../../../support/madeFiles.ts";
import { asking, cpf, idOf, protectionIn } from "./streams.ts";

afterEach(() => setHubProtection(undefined));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

function showing(picture: Uint8Array): ChatRequest {
  const image = { type: "image", mimeType: "image/png", base64: base64(picture) } as const;
  const content = [{ type: "text", text: "What is this?" } as const, image];
  return { ...asking(""), messages: [{ role: "user", content }] };
}

const withValue = png(packedChunk(`CPF ${cpf}`));
const broken = png(["zTXt", Buffer.from("Comment\0\0no zlib")]);

test.for(["warn", "block", "mask"] as const)(
  "in the mode %s a value in a picture's text is refused until it is allowed",
  async (mode) => {
    const { protection, decisions } = protectionIn(mode);
    const refused = await protection.apply(showing(withValue), { conversationId: "c1" });
    expect(refused).toMatchObject({
      refusal: { kind: "dlp_local", dlpFindings: [{ type: "cpf", count: 1 }] },
      refusedIds: [idOf(cpf)],
    });
    decisions.decide("c1", [idOf(cpf)], "allow");
    const allowed = await protection.apply(showing(withValue), { conversationId: "c1" });
    expect([allowed.refusal, allowed.request.messages]).toEqual([
      undefined,
      showing(withValue).messages,
    ]);
  },
);

test("a picture without a value is sent, and in the mode off every picture", async () => {
  const plain = await protectionIn("block").protection.apply(showing(png(plainChunk("a cat"))));
  const off = await protectionIn("off").protection.apply(showing(withValue));
  expect([plain.refusal, off.refusal]).toEqual([undefined, undefined]);
});

test("where the hub refuses unsearchable files, the editor refuses them before it sends", async () => {
  const { protection } = protectionIn("off");
  expect((await protection.apply(showing(broken))).refusal).toBeUndefined();
  setHubProtection({ actions: {}, may_mask: true, in_house: null, refuse_unread: true });
  const { refusal } = await protection.apply(showing(broken));
  expect(refusal).toEqual({ kind: "dlp_unread" });
  const words = refusal ? [describeFailure(refusal, "en"), describeFailure(refusal, "pt-br")] : [];
  expect(words.map(({ headline }) => headline)).toEqual([
    expect.stringContaining("cannot search"),
    expect.stringContaining("não consegue buscar"),
  ]);
  expect((await protection.apply(showing(withValue))).refusal).toBeUndefined();
});

test("the report before sending lists a value in a picture with the picture's name", () => {
  const source = { kind: "image", path: "photos/a.png", languageId: "" } as const;
  const image = createAttachment("a1", source, base64(withValue));
  const values = attachmentSources([image], new TextScanner()).flatMap(
    ({ text, findings, placeOf }) =>
      findings.map((finding) => [text.slice(finding.start, finding.end), placeOf(finding)]),
  );
  expect(values).toEqual([[cpf, { where: "attachment", attachmentId: "a1", name: "a.png" }]]);
});
