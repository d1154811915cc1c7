// Legal actions on the wire: each begins with a base-36 digit, the length of the prefix it shares with the one before.

export function unpack(packed: string): string[] {
  const texts: string[] = [];
  let before = '';
  for (const part of packed ? packed.split('|') : []) {
    before = before.slice(0, parseInt(part.charAt(0), 36)) + part.slice(1);
    texts.push(before);
  }
  return texts;
}
