// oxlint-disable-next-line import/no-unassigned-import -- becomes seller.css
import "./seller.css";
import { render } from "preact";

import { systemClock } from "../../shared/base/clock.ts";
import { hostChannel } from "../kit/vscodeApi.ts";
import { SellerApp } from "./components/SellerApp.tsx";
import { createSellerPage, SellerPageProvider } from "./sellerPage.ts";

const root = document.querySelector<HTMLElement>("#root");
if (root) {
  const isPortuguese = document.body.dataset["locale"] === "pt-br";
  const page = createSellerPage(hostChannel, isPortuguese, systemClock);
  render(
    <SellerPageProvider value={page}>
      <SellerApp />
    </SellerPageProvider>,
    root,
  );
  void page.attach();
}
