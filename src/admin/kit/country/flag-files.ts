const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

/** The addresses of the pictures of flags, by the ISO 3166-1 code of their country. */
export const flagFiles = new Map(
  Object.entries(files).map(([path, address]) => [path.slice(-'ES.svg'.length, -'.svg'.length), address]),
)
