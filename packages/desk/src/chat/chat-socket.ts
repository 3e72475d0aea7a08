// The desk's line to the live socket, open while somebody looks at the chat: says that something in
// a conversation is new, and nothing of what. Comes back by itself, and says so, because nobody
// knows what happened meanwhile. Without it the list still follows the count of open work.

import {
  type ClientFrame,
  HEARTBEAT_MS,
  PING,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
  reconnectDelayMs,
  type ServerFrame,
  SOCKET_PATH,
} from "@truetick/contract";
import { type SupportNewsKind, TOPIC_SUPPORT } from "@truetick/contract/support";

export type ChatNews = {
  /** Null: the line was away, anything may have happened. */
  readonly thread: string | null;
  readonly kinds: readonly SupportNewsKind[];
};

function readFrame(text: unknown): ServerFrame | null {
  try {
    // The gateway's frames are typed by the contract; an unknown type is ignored by the reader.
    const frame = typeof text === "string" ? (JSON.parse(text) as ServerFrame) : null;
    return typeof frame === "object" ? frame : null;
  } catch {
    return null;
  }
}

/** Answers how to hang up. */
export function openChatSocket({
  origin,
  token,
  onNews,
  open = (url) => new WebSocket(url),
}: {
  readonly origin: string;
  readonly token: string;
  readonly onNews: (news: ChatNews) => void;
  readonly open?: (url: string) => WebSocket;
}): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let attempt = 0;
  let isOver = false;

  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));

  function hear(frame: ServerFrame | null): void {
    attempt = 0;
    if (frame?.type === "login") {
      send({ type: "sub", params: TOPIC_SUPPORT });
      onNews({ thread: null, kinds: ["message"] });
    }
    if (frame?.type !== TOPIC_SUPPORT) return;
    // Without a name it is any of them: the server may have missed some.
    for (const { thread, kinds } of frame.data) onNews({ thread: thread || null, kinds });
  }

  function connect(): void {
    socket = open(origin.replace(/^http/, "ws") + SOCKET_PATH);
    socket.onopen = () => send({ type: "login", params: token });
    socket.onmessage = ({ data }) => hear(readFrame(data));
    socket.onclose = ({ reason }) => retry(reconnectDelayMs(reason));
  }

  function retry(askedMs: number | null): void {
    if (isOver) return;
    attempt += 1;
    const ceilingMs = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempt - 1));
    timer = setTimeout(connect, askedMs ?? ceilingMs);
  }

  connect();
  beat = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(PING);
  }, HEARTBEAT_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearInterval(beat);
    if (socket) socket.onclose = null;
    socket?.close();
  };
}
