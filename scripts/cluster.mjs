// `npm run cluster`: the whole platform on this machine as an operator would run it on several.
// Checks Node, then leaves the rest to cluster/run-cluster.mjs, which may use today's language.
import { requireNode } from "./node-version.mjs";

requireNode();
void import("./cluster/run-cluster.mjs");
