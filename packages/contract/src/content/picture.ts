// A picture that everybody may see: of an article, uploaded at the desk, encoded by us and kept
// under a name that nobody can guess and that never means another picture. Browser-safe.

/** Posted as `multipart/form-data` with one part, like every picture. */
export const PICTURE_UPLOAD_PATH = "/v1/api/desk/picture/upload";

export const PICTURE_URL = /^\/pictures\/([0-9a-f]{32})$/;

export function pictureUrlOf(id: string): string {
  return `/pictures/${id}`;
}

/** The address of what was uploaded. Throws when the answer is something else. */
export function pictureUrlFromWire(wire: unknown): string {
  const { url } = wire as { url: string };
  if (!PICTURE_URL.test(url)) throw new Error("The answer is not a picture");
  return url;
}
