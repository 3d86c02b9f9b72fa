import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { FieldError } from '#admin/kit/api/api-client.ts'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Columns, FieldPair, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type CampaignDraft, type CampaignText, listGaps } from '#features/campaigns/contract.ts'
import { MailBodyEditor } from '#features/mail/admin/parts/mail-body-editor.tsx'
import { mailVariables } from '#features/mail/model.ts'
import { directionOf, isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { emptyText, listMissing, stateOf } from './campaign-form.ts'
import { CampaignPreview } from './campaign-preview.tsx'
import { TextTabs } from './text-tabs.tsx'
import { UnevenTexts } from './uneven-texts.tsx'

interface TextPartProps {
  draft: CampaignDraft
  byLanguage: Partial<Record<Language, number>>
  language: Language
  onLanguage: (language: Language) => void
  /** Whether missing fields are marked. */
  showsGaps: boolean
  /** The fields that the server refused. */
  refused: FieldError[]
  readOnly: boolean
  onChange: (changes: Partial<CampaignDraft>) => void
}

/** The texts of a campaign by language, each with a preview. */
export function TextPart(props: TextPartProps) {
  const { draft, byLanguage, language, onLanguage, readOnly, onChange } = props
  const { t } = useTexts()
  const text = draft.texts[language] ?? emptyText
  return (
    <Panel title={t('campaigns.text.title')}>
      <NativeSelect
        maw="34rem"
        size="md"
        label={t('campaigns.text.fallback')}
        description={t('campaigns.text.fallbackHint')}
        rightSection={<ChevronIcon />}
        value={draft.fallback_language}
        disabled={readOnly}
        data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (isLanguage(value)) onChange({ fallback_language: value })
        }}
      />
      <Missing draft={draft} byLanguage={byLanguage} />
      <UnevenTexts draft={draft} />
      <TextTabs draft={draft} byLanguage={byLanguage} language={language} onLanguage={onLanguage}>
        <Columns>
          <TextFields {...props} text={text} />
          <CampaignPreview language={language} text={text} />
        </Columns>
      </TextTabs>
    </Panel>
  )
}

/** The notice about readers without a text in their language. */
export function Missing({ draft, byLanguage }: Pick<TextPartProps, 'draft' | 'byLanguage'>) {
  const { t, format } = useTexts()
  const missing = listMissing(byLanguage, draft)
  if (missing.length === 0) return null
  const list = missing.map(({ language, count }) => `${languageNames[language]} (${format.number(count)})`)
  return (
    <Notice>
      {t('campaigns.text.missing', {
        list: format.list(list),
        language: languageNames[draft.fallback_language],
      })}
    </Notice>
  )
}

const required = {
  subject: 'campaigns.text.subjectRequired',
  body: 'campaigns.text.bodyRequired',
  action: 'campaigns.text.actionRequired',
  action_url: 'campaigns.text.actionUrlRequired',
} as const

function TextFields(props: TextPartProps & { text: CampaignText }) {
  const { draft, language, text, showsGaps, refused, readOnly, onChange } = props
  const { t } = useTexts()
  const gaps: readonly string[] = listGaps(text)
  const isNeeded = language === draft.fallback_language || stateOf(text) !== 'unwritten'
  const change = (changes: Partial<CampaignText>) =>
    onChange({ texts: { ...draft.texts, [language]: { ...text, ...changes } } })

  function errorOf(field: keyof CampaignText): string | undefined {
    const said = refused.find((one) => one.field === `texts.${language}.${field}`)?.message
    if (said) return said
    if (!showsGaps || !isNeeded || !gaps.includes(field) || field === 'preheader') return undefined
    return t(required[field])
  }
  const field = (name: Exclude<keyof CampaignText, 'body'>, maxLength: number) => ({
    size: 'md',
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    maxLength,
    value: text[name],
    readOnly,
    error: errorOf(name),
    errorProps: { role: 'alert' },
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  })
  const own = { lang: language, dir: directionOf(language) }
  const source = draft.texts[draft.fallback_language]
  return (
    <Stack>
      {!readOnly && source && language !== draft.fallback_language && stateOf(text) === 'unwritten' && (
        <Button variant="default" size="sm" onClick={() => change(source)}>
          {t('campaigns.text.copy', { language: languageNames[draft.fallback_language] })}
        </Button>
      )}
      <TextInput {...field('subject', 200)} {...own} label={t('campaigns.text.subject')} />
      <TextInput
        {...field('preheader', 200)}
        {...own}
        label={t('campaigns.text.preheader')}
        description={t('campaigns.text.preheaderHint')}
      />
      <div>
        <MailBodyEditor
          key={language}
          value={text.body}
          onChange={(body) => body !== text.body && change({ body })}
          language={language}
          variables={mailVariables.campaign}
          label={t('campaigns.text.body', { language: languageNames[language] })}
          readOnly={readOnly}
          hasInserts
        />
        {errorOf('body') && (
          <Hint isError role="alert">
            {errorOf('body')}
          </Hint>
        )}
      </div>
      <FieldPair>
        <TextInput
          {...field('action', 80)}
          {...own}
          label={t('campaigns.text.action')}
          description={t('campaigns.text.actionHint')}
        />
        <TextInput
          {...field('action_url', 2000)}
          type="url"
          dir="ltr"
          label={t('campaigns.text.actionUrl')}
          description={t('campaigns.text.actionUrlHint')}
        />
      </FieldPair>
    </Stack>
  )
}
