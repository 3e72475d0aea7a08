// `npm run dev`: checks Node, then leaves the rest to develop.mjs.
import { requireNode } from "./node-version.mjs";

requireNode();
void import("./develop.mjs");
