// Addresses of the networks' own documents are accepted, and what differs from one in a single
// character is not (T70).

import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { expect, test } from "vitest";
import { readCoinAddress } from "./coin-address.ts";

const base58check = createBase58check(sha256);

/** From BIP 173, BIP 350, EIP-55 and the chains themselves. */
const GOOD = [
  ["BTC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["BTC", "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"],
  ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["BTC", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
  ["BTC", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["ERC20", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
  ["ERC20", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB"],
  ["ERC20", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"],
  ["TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
] as const;

test.each(GOOD)("%s %s is taken as it is", (network, address) => {
  expect(readCoinAddress(network, address)).toBe(address);
  expect(readCoinAddress(network, ` ${address}\n`)).toBe(address);
});

test.each(GOOD)(
  "T70: %s %s with any one character changed, lost or doubled is not",
  (network, address) => {
    const start = network === "ERC20" ? 2 : 0;
    const taken = [];
    for (let at = start; at < address.length; at += 1) {
      const other = address[at] === "2" ? "3" : "2";
      const changed = [
        address.slice(0, at) + other + address.slice(at + 1),
        address.slice(0, at) + address.slice(at + 1),
        address.slice(0, at) + address[at] + address.slice(at),
        ...(at > start ? [swapped(address, at)] : []),
      ];
      taken.push(...changed.filter((text) => text !== address && readCoinAddress(network, text)));
    }
    expect(taken).toEqual([]);
  },
);

function swapped(address: string, at: number): string {
  return address.slice(0, at - 1) + address[at] + address[at - 1] + address.slice(at + 1);
}

test("one spelling comes back", () => {
  const [, eth] = GOOD[5];
  expect(readCoinAddress("ERC20", eth.toLowerCase())).toBe(eth);
  expect(readCoinAddress("ERC20", `0x${eth.slice(2).toUpperCase()}`)).toBe(eth);
  expect(readCoinAddress("BTC", GOOD[2][1].toUpperCase())).toBe(GOOD[2][1]);
});

test("T70: nobody's network is another's", () => {
  for (const [network, address] of GOOD) {
    for (const other of ["BTC", "ERC20", "TRC20"] as const) {
      expect(readCoinAddress(other, address) !== null).toBe(other === network);
    }
  }
});

const hash = new Uint8Array(20).fill(7);
const script = new Uint8Array(32).fill(7);
const segwit = (coder: typeof bech32, version: number, program: Uint8Array, prefix = "bc") =>
  coder.encode(prefix, [version, ...coder.toWords(program)]);

test.each([
  ["BTC", "nothing", ""],
  ["BTC", "a test network's key", base58check.encode(Uint8Array.of(0x6f, ...hash))],
  ["BTC", "a test network's script", segwit(bech32, 0, hash, "tb")],
  ["BTC", "Litecoin", segwit(bech32, 0, hash, "ltc")],
  ["BTC", "version 0 with the new checksum", segwit(bech32m, 0, hash)],
  ["BTC", "version 1 with the old checksum", segwit(bech32, 1, script)],
  ["BTC", "version 1 of another length", segwit(bech32m, 1, hash)],
  ["BTC", "version 0 of another length", segwit(bech32, 0, script.subarray(0, 31))],
  ["BTC", "version 2, which nobody has yet", segwit(bech32m, 2, script)],
  ["BTC", "BIP 350's version 16", "BC1SW50QGDZ25J"],
  ["BTC", "mixed case", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4"],
  ["BTC", "a payload that is too short", base58check.encode(Uint8Array.of(0, ...hash.subarray(1)))],
  ["BTC", "the empty hash", base58check.encode(new Uint8Array(21))],
  ["BTC", "Tron", base58check.encode(Uint8Array.of(0x41, ...hash))],
  ["TRC20", "Bitcoin", base58check.encode(Uint8Array.of(0, ...hash))],
  ["TRC20", "a letter that looks like one", "ТR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["ERC20", "nobody's", `0x${"0".repeat(40)}`],
  ["ERC20", "without its prefix", GOOD[5][1].slice(2)],
  ["ERC20", "wide digits", `0x${"１".repeat(40)}`],
  ["ERC20", "a name", "vitalik.eth"],
  ["ERC20", "a script", "0x<script>alert(1)</script>"],
  ["BTC", "far too much", "1".repeat(100_000)],
] as const)("T70: %s refuses %s", (network, _what, address) => {
  expect(readCoinAddress(network, address)).toBeNull();
});

test("every key of Bitcoin and Tron that is drawn is taken", () => {
  for (let drawn = 0; drawn < 200; drawn += 1) {
    const key = sha256(Uint8Array.of(drawn)).subarray(0, 20);
    expect(readCoinAddress("TRC20", base58check.encode(Uint8Array.of(0x41, ...key)))).toMatch(/^T/);
    expect(readCoinAddress("BTC", base58check.encode(Uint8Array.of(5, ...key)))).toMatch(/^3/);
    expect(readCoinAddress("BTC", segwit(bech32, 0, key))).toMatch(/^bc1q/);
  }
});
