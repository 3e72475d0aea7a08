// The headers that every answer of the server carries, whatever it answers. Built once at start,
// as flat lists of name, value, name, value, which node:http writes without copying.

export type HeaderSets = {
  /** Pages and their files: what the browser may load for them, and from where. */
  readonly page: readonly string[];
  /** Answers to programs: a browser that shows one may load nothing for it. */
  readonly api: readonly string[];
  /** What people uploaded or export: saved, never shown as a page of ours, whatever is in it. */
  readonly file: readonly string[];
  /** What everybody may see and never changes: kept by browsers, shown inside of pages. */
  readonly picture: readonly string[];
  /** The page of the support chat: framed by our own, an origin of its own, reaches nothing. */
  readonly frame: readonly string[];
};

const YEAR_SECONDS = 31_536_000;
const HSTS_SECONDS = 63_072_000;
/** Hosts below ours are ours as well: one of them over plain HTTP could plant a cookie here. */
const HSTS = `max-age=${HSTS_SECONDS}; includeSubDomains`;

const PERMISSIONS = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

export function createHeaderSets({ publicOrigin }: { publicOrigin: string }): HeaderSets {
  const isEncrypted = publicOrigin.startsWith("https:");
  const everywhere = [
    "X-Content-Type-Options",
    "nosniff",
    "Referrer-Policy",
    "no-referrer",
    "Permissions-Policy",
    PERMISSIONS,
    "Cross-Origin-Opener-Policy",
    "same-origin",
    // Told over plain HTTP it would lock a laptop out of its own localhost.
    ...(isEncrypted ? ["Strict-Transport-Security", HSTS] : []),
  ];
  const ours = [...everywhere, ...resources("same-origin")];
  const unkept = [
    // T04: nothing between us and the caller may keep an answer or give it to another.
    "Cache-Control",
    "no-store",
    "Vary",
    "authorization, lang, Origin, Sec-Fetch-Site",
  ];
  return {
    page: ["Content-Security-Policy", pagePolicy(publicOrigin), ...ours],
    api: [
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      ...ours,
      ...unkept,
    ],
    file: [
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
      ...ours,
      ...unkept,
    ],
    picture: [
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
      ...ours,
      "Cache-Control",
      `public, max-age=${YEAR_SECONDS}, immutable`,
    ],
    // To an origin of its own our files are another's; these are no secret to anybody.
    frame: ["Content-Security-Policy", FRAME_POLICY, ...everywhere, ...resources("cross-origin")],
  };
}

/**
 * Sandboxed here as well as by the frame, so that the page is nobody even when it is opened alone;
 * it loads its own script, style and typefaces and can ask nobody for anything (T28).
 */
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src blob:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "sandbox allow-scripts",
].join("; ");

function resources(policy: "same-origin" | "cross-origin"): readonly string[] {
  return ["Cross-Origin-Resource-Policy", policy];
}

function pagePolicy(publicOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Pictures behind a token are fetched with it and shown as blobs.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Named beside 'self' for the browsers that do not count a socket as the page's own origin.
    `connect-src 'self' ${publicOrigin.replace(/^http/, "ws")}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}
