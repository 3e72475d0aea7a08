// How a server of this bench is told what to do: lines on its standard input. Prints the port when
// it is ready. Uses nothing that one of the runtimes lacks.

import { createInterface } from "node:readline";

export function obey(port: number, setRate: (ticksPerMarketPerSecond: number) => void): void {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const [order, number] = line.split(" ");
    if (order === "rate") setRate(Number(number));
    if (order === "quit") process.exit(0);
  });
  // Whoever started it is gone.
  process.stdin.on("end", () => process.exit(0));
  console.log(port);
}
