// @ts-check
// Reads TypeScript, JSX, CSS or SQL just far enough to tell code from comments and texts, so that
// a rule about code never fires on a sentence. Used by every rule of tidy; it never throws: what
// it cannot read it leaves as code. Invariant: `code` has the same length and lines as the text.

/**
 * @typedef {{ readonly path: string, readonly text: string }} File
 * @typedef {{ readonly line: number, readonly rule: string, readonly what: string }} Breach
 * @typedef {{ at: number, line: number, text: string, kind: "line" | "block" }} Comment
 * @typedef {{ at: number, line: number, text: string }} Literal
 * @typedef {{ line: number, specifier: string, isTypeOnly: boolean }} Import
 * @typedef {{ code: string, comments: Comment[], literals: Literal[], imports: Import[] }} Source
 */

/** @type {WeakMap<File, Source>} */
const READ = new WeakMap();

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{;+\-*%~^]|=>|\b(?:return|typeof|case|in|of|do|else))$/;

/** @param {File} file @returns {Source} */
export function sourceOf(file) {
  const known = READ.get(file);
  if (known) return known;
  const source = readSource(file);
  READ.set(file, source);
  return source;
}

/** @param {string} text @param {number} at */
export function lineAt(text, at) {
  let line = 1;
  for (let index = text.indexOf("\n"); index !== -1 && index < at; ) {
    line += 1;
    index = text.indexOf("\n", index + 1);
  }
  return line;
}

/** @param {File} file @returns {Source} */
function readSource({ path, text }) {
  const reader = new Reader(text, path.split(".").at(-1) ?? "");
  reader.read();
  const code = reader.out.join("");
  return {
    code,
    comments: reader.comments,
    literals: reader.literals,
    imports: importsOf(code, reader.literals),
  };
}

/** @param {string} code @param {Literal[]} literals @returns {Import[]} */
function importsOf(code, literals) {
  const imports = [];
  for (const literal of literals) {
    const before = code.slice(Math.max(0, literal.at - 2_000), literal.at);
    if (!/(?:\bfrom|\bimport|\b(?:import|require)\s*\()\s*$/.test(before)) continue;
    const statement = before.slice(
      Math.max(before.lastIndexOf("import"), before.lastIndexOf("export")),
    );
    const isTypeOnly = /^(?:import|export)\s+type\b/.test(statement);
    imports.push({ line: literal.line, specifier: literal.text, isTypeOnly });
  }
  return imports;
}

class Reader {
  /** @param {string} text @param {string} extension */
  constructor(text, extension) {
    this.text = text;
    this.extension = extension;
    this.at = 0;
    this.line = 1;
    /** @type {string[]} */
    this.out = [];
    /** @type {Comment[]} */
    this.comments = [];
    /** @type {Literal[]} */
    this.literals = [];
    /** How many braces are open inside each `${` we are in. @type {number[]} */
    this.holes = [];
  }

  read() {
    while (this.at < this.text.length) this.step();
  }

  step() {
    const { text, at, extension } = this;
    if (extension === "sql" && this.stepSql()) return;
    if (extension !== "sql" && extension !== "css" && this.stepScript()) return;
    if (!text.startsWith("/*", at)) return this.keep(1);
    const end = text.indexOf("*/", at + 2);
    this.comment(end === -1 ? text.length : end + 2, "block");
  }

  /** @returns {boolean} whether something of SQL's own was read */
  stepSql() {
    const { text, at } = this;
    if (text.startsWith("--", at)) this.comment(this.endOfLine(), "line");
    else if (text[at] === "'") this.quoted("'");
    return this.at > at;
  }

  /** @returns {boolean} whether something of the script's own was read */
  stepScript() {
    const { text, at } = this;
    const char = text[at] ?? "";
    if (text.startsWith("//", at)) this.comment(this.endOfLine(), "line");
    else if (char === '"' || char === "'") this.quoted(char);
    else if (char === "`") this.template(1);
    else if (char === "/" && this.isRegex()) this.regex();
    else if (this.holes.length > 0 && char === "}") this.closeBrace();
    else if (this.holes.length > 0 && char === "{") this.openBrace();
    return this.at > at;
  }

  endOfLine() {
    const end = this.text.indexOf("\n", this.at);
    return end === -1 ? this.text.length : end;
  }

  /** @param {number} count */
  keep(count) {
    for (let index = 0; index < count; index += 1) {
      const char = this.text[this.at] ?? "";
      if (char === "\n") this.line += 1;
      this.out.push(char);
      this.at += 1;
    }
  }

  /** @param {number} end */
  blank(end) {
    for (; this.at < end; this.at += 1) {
      const isBreak = this.text[this.at] === "\n";
      if (isBreak) this.line += 1;
      this.out.push(isBreak ? "\n" : " ");
    }
  }

  /** @param {number} end @param {"line" | "block"} kind */
  comment(end, kind) {
    this.comments.push({ at: this.at, line: this.line, text: this.text.slice(this.at, end), kind });
    this.blank(end);
  }

  /**
   * A text in quotes ends on its own line; an apostrophe in JSX prose does not and is code.
   * @param {string} quote
   */
  quoted(quote) {
    const limit = this.endOfLine();
    let end = this.at + 1;
    while (end < limit && this.text[end] !== quote) end += this.text[end] === "\\" ? 2 : 1;
    if (end >= limit) return this.keep(1);
    this.literal(this.at + 1, end);
    this.keep(1);
    this.blank(end);
    this.keep(1);
  }

  /** @param {number} from @param {number} to */
  literal(from, to) {
    this.literals.push({ at: this.at, line: this.line, text: this.text.slice(from, to) });
  }

  /** @param {number} opening characters that open this stretch: a backtick or a closing brace */
  template(opening) {
    this.keep(opening);
    const { text } = this;
    let end = this.at;
    while (end < text.length && text[end] !== "`" && !text.startsWith("${", end)) {
      end += text[end] === "\\" ? 2 : 1;
    }
    this.literal(this.at, end);
    this.blank(Math.min(end, text.length));
    if (text[this.at] === "`") return this.keep(1);
    this.holes.push(0);
    this.keep(2);
  }

  openBrace() {
    this.holes.push((this.holes.pop() ?? 0) + 1);
    this.keep(1);
  }

  closeBrace() {
    const open = this.holes.pop() ?? 0;
    if (open === 0) return this.template(1);
    this.holes.push(open - 1);
    this.keep(1);
  }

  isRegex() {
    const next = this.text[this.at + 1];
    if (next === "/" || next === "*" || next === ">") return false;
    const before = this.out.slice(-200).join("").trimEnd();
    return REGEX_MAY_FOLLOW.test(before);
  }

  regex() {
    const limit = this.endOfLine();
    let end = this.at + 1;
    let isInClass = false;
    while (end < limit && (isInClass || this.text[end] !== "/")) {
      if (this.text[end] === "[") isInClass = true;
      if (this.text[end] === "]") isInClass = false;
      end += this.text[end] === "\\" ? 2 : 1;
    }
    if (end >= limit) return this.keep(1);
    this.keep(1);
    this.blank(end);
    this.keep(1);
  }
}
