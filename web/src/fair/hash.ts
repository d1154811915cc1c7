// The hashes of docs/fairness.md. From a library, since browsers offer their own only over https.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What the table publishes before the first throw. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** What a browser sends before any nonce is revealed. */
export const nonceCommitment = (nonce: string): string => bytesToHex(sha256(utf8ToBytes(nonce)));

/** The key of all throws: the table's secret and one nonce a seat, empty for a seat that added none. */
export const throwKey = (secret: string, nonces: string[]): Uint8Array =>
  hmac(sha256, hexToBytes(secret), utf8ToBytes(JSON.stringify(nonces)));

const numberDigest = (key: Uint8Array, number: number): Uint8Array => hmac(sha256, key, utf8ToBytes(String(number)));

/** A value from 0 to total - 1 for the throw with this number. */
export const ticket = (key: Uint8Array, number: number, total: number): number =>
  Number(BigInt(`0x${bytesToHex(numberDigest(key, number))}`) % BigInt(total));

/** What every browser is shown as a throw falls. It fixes total and outcome, and reveals neither key nor outcome. */
export const throwSeal = (key: Uint8Array, number: number, total: number, outcome: string): string =>
  bytesToHex(sha256(concatBytes(numberDigest(key, number), utf8ToBytes(` ${total} ${outcome}`)))).slice(0, 32);

export const newNonce = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
