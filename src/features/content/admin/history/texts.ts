import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/history.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    history: typeof texts
  }
}

addBuiltInTexts('history', texts)
