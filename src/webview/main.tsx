import { render } from "preact";

import { systemClock } from "../shared/base/clock.ts";
import { App } from "./chat/App.tsx";
import { createPage } from "./createPage.ts";
import { FeatureProviders } from "./FeatureProviders.tsx";
import { focusMainControl } from "./kit/focus.ts";
import { PageProvider } from "./page/page.ts";
import { loadLanguage } from "./words/words.ts";

async function start(root: HTMLElement): Promise<void> {
  const { page, features } = createPage(
    document.body,
    await loadLanguage(document.body),
    systemClock,
  );
  window.addEventListener("blur", () => page.composer.saveNow());
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) {
      focusMainControl();
    }
  });
  // The host sends no events to a hidden page.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      page.attach();
    }
  });
  render(
    <PageProvider value={page}>
      <FeatureProviders features={features}>
        <App />
      </FeatureProviders>
    </PageProvider>,
    root,
  );
  page.attach();
}

const root = document.querySelector<HTMLElement>("#root");
if (root) {
  void start(root);
}
