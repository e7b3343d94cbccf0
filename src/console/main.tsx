// oxlint-disable-next-line import/no-unassigned-import -- becomes main.css
import "./styles/console.css";
import { render } from "preact";

import { ConsoleProvider } from "./app/console.ts";
import { createConsole } from "./app/createConsole.ts";
import { App } from "./views/App.tsx";

async function start(root: HTMLElement): Promise<void> {
  const console = await createConsole();
  void console.session.load();
  render(
    <ConsoleProvider value={console}>
      <App />
    </ConsoleProvider>,
    root,
  );
}

const root = document.querySelector<HTMLElement>("#root");
if (root) {
  void start(root);
}
