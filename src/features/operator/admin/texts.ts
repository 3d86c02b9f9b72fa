import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/operator.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    operator: typeof texts
  }
}

addBuiltInTexts('operator', texts)
