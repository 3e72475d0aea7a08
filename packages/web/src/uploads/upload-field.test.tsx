// One image at a time: progress while it goes, a picture when it is kept, and nothing but the
// reason when it failed. What is no image, or too large, is not sent at all.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { IMAGE_BYTES_MAX } from "@truetick/contract/cashier";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { UploadField } from "./upload-field.tsx";
import { useUpload } from "./use-upload.ts";

/** The browser's own way of sending, as far as a test has to play it. */
class Sending {
  static readonly all: Sending[] = [];
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  responseText = "";
  status = 200;
  timeout = 0;
  isAborted = false;

  constructor() {
    Sending.all.push(this);
  }
  open(method: string): void {
    expect(method).toBe("POST");
  }
  send(form: FormData): void {
    expect([...form.keys()]).toEqual(["file"]);
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }
  answer(body: object): void {
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

beforeEach(() => {
  Sending.all.length = 0;
  vi.stubGlobal("XMLHttpRequest", Sending);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form() {
  const upload = useUpload();
  return (
    <>
      <UploadField name="proof" label="Proof" upload={upload} />
      <output>{upload.url}</output>
    </>
  );
}

const image = (name: string, bytes = 1_000) =>
  new File([new Uint8Array(bytes)], name, { type: "image/png" });
const choose = (file: File) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText("Proof"), { target: { files: [file] } });
  });

test("goes with its progress and ends as an address", async () => {
  await showScreen(<Form />);
  await choose(image("paid.png"));
  const [sending] = Sending.all;
  expect(sending?.headers).toEqual({ lang: "hk", authorization: "token" });
  await act(async () => sending?.upload.onprogress?.({ loaded: 550, total: 1_100 }));
  expect(screen.getByRole("progressbar", { name: "Uploading" }).getAttribute("value")).toBe("50");
  const kept = `/files/${"a".repeat(22)}`;
  await act(async () => sending?.answer({ code: 1, msg: "", data: { url: kept } }));
  expect(document.querySelector("output")?.textContent).toBe(kept);
  expect(screen.getByText(/^Uploaded/)).toBeTruthy();
});

test("a failed upload clears the picture and says why", async () => {
  await showScreen(<Form />);
  await choose(image("torn.png"));
  expect(screen.getByText("torn.png")).toBeTruthy();
  await act(async () =>
    Sending.all[0]?.answer({ code: 2550, msg: "This is no picture.", reason: "IMAGE_REFUSED" }),
  );
  expect(screen.queryByText("torn.png")).toBeNull();
  expect(screen.getByText("This is no picture.")).toBeTruthy();
  expect(document.querySelector("output")?.textContent).toBe("");
});

test("one that is given up is not sent on, and another takes its place", async () => {
  await showScreen(<Form />);
  await choose(image("first.png"));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Cancel upload" })));
  expect(Sending.all[0]?.isAborted).toBe(true);
  await choose(image("second.png"));
  expect(screen.getByText("second.png")).toBeTruthy();
  expect(Sending.all).toHaveLength(2);
});

test.each([
  [new File(["text"], "notes.txt", { type: "text/plain" }), /not a JPEG, PNG or WebP/],
  [image("huge.png", IMAGE_BYTES_MAX + 1), /larger than 10 MB/],
])("what cannot be an image is not sent", async (file, said) => {
  await showScreen(<Form />);
  await choose(file);
  expect(screen.getByText(said)).toBeTruthy();
  expect(Sending.all).toEqual([]);
});
