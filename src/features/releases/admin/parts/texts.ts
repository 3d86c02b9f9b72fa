import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/releases.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    releases: typeof texts
  }
}

addBuiltInTexts('releases', texts)
