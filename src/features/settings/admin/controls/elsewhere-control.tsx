import { Link } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import type { SettingKind } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeValue } from '#features/settings/admin/describe-value.ts'
import type { ControlProps } from './control.ts'

type Elsewhere = Extract<SettingKind, { kind: 'elsewhere' }>

/** A setting that is changed on a screen of its own: what it is, and the way there. */
export function ElsewhereControl({ field, value, fallback }: ControlProps<Elsewhere>) {
  const { t, format, language } = useTexts()
  return (
    <div>
      <b>{t(field.label)}</b>
      <Hint>{describeValue(field, value ?? fallback, { t, format, language })}</Hint>
      <Link to={field.to}>{t('settings.elsewhere')}</Link>
    </div>
  )
}
