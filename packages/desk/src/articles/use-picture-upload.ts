// Uploads a picture that everybody will see, and tells what went wrong with it in a toast.

import { PICTURE_UPLOAD_PATH, pictureUrlFromWire } from "@truetick/contract/content";
import { useState } from "react";
import { useDesk } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";

export function usePictureUpload(): {
  readonly isUploading: boolean;
  /** Answers its address; null when it was not taken. */
  readonly upload: (file: File) => Promise<string | null>;
} {
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [isUploading, setIsUploading] = useState(false);
  return {
    isUploading,
    upload: async (file) => {
      setIsUploading(true);
      const read = pictureUrlFromWire;
      const answer = await server.upload({ path: PICTURE_UPLOAD_PATH, file, read });
      setIsUploading(false);
      if (answer.isOk) return answer.value;
      const title = textOf(answer.failure);
      if (title !== null) toasts.show({ tone: "failed", title });
      return null;
    },
  };
}
