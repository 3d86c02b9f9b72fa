import type { SettingField } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { countGraphemes } from '#features/content/model.ts'

/** The line below a field: how many characters are used, where it matters, and its hint. */
export function useDescription(field: SettingField, text: string): string {
  const { t, format } = useTexts()
  const hint = field.hint ? t(field.hint) : ''
  if (!field.isCounted || !('limit' in field)) return hint
  const used = countGraphemes(text.trim())
  const counter = t('settings.counter', { used: format.number(used), limit: format.number(field.limit) })
  return hint ? `${counter} ${hint}` : counter
}
