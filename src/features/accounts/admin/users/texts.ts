import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/users.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    users: typeof texts
  }
}

addBuiltInTexts('users', texts)
