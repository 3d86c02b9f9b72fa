import { createHash } from 'node:crypto'
import { foldText } from '#shared/fold-text.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { TextSource, TextState, TextWords } from '#shared/search/text-source.ts'
import { type CopyStore, placeOf, type SearchTextRow } from './copy-store.ts'
import { plainTextOf } from './plain-text.ts'

/** How many texts are copied at once, so that memory does not grow with their number. */
const batch = 100

/**
 * Returns a function that copies the texts of a source that have changed, whoever has changed them, and answers the states of
 * all by `placeOf`.
 */
export function createRefresh<Item extends string>(store: CopyStore, source: TextSource<Item>) {
  const { name, list, load, builtIn } = source
  const listBuiltIn = builtIn ? rememberStates(builtIn) : () => []

  async function loadWords(texts: readonly TextState<Item>[], listed: ReadonlySet<TextState<Item>>) {
    const own = texts.filter((text) => listed.has(text))
    const loaded = own.length > 0 ? await load(own) : []
    const words = new Map(own.map((text, index) => [text, loaded[index]]))
    return texts.map((text) => (listed.has(text) ? words.get(text) : builtIn?.read(text.item, text.language)))
  }

  return async (): Promise<ReadonlyMap<string, TextState<Item>>> => {
    const [own, copied] = await Promise.all([list(), store.listRevisions(name)])
    const listed = new Set(own)
    const current = new Map([...listBuiltIn(), ...own].map((text) => [placeOf(text), text]))
    const copies = new Map(copied.map((copy) => [placeOf(copy), copy.revision]))
    const stale = [...current].flatMap(([place, text]) => (copies.get(place) === text.revision ? [] : text))
    for (let start = 0; start < stale.length; start += batch) {
      const part = stale.slice(start, start + batch)
      const words = await loadWords(part, listed)
      await store.put(
        part.flatMap((text, index) => {
          const found = words[index]
          return found ? toRow(name, text, found) : []
        }),
      )
    }
    await store.remove(
      name,
      copied.filter((copy) => !current.has(placeOf(copy))),
    )
    return current
  }
}

/** The states of built-in texts, which never change while the product runs. */
function rememberStates<Item extends string>({ items, read }: NonNullable<TextSource<Item>['builtIn']>) {
  let states: TextState<Item>[] | undefined
  const describe = (item: Item, language: Language): TextState<Item> => {
    const revision = createHash('sha256')
      .update(JSON.stringify(read(item, language)))
      .digest('base64url')
    return { item, language, revision, changedAt: new Date(0) }
  }
  return () => (states ??= items.flatMap((item) => languages.map((language) => describe(item, language))))
}

function toRow(
  source: string,
  { item, language, revision, changedAt }: TextState,
  { title, html, lines }: TextWords,
): SearchTextRow {
  const text = [plainTextOf(html), ...lines].filter((line) => line.trim() !== '').join('\n')
  return {
    ...{ source, item, language, revision, changedAt, text },
    foldedTitle: foldText(title),
    folded: foldText(`${title} ${text}`),
  }
}
