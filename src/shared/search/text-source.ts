import type { Language } from '#shared/languages.ts'
import type { SearchSource } from './source.ts'

/** A text as it is now, without its words. */
export interface TextState<Item extends string = string> {
  /** The thing that it is a text of. */
  item: Item
  language: Language
  /** Changes whenever its words do. */
  revision: string
  changedAt: Date
}

/** The words of a text. */
export interface TextWords {
  title: string
  html: string
  /** What else it says, such as what search engines show of it. */
  lines: readonly string[]
}

/** The texts of a feature, few enough that their states can be read with every search. */
export interface TextSource<Item extends string> extends Pick<SearchSource, 'name' | 'order' | 'permission'> {
  list(): Promise<TextState<Item>[]>
  /** The words of some of them, in their order; undefined for one that has gone meanwhile. */
  load(texts: readonly TextState<Item>[]): Promise<(TextWords | undefined)[]>
  /** The texts of the product, in all languages, which stand for those that are not listed. */
  builtIn?: {
    items: readonly Item[]
    read(item: Item, language: Language): TextWords
  }
  /** What items are called, in their order; undefined for one that has gone meanwhile. */
  describe(
    items: readonly Item[],
    reader: Language,
  ): (ItemDescription | undefined)[] | Promise<(ItemDescription | undefined)[]>
}

/** What is shown of an item that was found. */
export interface ItemDescription {
  label: string
  detail: string | null
  /** Where its text in a language is shown. */
  pathIn(language: Language): string
}

/** Makes a search source of the texts of a feature. They are found in all languages, as they are now. */
export type CreateTextSearch = <Item extends string>(source: TextSource<Item>) => SearchSource
