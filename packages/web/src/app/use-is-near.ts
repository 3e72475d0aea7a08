// Whether the reader has come to a part of the page: what nobody has scrolled to need not be
// fetched or drawn. Once true it stays so.

import { type RefObject, useEffect, useState } from "react";

export function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setIsNear(true));
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}
