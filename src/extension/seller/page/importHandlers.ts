import type { Handlers } from "../../../shared/base/rpc.ts";
import type { sellerHostContract } from "../../../shared/sellerPage/sellerProtocol.ts";
import { done } from "../../view/pageCalls.ts";
import type { ImportSession } from "../import/importSession.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { SellerWords } from "../sellerWords.ts";

interface ImportHandlersDeps {
  readonly ui: SellerUi;
  readonly words: SellerWords;
}

type Imports = Pick<
  Handlers<typeof sellerHostContract>,
  | "chooseImportFile"
  | "changeImport"
  | "useImportProfile"
  | "saveImportProfile"
  | "removeImportProfile"
  | "checkImport"
  | "importRows"
  | "chooseImportRows"
  | "startImport"
  | "skipRefused"
  | "lookAtImport"
  | "pauseImport"
  | "cancelImport"
  | "showImportProblem"
  | "saveFailedRows"
>;

export function importHandlers({ ui, words }: ImportHandlersDeps, session: ImportSession): Imports {
  return {
    chooseImportFile: async ({ from }) => {
      const input = await ui.pickCsv(from);
      if (input) {
        await session.choose(input);
      }
      return {};
    },
    changeImport: ({ plan }) => done(session.change(plan)),
    useImportProfile: ({ name }) => done(session.useProfile(name)),
    saveImportProfile: async ({ name }) =>
      (await session.saveProfile(name))
        ? { ok: true }
        : { ok: false, message: words.profileNotSaved },
    removeImportProfile: ({ name }) => done(session.removeProfile(name)),
    checkImport: () => done(session.check()),
    importRows: (query) => session.rows(query),
    chooseImportRows: ({ choice, isWritten }) => {
      session.chooseRows(choice, isWritten);
      return {};
    },
    startImport: ({ withUnchanged }) => {
      // Progress is sent on the way, and this promise never rejects.
      void session.start(withUnchanged);
      return {};
    },
    skipRefused: ({ which }) => {
      session.skip(which);
      return {};
    },
    lookAtImport: () => {
      void session.lookAgain();
      return {};
    },
    pauseImport: () => {
      session.pause();
      return {};
    },
    cancelImport: () => {
      session.cancel();
      return {};
    },
    showImportProblem: async ({ line }) => {
      if (session.uri !== undefined) {
        await ui.showLine(session.uri, line);
      }
      return {};
    },
    saveFailedRows: async () => {
      const failed = session.written?.failedRows;
      return failed && (await ui.save(failed.name, failed.content))
        ? { ok: true }
        : { ok: false, message: words.declined };
    },
  };
}
