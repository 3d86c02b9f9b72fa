import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/media.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    media: typeof texts
  }
}

addBuiltInTexts('media', texts)
