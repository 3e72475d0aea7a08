// A picture that a member uploads: one file by POST, answered with an address that only its owner
// and staff who may look at it can open, with their token in the header. Apps show it by a blob.
// Browser-safe: no schema library.

/** Posted as `multipart/form-data` with this one part, to this path. */
export const IMAGE_UPLOAD_PATH = "/api/common/image_upload";
export const IMAGE_FIELD = "file";
export const IMAGE_BYTES_MAX = 10_000_000;
export const IMAGE_PIXELS_MAX = 40_000_000;
/** What a form lets people choose; the server looks at the picture and not at its name. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** The address of an uploaded picture: `/files/` and 128 random bits. */
export const FILE_URL = /^\/files\/([A-Za-z0-9_-]{22})$/;

export function fileUrlOf(id: string): string {
  return `/files/${id}`;
}

/** Null when it is no address of ours. */
export function fileIdOf(url: string): string | null {
  return FILE_URL.exec(url)?.[1] ?? null;
}

/** The address of what was uploaded. Throws when the answer is something else. */
export function uploadedUrlFromWire(wire: unknown): string {
  const { url } = wire as { url: string };
  if (fileIdOf(url) === null) throw new Error("The answer is not an uploaded picture");
  return url;
}
