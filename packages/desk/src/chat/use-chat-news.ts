// Hears of news in the conversations for as long as the screen is open.

import { useStore } from "@truetick/ui/state";
import { useEffect, useRef } from "react";
import { useDesk } from "../app/desk.ts";
import { type ChatNews, openChatSocket } from "./chat-socket.ts";

export function useChatNews(onNews: (news: ChatNews) => void): void {
  const { session } = useDesk();
  const token = useStore(session)?.token ?? null;
  const latest = useRef(onNews);
  latest.current = onNews;
  useEffect(() => {
    if (token === null) return undefined;
    const { origin } = window.location;
    return openChatSocket({ origin, token, onNews: (news) => latest.current(news) });
  }, [token]);
}
