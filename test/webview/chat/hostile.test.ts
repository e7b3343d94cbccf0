import { expect, test } from "vitest";

import {
  answer,
  attachment,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { openChat } from "../../support/fakeHost/chatPage.ts";
import { hostOf } from "../../support/fakeHost/hostHandle.ts";

const canary = "https://canary.example/leak";

const payloads: readonly string[] = [
  `![x](${canary}.png)`,
  `![x][r]\n\n[r]: ${canary}.png`,
  `<img src="${canary}">`,
  `<img srcset="${canary} 2x">`,
  `<picture><source srcset="${canary}"><img></picture>`,
  `<video src="${canary}" poster="${canary}"></video>`,
  `<audio src="${canary}"></audio>`,
  `<svg><image href="${canary}"/><use href="${canary}#a"/></svg>`,
  `<link rel="stylesheet" href="${canary}">`,
  `<style>@import "${canary}"; body { background: url(${canary}) }</style>`,
  `<iframe src="${canary}"></iframe>`,
  `<object data="${canary}"></object>`,
  `<embed src="${canary}">`,
  `<input type="image" src="${canary}">`,
  `<body background="${canary}">`,
  `<script src="${canary}"></script>`,
  `<script>fetch("${canary}")</script>`,
  `<img src=x onerror="fetch('${canary}')">`,
  `<a href="${canary}" ping="${canary}">x</a>`,
  `<base href="${canary}">`,
  `<meta http-equiv="refresh" content="0;url=${canary}">`,
  `<form action="${canary}"><button>x</button></form>`,
  `\`\`\`mermaid\ngraph TD; A[<img src="${canary}">]\n\`\`\``,
  `\`\`\`html\n<img src="${canary}">\n\`\`\``,
  `$\\includegraphics{${canary}}$`,
  `[x](javascript:fetch('${canary}'))`,
  `<${canary}>`,
  `[![x](${canary})](${canary})`,
];

test("nothing that a model, a hub or a file name says is fetched or run", async () => {
  const everything = payloads.join("\n\n");
  const { page, foreignRequests, problems } = await openChat({
    snapshot: snapshot({
      messages: [
        userMessage("m1", everything, {
          attachments: [attachment("a1", { name: payloads[2] ?? "" })],
        }),
        answer("m2", everything, {
          answeredBy: payloads[2] ?? "",
          failure: { kind: "unknown", raw: everything.slice(0, 4000), hubCode: "<img src=x>" },
          state: "failed",
        }),
      ],
      view: { ...readyView, selectedModel: payloads[2] ?? "" },
    }),
  });
  const host = hostOf(page);
  await page.getByRole("article").last().waitFor();
  await host.emit({
    kind: "answerStarted",
    message: answer("m3", "", { parentId: "m2", state: "streaming" }),
  });
  for (const payload of payloads) {
    for (const cut of [0, Math.floor(payload.length / 2)]) {
      const text =
        cut === 0 ? payload.slice(0, Math.floor(payload.length / 2)) : payload.slice(cut);
      await host.emit({ kind: "partDelta", messageId: "m3", part: "text", text });
    }
    await host.emit({ kind: "partDelta", messageId: "m3", part: "text", text: "\n\n" });
  }
  await host.emit({ kind: "answerEnded", messageId: "m3", state: "complete" });
  await page.locator('article[data-state="complete"]').waitFor();
  // Drawn as a formula, whose source is there for copying only.
  await page.getByText("includegraphics").last().waitFor({ state: "attached" });
  const elements = await page.evaluate(
    () =>
      document.querySelectorAll(
        "#root :is(img, picture, video, audio, source, svg, iframe, object, embed, link, style, script, base, meta, form[action], [onerror], [ping], [style*=url])",
      ).length,
  );
  expect({ foreignRequests, problems, elements }).toEqual({
    foreignRequests: [],
    problems: [],
    elements: 0,
  });
});

test("a link opens only after a click, through the host, and never a command", async () => {
  const { page, foreignRequests } = await openChat({
    snapshot: snapshot({
      messages: [
        answer(
          "m1",
          `[good](${canary}) [bad](command:evil) [worse](javascript:alert(1)) [file](file:///etc/passwd)`,
        ),
      ],
    }),
  });
  const host = hostOf(page);
  await page.getByText("good").click();
  await expect.poll(() => host.calls("openLink")).toEqual([{ href: canary }]);
  for (const name of ["bad", "worse", "file"]) {
    await page.getByText(name, { exact: true }).click();
  }
  await expect.poll(() => host.calls("openLink")).toEqual([{ href: canary }]);
  expect(foreignRequests).toEqual([]);
  expect(new URL(page.url()).hostname).toBe("127.0.0.1");
});
