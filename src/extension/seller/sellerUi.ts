import type { SellerListId } from "../../shared/sellerPage/sellerState.ts";
import type { SellerProfile } from "./environments/environments.ts";
import type { CsvInput } from "./import/csvInput.ts";

export interface SellerUi {
  confirmProduction(profile: SellerProfile, act: string): Promise<boolean>;
  confirmRisk(question: string, act: string): Promise<boolean>;
  copy(text: string): Promise<void>;
  showText(content: string, language: string): Promise<void>;
  activeLanguage(): string | undefined;
  /** False if the person cancels the dialog. */
  save(
    name: string,
    content: Iterable<string> | AsyncIterable<Uint8Array | string>,
  ): Promise<boolean>;
  pickCsv(from: "disk" | "editor"): Promise<CsvInput | undefined>;
  showLine(uri: string, line: number): Promise<void>;
  showForPrograms(): Promise<void>;
  addEnvironment(): Promise<void>;
  chooseList(list: SellerListId): Promise<void>;
  forgetListChoice(list: SellerListId): Promise<void>;
  setCredentials(): Promise<void>;
  openSettings(): Promise<void>;
}
