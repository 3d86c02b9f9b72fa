const atOnce = 500

/** Parts of a list, each small enough for one statement. */
export function* chunksOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce)
}

/** Of several values for one key, the last one. */
export const uniqueBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]
