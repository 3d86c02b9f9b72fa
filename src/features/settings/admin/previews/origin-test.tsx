import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { readOrigins } from '#features/settings/admin/values.ts'
import { checkOrigin, type OriginVerdict } from './origin-check.ts'
import { Preview, type PreviewProps } from './preview.tsx'

const symbols: Record<OriginVerdict, StateSymbol> = {
  nothing: 'none',
  invalid: 'attention',
  own: 'done',
  allowed: 'done',
  refused: 'none',
}

/** Says at once whether pages of a site could call the API with the list as it is typed. */
export function OriginTest({ read }: PreviewProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState('')
  const { verdict, origin } = checkOrigin({
    typed,
    rows: readOrigins(read('corsOrigins')),
    own: location.origin,
  })
  return (
    <Preview title={t('settings.originTest.title')}>
      <TextInput
        size="md"
        type="url"
        dir="ltr"
        autoComplete="off"
        label={t('settings.originTest.label')}
        placeholder="https://example.org"
        maxLength={300}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // It is part of no change.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p role="status">
        <State symbol={symbols[verdict]}>
          <span>{t(`settings.originTest.${verdict}`, { origin })}</span>
        </State>
      </p>
    </Preview>
  )
}
