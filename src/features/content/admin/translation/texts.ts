import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/translation.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    translation: typeof texts
  }
}

addBuiltInTexts('translation', texts)
