// Unpacks Chromium into ./chromium, with the libraries and fonts that a bare system lacks.
import { resolve } from "node:path";

// The package unpacks into the folder for temporary files, and the libraries only on Lambda.
process.env.TMPDIR = resolve("chromium");
process.env.AWS_EXECUTION_ENV = "AWS_Lambda_nodejs24.x";
const { default: chromium } = await import("@sparticuz/chromium");
await chromium.executablePath();
