// Draws the screen that the address names. Cached screens stay alive behind the others, hidden,
// with their state and their scroll; the rest begin anew on every visit, at the top. Code of a
// screen is fetched when it is first needed, or when a finger is about to ask for it. A screen that
// needs a login is not drawn for a visitor: /login opens instead and remembers the way back.

import { useStore } from "@truetick/ui/state";
import {
  Activity,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { FIRST_SCREENS } from "../languages/text-parts.ts";
import { loginPathFrom } from "../session/from.ts";
import { useApp } from "./app.ts";
import { askForStylesAgain } from "./lazy-part.ts";
import { NotFoundScreen } from "./not-found.screen.tsx";
import { type Route, routeOf, SERVED_ROUTES } from "./route-table.ts";
import { ScreenGuard } from "./screen-guard.tsx";
import styles from "./screens.module.css";

const loaders = new Map<Route, () => Promise<ComponentType>>();
const loaded = new Map<Route, ComponentType>();
const screens = new Map<Route, ComponentType>();

function loaderOf(route: Route): () => Promise<ComponentType> {
  const known = loaders.get(route);
  if (known) return known;
  let underWay: Promise<ComponentType> | null = null;
  let hasFailed = false;
  const load = () => {
    if (!underWay && hasFailed) askForStylesAgain();
    underWay ??= route.load().then(
      (screen) => {
        loaded.set(route, screen);
        return screen;
      },
      (problem: unknown) => {
        // The next visit tries again: a file may be missing only because the line was.
        underWay = null;
        hasFailed = true;
        screens.delete(route);
        throw problem;
      },
    );
    return underWay;
  };
  loaders.set(route, load);
  return load;
}

/** Code that is there is drawn at once; only what must be fetched makes the reader wait. */
function screenOf(route: Route): ComponentType {
  const known = screens.get(route);
  if (known) return known;
  const load = loaderOf(route);
  const screen = loaded.get(route) ?? lazy(async () => ({ default: await load() }));
  screens.set(route, screen);
  return screen;
}

/** Fetches the code of the screen at an address ahead of time; silent when it cannot. */
export async function prefetchScreen(path: string): Promise<void> {
  const route = routeOf(path);
  await (route ? loaderOf(route)() : null)?.catch(() => null);
}

/** Remembers how far each list inside has been scrolled, and puts it back when shown again. */
function ScreenFrame({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const offsets = useRef(new Map<Element, number>());
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    for (const [list, top] of offsets.current) list.scrollTop = top;
    const remember = ({ target }: Event) => {
      if (target instanceof Element) offsets.current.set(target, target.scrollTop);
    };
    element.addEventListener("scroll", remember, { capture: true, passive: true });
    return () => element.removeEventListener("scroll", remember, { capture: true });
  }, []);
  return (
    <div ref={frame} className={styles.frame} data-screen={path}>
      {children}
    </div>
  );
}

/** What cannot be drawn is alone in that, and tried again by the next visit. */
function GuardedScreen({ route, visit }: { readonly route: Route; readonly visit: number | null }) {
  const Screen = screenOf(route);
  return (
    <ScreenGuard visit={visit}>
      <Suspense>
        <Screen />
      </Suspense>
    </ScreenGuard>
  );
}

/** True when the visitor must log in first; he is then on his way to /login. */
function useIsBarred(route: Route | null): boolean {
  const { router, session } = useApp();
  const location = useStore(router.location);
  const isVisitor = useStore(session) === null;
  const isBarred = isVisitor && route?.needsLogin === true;
  useEffect(() => {
    if (isBarred) router.navigate(loginPathFrom(location), { isReplacing: true });
  }, [isBarred, location, router]);
  return isBarred;
}

/** False until the texts of the screen have come; then it asks for them. */
function useHasTexts(route: Route | null): boolean {
  const { texts } = useApp();
  const areWhole = useStore(texts)?.areWhole === true;
  const [problem, setProblem] = useState<unknown>(null);
  const isWaiting = route !== null && !FIRST_SCREENS.has(route.path) && !areWhole;
  useEffect(() => {
    if (isWaiting) texts.complete().catch(setProblem);
  }, [isWaiting, texts]);
  // As with code that cannot be fetched: the guard around the screens says so.
  if (isWaiting && problem !== null) throw problem;
  return !isWaiting;
}

export function Screens({ routes = SERVED_ROUTES }: { readonly routes?: readonly Route[] }) {
  const { router } = useApp();
  const { path, visit } = useStore(router.location);
  const named = routeOf(path, routes);
  const isBarred = useIsBarred(named);
  const hasTexts = useHasTexts(named);
  const route = isBarred || !hasTexts ? null : named;
  const [kept, setKept] = useState<readonly Route[]>([]);
  if (route?.isCached && !kept.includes(route)) setKept([...kept, route]);
  return (
    <>
      {kept.map((cached) => (
        <Activity key={cached.path} mode={cached === route ? "visible" : "hidden"}>
          <ScreenFrame path={cached.path}>
            <GuardedScreen route={cached} visit={cached === route ? visit : null} />
          </ScreenFrame>
        </Activity>
      ))}
      {route && !route.isCached && (
        <ScreenFrame key={visit} path={path}>
          <GuardedScreen route={route} visit={visit} />
        </ScreenFrame>
      )}
      {!named && (
        <ScreenFrame key={visit} path={path}>
          <NotFoundScreen />
        </ScreenFrame>
      )}
    </>
  );
}
