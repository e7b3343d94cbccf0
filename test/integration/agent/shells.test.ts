import { describeShells } from "./shellScripts.ts";

describeShells(300);
