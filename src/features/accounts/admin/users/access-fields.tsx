import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { Choices } from '#admin/kit/form/choices.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { languageNames, languages } from '#shared/languages.ts'
import { roles } from '#shared/roles.ts'
import type { AccessDraft } from './access.ts'
import styles from './users.module.css'

interface AccessFieldsProps {
  draft: AccessDraft
  /** The server's messages about `role` and `languages`. */
  refused: Record<string, string>
  onChange: (draft: AccessDraft) => void
}

/** The choice of a role and, for an editor, of the languages. */
export function AccessFields({ draft, refused, onChange }: AccessFieldsProps) {
  const { t } = useTexts()
  return (
    <>
      <Radio.Group
        label={t('users.access.role')}
        value={draft.role}
        error={refused.role}
        onChange={(value) => onChange({ ...draft, role: roles.find((role) => role === value) ?? draft.role })}
      >
        <Stack gap="small">
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`roles.${role}`)}
              description={t(`users.roleTexts.${role}`)}
              classNames={{ description: styles.choiceText }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {draft.role === 'editor' && (
        <Radio.Group
          label={t('users.access.limits')}
          value={draft.isLimited ? 'some' : 'all'}
          onChange={(value) => onChange({ ...draft, isLimited: value === 'some' })}
        >
          <Stack gap="small">
            <Radio value="all" label={t('users.access.all')} />
            <Radio
              value="some"
              label={t('users.access.some')}
              description={t('users.access.someHint')}
              classNames={{ description: styles.choiceText }}
            />
          </Stack>
        </Radio.Group>
      )}
      {draft.role === 'editor' && draft.isLimited && (
        <div data-refused={refused.languages !== undefined || undefined}>
          <Choices
            legend={t('users.access.languages')}
            values={languages}
            chosen={draft.languages}
            label={(code) => <span lang={code}>{languageNames[code]}</span>}
            onChange={(chosen) => onChange({ ...draft, languages: chosen })}
          />
          <Hint isError role="alert">
            {refused.languages}
          </Hint>
        </div>
      )}
    </>
  )
}
