import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/signatures.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    signatures: typeof texts
  }
}

addBuiltInTexts('signatures', texts)
