// The gallery's states: bars, notes, tags, toasts, skeletons, emptiness and failure.

import ClockAlert from "lucide-react/icons/clock-alert";
import CloudOff from "lucide-react/icons/cloud-off";
import FlaskConical from "lucide-react/icons/flask-conical";
import Layers from "lucide-react/icons/layers";
import Moon from "lucide-react/icons/moon";
import WifiOff from "lucide-react/icons/wifi-off";
import { Button, Spinner } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { Note, NoticeBar } from "../notice.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Tag } from "../tag.tsx";
import { ToastStack } from "../toast.tsx";
import styles from "./gallery.module.css";
import { Sample, State } from "./sample.tsx";

const TOASTS = [
  { id: 1, tone: "done", title: "Saved", text: "It is in force from now on." },
  { id: 2, tone: "failed", title: "The server could not be reached.", text: "Code NETWORK" },
] as const;

function NoticeSamples() {
  return (
    <>
      <Sample name="NoticeBar" use="A thin line across the page for what must be known.">
        <div className={styles.bars}>
          <NoticeBar tone="warn" isCentred lead={<FlaskConical size={14} />}>
            Sandbox: simulated prices, no real money
          </NoticeBar>
          <NoticeBar tone="warn" lead={<WifiOff size={14} />}>
            You are offline. Prices from 14:14:52.
          </NoticeBar>
          <NoticeBar
            tone="accent"
            lead={<Spinner />}
            actions={
              <Button kind="ghost" size="dense">
                Try now
              </Button>
            }
          >
            Reconnecting in 4 s.
          </NoticeBar>
        </div>
      </Sample>
      <Sample name="Note" use="A small box beside what it speaks of.">
        <div className={styles.bars}>
          <Note tone="neutral" icon={Moon}>
            This market is closed. You see its last price.
          </Note>
          <Note tone="warn" icon={ClockAlert}>
            No fresh price since 14:13:40.
          </Note>
        </div>
      </Sample>
    </>
  );
}

export function StateSamples() {
  return (
    <>
      <NoticeSamples />
      <Sample name="Tag" use="A state in a word.">
        {(["neutral", "accent", "warn", "ok", "danger"] as const).map((tone) => (
          <State key={tone} name={tone}>
            <Tag tone={tone}>{tone}</Tag>
          </State>
        ))}
      </Sample>
      <Sample name="ToastStack" use="Results. Failures stay until they are dismissed.">
        <div className={styles.toasts}>
          <ToastStack toasts={TOASTS} dismissLabel="Dismiss" onDismiss={() => undefined} />
        </div>
      </Sample>
      <Sample name="Skeleton" use="The layout of what will come, in grey.">
        <Skeleton width="round" />
        <Skeleton width="long" />
        <Skeleton width="medium" height="block" />
        <Skeleton width="long" height="chip" />
      </Sample>
      <Sample name="EmptyState" use="One sentence and the next action that works.">
        <EmptyState
          icon={Layers}
          title="No orders yet"
          text="Orders appear here with live profit and loss."
          actions={<Button kind="primary">Watch the quotes</Button>}
        />
        <EmptyState
          icon={CloudOff}
          tone="warn"
          title="The markets did not load"
          text="The server could not be reached."
          note="Code NETWORK"
          actions={<Button>Try again</Button>}
        />
      </Sample>
    </>
  );
}
