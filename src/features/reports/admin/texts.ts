import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import '#features/dashboard/admin/parts/texts.ts'
import texts from '../../../../locales/es/reports.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    reports: typeof texts
  }
}

addBuiltInTexts('reports', texts)
