// Applies the patch of an update to the previous view (docs/protocol.md).

type Step = string | number;
export type Patch = unknown[][];

/** Return the patched document; the old one is not modified. */
export function patched(document: unknown, patch: Patch): unknown {
  return patch.reduce<unknown>((now, [path, ...value]) => put(now, path as Step[], value), document);
}

function put(document: unknown, path: Step[], value: unknown[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value[0];
  if (Array.isArray(document)) {
    const copy = [...document];
    const index = step as number;
    if (rest.length === 0 && value.length === 0) return copy.slice(0, index);
    copy[index] = put(copy[index], rest, value);
    return copy;
  }
  const copy = { ...(document as Record<string, unknown>) };
  if (rest.length === 0 && value.length === 0) delete copy[step];
  else copy[step] = put(copy[step], rest, value);
  return copy;
}
