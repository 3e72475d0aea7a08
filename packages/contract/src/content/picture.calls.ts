// The calls about pictures that everybody may see. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { file } from "../sent.calls.ts";
import { PICTURE_UPLOAD_PATH, PICTURE_URL } from "./picture.ts";

const PictureInput = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) });

export function pictureIdFromFields({ id }: z.output<typeof PictureInput>): string {
  return id;
}

export const getPicture = call({
  method: "GET",
  path: "/pictures/{id}",
  effect: "read",
  audience: "visitor",
  summary: "A picture of an article, for everybody and for ever the same.",
  input: PictureInput,
  output: file(),
  reasons: ["NOT_FOUND"],
});

export const uploadPicture = call({
  method: "POST",
  path: PICTURE_UPLOAD_PATH,
  effect: "write",
  audience: "staff",
  permission: "content.write",
  body: "image",
  summary: "Takes a picture for an article, decoded and encoded anew; answers its address.",
  input: z.object({}),
  output: z.object({ url: z.string().regex(PICTURE_URL) }),
  reasons: ["IMAGE_REFUSED", "IMAGE_TOO_LARGE", "UPLOADS_EXHAUSTED"],
});
