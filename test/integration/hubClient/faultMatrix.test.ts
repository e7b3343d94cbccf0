import { describeFaultMatrix } from "./faultMatrix.ts";

describeFaultMatrix(1);
