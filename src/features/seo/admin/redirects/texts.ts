import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/redirects.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    redirects: typeof texts
  }
}

addBuiltInTexts('redirects', texts)
