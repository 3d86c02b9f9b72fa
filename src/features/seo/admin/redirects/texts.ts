import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/redirects.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    redirects: typeof texts
  }
}

addBuiltInTexts('redirects', texts)

/** An address within a sentence, which is read from left to right whatever the sentence is. */
export const isolate = (address: string): string => `\u2066${address}\u2069`
