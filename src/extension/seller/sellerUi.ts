import type { SellerListId } from "../../shared/sellerPage/sellerState.ts";
import type { SellerProfile } from "./environments/environments.ts";
import type { CsvInput } from "./import/csvInput.ts";

/** The editor functions that the seller part uses. */
export interface SellerUi {
  /** Asks the person to type the environment's name before a write in production. */
  confirmProduction(profile: SellerProfile, act: string): Promise<boolean>;
  /** Asks the person, in a modal question, about what a write would do. */
  confirmRisk(question: string, act: string): Promise<boolean>;
  copy(text: string): Promise<void>;
  /** Opens a text in a new, unsaved document. */
  showText(content: string, language: string): Promise<void>;
  /** The language of the open file. */
  activeLanguage(): string | undefined;
  /** Asks for a place and writes the file; false if the person cancels. */
  save(
    name: string,
    content: Iterable<string> | AsyncIterable<Uint8Array | string>,
  ): Promise<boolean>;
  pickCsv(from: "disk" | "editor"): Promise<CsvInput | undefined>;
  showLine(uri: string, line: number): Promise<void>;
  /** Asks for one of the texts for programs, and opens it. */
  showForPrograms(): Promise<void>;
  addEnvironment(): Promise<void>;
  /** Asks where a list is in the portal's answer, and keeps it in the chosen environment. */
  chooseList(list: SellerListId): Promise<void>;
  /** Removes the person's choice for a list from the environment that is chosen. */
  forgetListChoice(list: SellerListId): Promise<void>;
  setCredentials(): Promise<void>;
  openSettings(): Promise<void>;
}
