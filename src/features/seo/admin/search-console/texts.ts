import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/search-console.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'search-console': typeof texts
  }
}

addBuiltInTexts('search-console', texts)
