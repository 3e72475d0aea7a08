// Texts that try to become more than words: the ways of OWASP's filter-evasion list in our own
// words, for everything that somebody writes and somebody else reads (T31, T33). For tests and
// journeys.

const CALL = "window.hurt=1";

const TAGS = [
  `<script>${CALL}</script>`,
  `<SCRIPT SRC=//evil.test/x.js></SCRIPT>`,
  `<img src=x onerror=${CALL}>`,
  `<img src="x" onerror="${CALL}">`,
  `<IMG SRC=\`javascript:${CALL}\`>`,
  `<img/src/onerror=${CALL}>`,
  `<svg onload=${CALL}>`,
  `<svg/onload=${CALL}//`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${CALL}>`,
  `<body onload=${CALL}>`,
  `<iframe src="javascript:${CALL}"></iframe>`,
  `<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<video><source onerror=${CALL}></video>`,
  `<audio src=x onerror=${CALL}>`,
  `<details open ontoggle=${CALL}>`,
  `<input autofocus onfocus=${CALL}>`,
  `<select autofocus onfocus=${CALL}>`,
  `<textarea autofocus onfocus=${CALL}>`,
  `<marquee onstart=${CALL}>`,
  `<a href="javascript:${CALL}">x</a>`,
  `<a href="JaVaScRiPt:${CALL}">x</a>`,
  `<a href="java&#10;script:${CALL}">x</a>`,
  `<form action="javascript:${CALL}"><button>x</button></form>`,
  `<button formaction="javascript:${CALL}">x</button>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${CALL}">`,
  `<link rel=stylesheet href="//evil.test/x.css">`,
  `<style>@import'//evil.test/x.css';</style>`,
  `<style>*{background:url(//evil.test)}</style>`,
  `<base href="//evil.test/">`,
  `<template><script>${CALL}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>"></noscript>`,
  `<!--><script>${CALL}</script-->`,
  `<![CDATA[<script>${CALL}</script>]]>`,
  `<?xml version="1.0"?><script>${CALL}</script>`,
  `<x onclick=${CALL}>x</x>`,
  `<div style="width:expression(${CALL})">`,
] as const;

const BREAKOUTS = [
  `"><script>${CALL}</script>`,
  `'><img src=x onerror=${CALL}>`,
  `--><svg onload=${CALL}>`,
  `</title><script>${CALL}</script>`,
  `</textarea><script>${CALL}</script>`,
  `" onmouseover="${CALL}`,
  `' autofocus onfocus='${CALL}`,
  `\${${CALL}}`,
  `{{constructor.constructor('${CALL}')()}}`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `&#60;script&#62;${CALL}&#60;/script&#62;`,
  `%3Cscript%3E${CALL}%3C/script%3E`,
  `\\u003cscript\\u003e${CALL}\\u003c/script\\u003e`,
  `＜script＞${CALL}＜/script＞`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<<script>${CALL}//<</script>`,
] as const;

/** In the notation of articles itself. */
const MARKS = [
  `[x](javascript:${CALL})`,
  `[x](JAVASCRIPT:${CALL})`,
  `[x](javascript://example.com/%0a${CALL})`,
  `[x](data:text/html,<script>${CALL}</script>)`,
  `[x](vbscript:${CALL})`,
  `[x](//evil.test)`,
  `[x](/\\evil.test)`,
  `[x](https://example.com@evil.test/)`,
  `![x](https://evil.test/pixel.png)`,
  `![" onerror="${CALL}](javascript:${CALL})`,
  `## <img src=x onerror=${CALL}>`,
  `- <script>${CALL}</script>`,
  `**<svg onload=${CALL}>**`,
] as const;

export const HOSTILE_TEXTS: readonly string[] = [...TAGS, ...BREAKOUTS, ...MARKS];
