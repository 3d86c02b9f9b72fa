import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/profile.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    profile: typeof texts
  }
}

addBuiltInTexts('profile', texts)
