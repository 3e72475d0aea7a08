// What the reader has to do with the traders on a screen: which of them are copied already, and
// which listing is the reader's own. Asked once for all of a screen's buttons; visitors have
// neither.

import { type Follow, requestFollows } from "@truetick/contract/copying";
import { requestOwnListing } from "@truetick/contract/ranking";
import { useStore } from "@truetick/ui/state";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useApp } from "../app/app.ts";
import { useRead } from "../app/use-read.ts";
import { useCopyNews } from "./use-copy-news.ts";
import { isRunning } from "./use-follows.ts";

type OwnCopying = {
  /** The name under which the reader is listed; null for who is not. */
  readonly ownAlias: string | null;
  readonly followOf: (leader: string) => Follow | null;
};

const NOTHING: OwnCopying = { ownAlias: null, followOf: () => null };
const Copying = createContext(NOTHING);

function MembersCopying({ children }: { readonly children: ReactNode }) {
  const { state: follows, again } = useRead(requestFollows);
  const { state: listing } = useRead(requestOwnListing);
  useCopyNews(again);
  const own = useMemo(() => {
    const running = follows.phase === "ready" ? follows.value.filter(isRunning) : [];
    return {
      ownAlias: listing.phase === "ready" && listing.value.isListed ? listing.value.alias : null,
      followOf: (leader: string) => running.find((follow) => follow.leader === leader) ?? null,
    };
  }, [follows, listing]);
  return <Copying value={own}>{children}</Copying>;
}

export function OwnCopyingFrame({ children }: { readonly children: ReactNode }) {
  const isVisitor = useStore(useApp().session) === null;
  return isVisitor ? children : <MembersCopying>{children}</MembersCopying>;
}

export function useOwnCopying(): OwnCopying {
  return useContext(Copying);
}
