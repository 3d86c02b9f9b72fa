// The package has no types of its own; these are the parts that the font tools use.
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'woff2'
    variationAxes?: Record<string, number>
    noHinting: boolean
    keepAllGlyphs?: boolean
    keepFeatures?: string[]
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
