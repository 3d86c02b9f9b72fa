import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/comments.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    comments: typeof texts
  }
}

addBuiltInTexts('comments', texts)
