// What vite.config.ts uses of the package, which has no types of its own.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'woff2'; keepFeatures: string[]; noHinting: boolean; preserveNameIds: number[] },
  ): Promise<Buffer>;
}
