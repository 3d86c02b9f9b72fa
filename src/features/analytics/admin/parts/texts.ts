import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/visits.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    visits: typeof texts
  }
}

addBuiltInTexts('visits', texts)
