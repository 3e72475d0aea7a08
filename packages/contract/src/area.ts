// The countries and territories a person can come from, on the wire and in our own words. The only
// file that knows the spec's spelling of them. Browser-safe: no schema library here.

export type Area = {
  /** ISO 3166-1 numeric, without leading zeros. */
  readonly id: string;
  /** Digits, without the plus. */
  readonly dialCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** In the reader's language. */
  readonly name: string;
  /** The service is not offered there: nobody from there can register. */
  readonly isRestricted: boolean;
};

export type AreaWire = {
  id: string;
  global_code: string;
  code: string;
  name: string;
  is_restricted: number;
};

export function areaToWire(area: Area): AreaWire {
  return {
    id: area.id,
    global_code: area.dialCode,
    code: area.code,
    name: area.name,
    is_restricted: area.isRestricted ? 1 : 0,
  };
}

export function areaFromWire(wire: AreaWire): Area {
  return {
    id: wire.id,
    dialCode: wire.global_code,
    code: wire.code,
    name: wire.name,
    isRestricted: wire.is_restricted === 1,
  };
}
