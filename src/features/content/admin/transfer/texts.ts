import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/transfer.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    transfer: typeof texts
  }
}

addBuiltInTexts('transfer', texts)
