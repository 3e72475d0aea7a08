// `npm start`: checks Node, then leaves the rest to launch.mjs, which may use today's language.
// Static imports would all be parsed first, and an old Node would show a syntax error instead.
import { requireNode } from "./node-version.mjs";

requireNode();
void import("./launch.mjs");
