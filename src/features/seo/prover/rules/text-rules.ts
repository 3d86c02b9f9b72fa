import type { Site } from '#features/seo/prover/crawl/site.ts'
import {
  countCharacters,
  descriptionWidth,
  leastCharacters,
  measureText,
  titleWidth,
} from '#features/seo/prover/model.ts'
import { type Found, foundOn, type JudgedPage, type PageRule } from './rule.ts'

/** A page has exactly one main heading. */
export const checkHeading: PageRule = (page) => {
  const { h1 } = page.content
  if (h1 === 0) return [foundOn(page, 'h1_missing')]
  return h1 > 1 ? [foundOn(page, 'h1_several', { number: h1 })] : []
}

/** Title and description are there, neither too long for a search result nor too short to say anything. */
export const checkTexts: PageRule = (page) => {
  const { language, content, isIndexable } = page
  if (!isIndexable) return []
  const least = leastCharacters(language ?? 'en')
  const [title = ''] = content.titles
  const [description = ''] = content.descriptions
  return [
    ...checkLength(page, 'title', { text: title, width: titleWidth, least: least.title }),
    ...checkLength(page, 'description', {
      text: description,
      width: descriptionWidth,
      least: least.description,
    }),
  ]
}

interface Measured {
  text: string
  width: { letter: number; most: number }
  /** The fewest characters. */
  least: number
}

function checkLength(
  page: JudgedPage,
  kind: 'title' | 'description',
  { text, width, least }: Measured,
): Found[] {
  if (text === '') return [foundOn(page, `${kind}_missing`)]
  const pixels = measureText(text, width.letter)
  const characters = countCharacters(text)
  if (pixels > width.most)
    return [foundOn(page, `${kind}_long`, { text, pixels, characters, most: width.most })]
  return characters < least ? [foundOn(page, `${kind}_short`, { text, pixels, characters, least })] : []
}

/** No two pages of a language have the same title or description. */
export function checkDuplicates(pages: readonly JudgedPage[], { others }: Site): Found[] {
  const judged = new Set(pages.map(({ address }) => address))
  const texts = [
    ...pages
      // Later parts of a list are about the same.
      .filter(({ isIndexable, content, language }) => isIndexable && !content.hasPrevious && language)
      .map(({ address, language, content }) => ({
        ...{ address, language, title: content.titles[0] ?? '', description: content.descriptions[0] ?? '' },
      })),
    ...others.filter(({ address }) => !judged.has(address)),
  ]
  return (['title', 'description'] as const).flatMap((kind) => {
    const groups = Map.groupBy(texts, (one) => `${one.language} ${one[kind].trim().toLowerCase()}`)
    return [...groups.values()].flatMap((group) =>
      group.length < 2 || group[0]?.[kind] === ''
        ? []
        : group
            .filter(({ address }) => judged.has(address))
            .map((page) => {
              const twins = group
                .filter(({ address }) => address !== page.address)
                .map(({ address }) => address)
              const [twin = ''] = twins.toSorted()
              return foundOn(page, `${kind}_duplicate`, { text: page[kind], twin, number: twins.length })
            }),
    )
  })
}
