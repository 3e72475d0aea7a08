// The tiles of the user centre: links, and for demo users a word about what needs a real account.
// Support is reached as the platform's settings say.

import { requestIdentity } from "@truetick/contract/cashier";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useRead } from "../app/use-read.ts";
import { SupportTile } from "./support-tile.tsx";
import { TILES_AFTER_SUPPORT, TILES_BEFORE_SUPPORT, type Tile } from "./tile-list.ts";
import styles from "./tiles.module.css";

/** How far the member's own identity is; what the tile is for until that is known. */
function IdentityNote() {
  const t = useTranslations("user");
  const words = useTranslations("identity");
  const { state } = useRead(requestIdentity);
  const status = state.phase === "ready" ? state.value.status : "none";
  if (status === "certified") return words("certified");
  return status === "waiting" ? words("waitingTitle") : t("notes.identity");
}

function TileWords({
  tile: { id, icon: Shape },
  isReal,
}: {
  readonly tile: Tile;
  readonly isReal: boolean;
}) {
  const t = useTranslations("user");
  const { preferences } = useApp();
  const { language } = useStore(preferences);
  return (
    <>
      <Shape size={20} strokeWidth={1.75} className={styles.icon} />
      <span className={styles.name}>{t(`tiles.${id}`)}</span>
      <span className={styles.note}>
        {id === "language" && language.name}
        {id === "identity" && isReal && <IdentityNote />}
        {id !== "language" && !(id === "identity" && isReal) && t(`notes.${id}`)}
      </span>
    </>
  );
}

function TileList({ tiles, who, onRefuse }: TilesParts & { readonly tiles: readonly Tile[] }) {
  return tiles.map((tile) =>
    who === "demo" && tile.isRealOnly ? (
      <button key={tile.id} type="button" className={styles.tile} onClick={onRefuse}>
        <TileWords tile={tile} isReal={false} />
      </button>
    ) : (
      <Link key={tile.id} to={tile.to} className={styles.tile}>
        <TileWords tile={tile} isReal={who === "real"} />
      </Link>
    ),
  );
}

type TilesParts = {
  readonly who: "demo" | "real";
  /** A demo user tried what needs a real account. */
  readonly onRefuse: () => void;
};

export function Tiles(parts: TilesParts) {
  const t = useTranslations("user");
  return (
    <nav className={styles.tiles} aria-label={t("more")}>
      <TileList {...parts} tiles={TILES_BEFORE_SUPPORT} />
      <SupportTile />
      <TileList {...parts} tiles={TILES_AFTER_SUPPORT} />
    </nav>
  );
}
