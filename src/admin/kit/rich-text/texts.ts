import { addBuiltInTexts } from '#admin/kit/texts/texts.ts'
import texts from '../../../../locales/es/editor.json'

declare module '#admin/kit/texts/texts.ts' {
  interface TextCatalogues {
    editor: typeof texts
  }
}

addBuiltInTexts('editor', texts)
