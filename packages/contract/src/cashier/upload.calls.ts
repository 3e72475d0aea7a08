// The calls about uploaded pictures. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { file } from "../sent.calls.ts";
import { FILE_URL, IMAGE_UPLOAD_PATH } from "./upload.ts";

export const uploadImage = call({
  method: "POST",
  path: IMAGE_UPLOAD_PATH,
  effect: "write",
  audience: "member",
  body: "image",
  summary: "Takes one picture, decoded and encoded anew; answers its private address.",
  input: z.object({}),
  output: z.object({ url: z.string().regex(FILE_URL) }),
  reasons: ["IMAGE_REFUSED", "IMAGE_TOO_LARGE", "UPLOADS_EXHAUSTED"],
});

const FileInput = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{22}$/) });

export function fileIdFromFields({ id }: z.output<typeof FileInput>): string {
  return id;
}

/** To anybody but its owner and staff who may look at it, it is not there. */
export const getFile = call({
  method: "GET",
  path: "/files/{id}",
  effect: "read",
  audience: "visitor",
  knowsCaller: true,
  summary: "An uploaded picture, for its owner and for staff who may look at it.",
  input: FileInput,
  output: file(),
  reasons: ["NOT_FOUND", "UPLOADS_BUSY"],
});
