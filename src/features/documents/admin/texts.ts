import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/library.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    library: typeof texts
  }
}

addBuiltInTexts('library', texts)
