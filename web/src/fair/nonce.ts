// This browser's nonces. Unlike the check after the game (hash.ts), they take part in every table, so they use Web Crypto
// and load the library only where browsers do not offer it: without HTTPS.

export function newNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** A browser's commitment to its nonce, sent before any nonce is revealed. */
export async function commitmentTo(nonce: string): Promise<string> {
  // Missing without HTTPS, whatever its type says.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return (await import('./hash')).nonceCommitment(nonce);
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(nonce))));
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
