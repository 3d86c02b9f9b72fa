import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/figures.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    figures: typeof texts
  }
}

addBuiltInTexts('figures', texts)
