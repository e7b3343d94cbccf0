import { testLargeFolder } from "./largeFolder.ts";

testLargeFolder({ folders: 80, most: 60_000 });
