import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/preview.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    preview: typeof texts
  }
}

addBuiltInTexts('preview', texts)
