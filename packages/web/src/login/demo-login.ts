// The demo account in one tap: a device id of 128 random bits, made here once and kept by the
// browser, opens the same demo account every time (T20). It is sent to the server and shown to
// nobody.

import { requestDemoLogin } from "@truetick/contract";
import { randomId } from "@truetick/ui/state";
import { useState } from "react";
import { useApp } from "../app/app.ts";
import type { Storage } from "../app/storage.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { useEnter } from "../door/use-enter.ts";

const STORED = "demoId";
const DEVICE_ID = /^[0-9a-f]{32}$/;

/** The device's own id; a new one when there is none, or something else in its place. */
export function deviceIdOf(storage: Storage): string {
  const kept = storage.read(STORED);
  if (kept !== null && DEVICE_ID.test(kept)) return kept;
  const fresh = randomId();
  storage.write(STORED, fresh);
  return fresh;
}

export function useDemoLogin(): { readonly isOpening: boolean; readonly open: () => void } {
  const { server, storage } = useApp();
  const tellFailure = useTellFailure();
  const enter = useEnter();
  const [isOpening, setIsOpening] = useState(false);
  const open = async () => {
    setIsOpening(true);
    const answer = await server.write(requestDemoLogin(deviceIdOf(storage)));
    setIsOpening(false);
    if (answer.isOk) enter(answer.value, "/trade");
    else tellFailure(answer.failure);
  };
  return { isOpening, open: () => void open() };
}
