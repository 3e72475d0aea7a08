// How an article is drawn, for the app that shows it and the desk that writes it. Apart from the
// package's front door, so that only pages with one carry it.

export { ArticleBody, type ArticlePiece, type RenderLink } from "./article-body.tsx";
export { ArticlePage } from "./article-page.tsx";
export { Picture } from "./picture.tsx";
