// Who of the staff it was, in the reader's language.

import { cleanup, renderHook } from "@testing-library/react";
import hongKong from "@truetick/contract/messages/hk.json";
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { afterEach, expect, test } from "vitest";
import { useStaffName } from "./use-staff-name.ts";

afterEach(cleanup);

test("the server's number is told in the reader's words; another name stays", () => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <IntlProvider locale="zh-Hant-HK" messages={hongKong}>
      {children}
    </IntlProvider>
  );
  const { result } = renderHook(() => useStaffName(), { wrapper });
  expect(result.current("Staff 7")).toBe("職員 7");
  expect(result.current("Staff 7, Staff 8")).toBe("Staff 7, Staff 8");
});
