import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/campaigns.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    campaigns: typeof texts
  }
}

addBuiltInTexts('campaigns', texts)
