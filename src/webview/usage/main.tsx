// oxlint-disable-next-line import/no-unassigned-import -- becomes usage.css
import "./usage.css";
import { render } from "preact";

import { RpcClient, RpcServer } from "../../shared/base/rpc.ts";
import { usageHostContract, usageViewContract } from "../../shared/hubApi/usageContract.ts";
import { hostChannel } from "../kit/vscodeApi.ts";
import { loadLanguage } from "../words/words.ts";
import { UsageApp } from "./UsageApp.tsx";
import { UsageProvider } from "./usageContext.ts";
import { UsageState } from "./usageState.ts";
import { usageEn, usagePtBr } from "./usageWords.ts";

async function start(root: HTMLElement): Promise<void> {
  const { locale, lateWords } = await loadLanguage(document.body);
  const language = { locale, words: await lateWords.load() };
  const words = locale === "pt-br" ? usagePtBr : usageEn;
  const host = new RpcClient(hostChannel, usageHostContract).calls;
  const state = new UsageState({ host, now: () => Date.now() });
  const server = new RpcServer(hostChannel, usageViewContract, {
    reload: () => {
      void state.load();
    },
  });
  window.addEventListener("pagehide", () => server.dispose());
  document.title = words.title;
  render(
    <UsageProvider value={{ state, words, language }}>
      <UsageApp />
    </UsageProvider>,
    root,
  );
  await state.load();
}

const root = document.querySelector<HTMLElement>("#root");
if (root) {
  void start(root);
}
