// Shapes shared by all drawings, as path data. No ids and no clip paths: a page may show hundreds of them.
import type { Colour } from './colours';

const round = (value: number): number => Math.round(value * 10) / 10;

/** A woolly outline around an ellipse: bumps like those of a cloud cut from paper. */
export function cloud(rx: number, ry: number, bumps: number, cx = 0, cy = 0): string {
  const points = Array.from({ length: bumps }, (_, index) => {
    const angle = ((index + 0.5) / bumps) * 2 * Math.PI - Math.PI / 2;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)] as const;
  });
  const [first] = points;
  return (
    points.reduce(
      (path, [x, y], index) => {
        const [nextX, nextY] = points[index + 1] ?? first!;
        const radius = round(Math.hypot(nextX - x, nextY - y) * 0.56);
        return `${path}A${radius} ${radius} 0 0 1 ${round(nextX)} ${round(nextY)}`;
      },
      `M${round(first![0])} ${round(first![1])}`,
    ) + 'Z'
  );
}

const circle = (x: number, y: number, r: number): string =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const MARKS: Record<Colour['pattern'], { line: number; at: (x: number, y: number) => string }> = {
  plain: { line: 0, at: () => '' },
  dots: { line: 0, at: (x, y) => circle(x, y, 3.4) },
  rings: { line: 2.4, at: (x, y) => circle(x, y, 3.8) },
  triangles: { line: 0, at: (x, y) => `M${round(x)} ${round(y - 4.6)}l5 8.4h-10z` },
  checks: { line: 0, at: (x, y) => `M${round(x - 4)} ${round(y - 4)}h8v8h-8z` },
  stripes: { line: 4, at: () => '' },
  waves: { line: 3, at: () => '' },
};

/** The marks of a pattern that lie within an ellipse around (cx, cy): path data, and the width of its line (0: filled). */
export function marks(pattern: Colour['pattern'], rx: number, ry: number, cx = 0, cy = 0): { d: string; line: number } {
  const { line, at } = MARKS[pattern];
  let d = '';
  if (pattern === 'stripes') {
    for (let x = -Math.floor(rx / 10) * 10; x <= rx; x += 10) {
      const half = ry * Math.sqrt(Math.max(0, 1 - (x / rx) ** 2)) - 1;
      if (half > 3) d += `M${round(cx + x)} ${round(cy - half)}q3 ${round(half)} 0 ${round(2 * half)}`;
    }
  } else if (pattern === 'waves') {
    for (let y = -Math.floor(ry / 9) * 9; y <= ry; y += 9) {
      const steps = Math.floor((rx * Math.sqrt(Math.max(0, 1 - (y / ry) ** 2)) - 1) / 5);
      if (steps > 0) d += `M${round(cx - steps * 5)} ${round(cy + y)}q2.5 -6 5 0` + 't5 0'.repeat(2 * steps - 1);
    }
  } else if (pattern !== 'plain') {
    // Every other row is shifted by half a step; checks touch at their corners.
    const [wide, high] = pattern === 'checks' ? [16, 8] : [14, 10];
    for (let row = -Math.ceil(ry / high); row * high <= ry; row++) {
      for (let column = -Math.ceil(rx / wide) - 1; column * wide <= rx; column++) {
        const x = column * wide + (row % 2 ? wide / 2 : 0);
        const y = row * high;
        if (Math.hypot(x / (rx - 3), y / (ry - 3)) <= 1) d += at(cx + x, cy + y);
      }
    }
  }
  return { d, line };
}

export const HEART = 'M0 5.5C-7 1 -6.5 -5 -3 -5C-1.4 -5 -.4 -4 0 -2.8C.4 -4 1.4 -5 3 -5C6.5 -5 7 1 0 5.5Z';
export const DROP = 'M0 -6C2.6 -2 4 0 4 2.2A4 4 0 0 1 -4 2.2C-4 0 -2.6 -2 0 -6Z';
export const CROWN = 'M-12 6L-14 -8L-6.5 -1.5L0 -11L6.5 -1.5L14 -8L12 6Q0 9 -12 6Z';
