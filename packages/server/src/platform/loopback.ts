// Whether an address is this machine itself. Asked by whatever limits what one address may do.

/** Loopback is the operator, or a proxy that does not say whom it speaks for. */
export function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "0:0:0:0";
}
