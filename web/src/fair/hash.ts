// The hashes of docs/fairness.md. They come from a library because browsers offer Web Crypto only over HTTPS.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The table's commitment to its secret, published before the first throw. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** A browser's commitment to its nonce, sent before any nonce is revealed. */
export const nonceCommitment = (nonce: string): string => bytesToHex(sha256(utf8ToBytes(nonce)));

/** The key of all throws, from the table's secret and one nonce per seat; empty for a seat that added none. */
export const throwKey = (secret: string, nonces: string[]): Uint8Array =>
  hmac(sha256, hexToBytes(secret), utf8ToBytes(JSON.stringify(nonces)));

const numberDigest = (key: Uint8Array, number: number): Uint8Array => hmac(sha256, key, utf8ToBytes(String(number)));

/** A value from 0 to total - 1 for the throw with this number. */
export const ticket = (key: Uint8Array, number: number, total: number): number =>
  Number(BigInt(`0x${bytesToHex(numberDigest(key, number))}`) % BigInt(total));

/** The seal sent to every browser with a throw. It fixes total and outcome, and reveals neither key nor outcome. */
export const throwSeal = (key: Uint8Array, number: number, total: number, outcome: string): string =>
  bytesToHex(sha256(concatBytes(numberDigest(key, number), utf8ToBytes(` ${total} ${outcome}`)))).slice(0, 32);
