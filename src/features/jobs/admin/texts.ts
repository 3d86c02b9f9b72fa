import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/jobs.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    jobs: typeof texts
  }
}

addBuiltInTexts('jobs', texts)
