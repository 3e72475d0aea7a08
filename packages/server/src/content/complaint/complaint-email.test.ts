// T83: the address for complaints, asked of another host that may lie, break, hang or be gone.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { COMPANY, type ContentHouse, openContentHouse } from "../testing/open-content.ts";

let house: ContentHouse;
beforeAll(async () => {
  house = await openContentHouse();
});
afterAll(() => house.close());
afterEach(() => house.clean());

describe("the complaint address", () => {
  type Host = { answer: string; status: number; isSilent: boolean; asked: number };

  async function openHost() {
    const host: Host = { answer: "", status: 200, isSilent: false, asked: 0 };
    const server = createServer((_request, response) => {
      host.asked += 1;
      if (host.isSilent) return;
      response.writeHead(host.status, { location: "https://evil.test/" }).end(host.answer);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    };
    return { host, close, url: `http://127.0.0.1:${port}/complaint` };
  }

  const read = async () => (await house.get("/api/default/complaint_email")).data?.email;
  const later = () => house.clock.advance(60_000);

  it("is the company's own, unless another host is named", async () => {
    await house.open();
    expect(await read()).toBe("complaints@example.test");
    await house.open({ company: { ...COMPANY, email: "" } });
    expect(await house.get("/api/default/complaint_email")).toMatchObject({
      reason: "COMPLAINT_EMAIL_MISSING",
    });
  });

  it.each([
    '{"email":"ombudsman@example.test"}',
    '{"code":1,"msg":"","data":{"email":"ombudsman@example.test"}}',
    "ombudsman@example.test\n",
  ])("is read from %j", async (answer) => {
    const { host, url, close } = await openHost();
    host.answer = answer;
    await house.open({ complaintUrl: url });
    expect(await read()).toBe("ombudsman@example.test");
    await close();
  });

  it("T83: stays what it was when the other host lies, breaks, sends away or is gone", async () => {
    const { host, url, close } = await openHost();
    await house.open({ complaintUrl: url });
    host.answer = '{"email":"ombudsman@example.test"}';
    expect(await read()).toBe("ombudsman@example.test");
    const hostile: Partial<Host>[] = [
      { answer: '{"email":"<script>alert(1)</script>"}' },
      { answer: '{"email":"a@b.test, c@d.test"}' },
      { answer: '{"email":["a@b.test"]}' },
      { answer: "null" },
      { answer: "x".repeat(10_000) },
      { answer: "new@example.test", status: 500 },
      { answer: "", status: 302 },
      { isSilent: true },
    ];
    for (const mood of hostile) {
      Object.assign(host, { answer: "", status: 200, isSilent: false, ...mood });
      later();
      const before = host.asked;
      expect(await read()).toBe("ombudsman@example.test");
      await expect.poll(() => host.asked, { timeout: 20_000 }).toBe(before + 1);
    }
    await close();
    later();
    expect(await read()).toBe("ombudsman@example.test");
  });

  it("T83: is the company's own after two seconds while the other host says nothing", async () => {
    const { host, url, close } = await openHost();
    host.isSilent = true;
    await house.open({ complaintUrl: url });
    const startedAt = Date.now();
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    expect(new Set(answers)).toEqual(new Set(["complaints@example.test"]));
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    expect(host.asked).toBe(1);
    const again = Date.now();
    expect(await read()).toBe("complaints@example.test");
    expect(Date.now() - again).toBeLessThan(1_500);
    await close();
  });
});
