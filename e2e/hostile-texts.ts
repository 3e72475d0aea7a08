// Texts that try to become more than words, for journeys in a real browser (T31): tags, handlers,
// addresses, and ways out of where a text may stand. Each would leave `hurt` on the window. The
// server's tests have a longer list of their own.

const CALL = "window.hurt=1";

export function hostileTexts(): readonly string[] {
  return [
    `<script>${CALL}</script>`,
    `<img src=x onerror=${CALL}>`,
    `<svg onload=${CALL}>`,
    `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
    `<iframe src="javascript:${CALL}"></iframe>`,
    `<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>`,
    `<video><source onerror=${CALL}></video>`,
    `<details open ontoggle=${CALL}>`,
    `<input autofocus onfocus=${CALL}>`,
    `<a href="javascript:${CALL}">x</a>`,
    `<form action="javascript:${CALL}"><button>x</button></form>`,
    `<meta http-equiv="refresh" content="0;url=javascript:${CALL}">`,
    `<style>@import'//evil.test/x.css';</style>`,
    `<base href="//evil.test/">`,
    `<math><mtext></form><form><mglyph><style></math><img src onerror=${CALL}>`,
    `<noscript><p title="</noscript><img src=x onerror=${CALL}>"></noscript>`,
    `"><script>${CALL}</script>`,
    `' autofocus onfocus='${CALL}`,
    `</textarea><script>${CALL}</script>`,
    `</li></ol><script>${CALL}</script>`,
    `\${${CALL}}`,
    `{{constructor.constructor('${CALL}')()}}`,
    `&lt;script&gt;${CALL}&lt;/script&gt;`,
    `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  ];
}
