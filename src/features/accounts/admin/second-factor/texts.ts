import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/second-factor.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    'second-factor': typeof texts
  }
}

addBuiltInTexts('second-factor', texts)
