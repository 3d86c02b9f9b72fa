import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DocumentSeo } from '#features/seo/documents/contract.ts'
import { seoPermissions } from '#features/seo/permissions.ts'
import { isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { findRefusedLanguage, listChanged, toDraft } from './draft.ts'
import { ResultPanel } from './result-panel.tsx'
import { TemplateFields } from './template-fields.tsx'
import { type DocumentSeoForm, useDocumentSeoForm } from './use-document-seo.ts'

/** The form, with the chosen language in the address. */
export function DocumentSeoEditor({ stored }: { stored: DocumentSeo }) {
  const { t, language: own } = useTexts()
  const form = useDocumentSeoForm(stored, t('seo.documents.saved'))
  const canChange = useCan(seoPermissions.change)
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : own
  const choose = (code: string) => setParams({ language: code }, { replace: true })
  const refused = findRefusedLanguage(form.errors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (refused) choose(refused)
  }, [refused, form.errors])

  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <LeaveGuard isDirty={form.isDirty} />
      <Hint>{t('seo.documents.intro')}</Hint>
      <TextsPanel {...{ form, stored, language, canChange, choose }} />
      <SwitchPanel form={form} readOnly={!canChange} />
      <Hint isError role="alert">
        {form.failure}
      </Hint>
      {canChange && (
        <ButtonRow>
          <Button type="submit" loading={form.isBusy} disabled={!form.isDirty}>
            {t('seo.documents.save')}
          </Button>
          {form.isDirty && (
            <Button variant="default" onClick={form.undo}>
              {t('seo.documents.undo')}
            </Button>
          )}
        </ButtonRow>
      )}
    </StackedForm>
  )
}

interface TextsPanelProps {
  form: DocumentSeoForm
  stored: DocumentSeo
  language: Language
  canChange: boolean
  choose: (language: string) => void
}

function TextsPanel({ form, stored, language, canChange, choose }: TextsPanelProps) {
  const { t } = useTexts()
  const { draft } = form
  const hasOwn = (code: Language) => Object.values(draft.texts[code]).some((text) => text !== '')
  return (
    <Panel title={t('seo.documents.texts')}>
      <LanguageTabs
        label={t('seo.documents.languages')}
        language={language}
        markOf={(code) => <StateMark symbol={hasOwn(code) ? 'done' : 'none'} />}
        describe={(code) =>
          t(hasOwn(code) ? 'seo.documents.own' : 'seo.documents.none', { language: languageNames[code] })
        }
        unsaved={listChanged(draft, toDraft(stored))}
        onChoose={choose}
      >
        <Columns>
          <TemplateFields key={language} form={form} language={language} readOnly={!canChange} />
          <ResultPanel draft={draft} language={language} siteLanguage={stored.site_language} />
        </Columns>
      </LanguageTabs>
    </Panel>
  )
}

function SwitchPanel({ form: { draft, edit }, readOnly }: { form: DocumentSeoForm; readOnly: boolean }) {
  const { t } = useTexts()
  return (
    <Panel title={t('seo.documents.switches')}>
      <Stack>
        <div>
          <CheckField
            label={t('seo.documents.inSitemap')}
            disabled={readOnly}
            checked={draft.isInSitemap}
            onChange={(isInSitemap) => edit({ isInSitemap })}
          />
          <Hint>{t('seo.documents.inSitemapHint')}</Hint>
        </div>
        <div>
          <CheckField
            label={t('seo.documents.tracksDownloads')}
            disabled={readOnly}
            checked={draft.tracksDownloads}
            onChange={(tracksDownloads) => edit({ tracksDownloads })}
          />
          <Hint>{t('seo.documents.tracksDownloadsHint')}</Hint>
        </div>
      </Stack>
    </Panel>
  )
}
