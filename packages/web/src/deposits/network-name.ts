// Networks as people call them, where the code alone says too little. Names, the same everywhere.

const NAMES: Readonly<Record<string, string>> = { BTC: "Bitcoin" };

export function networkName(protocolCode: string): string {
  return NAMES[protocolCode] ?? protocolCode;
}
