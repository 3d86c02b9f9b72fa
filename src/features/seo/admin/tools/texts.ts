import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../../locales/es/submissions.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    submissions: typeof texts
  }
}

addBuiltInTexts('submissions', texts)
