import './texts.ts'
import { useParams, useSearchParams } from 'react-router'
import { useOwnLanguage } from '#admin/kit/api/own-language.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { TemplateKind } from '#features/mail/contract.ts'
import { isLanguage, languages } from '#shared/languages.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateTabs } from './template-tabs.tsx'
import { useDrafts } from './use-drafts.ts'
import { useTemplate, useTemplates } from './use-templates.ts'

/** One template, in its ten languages. */
export function TemplateScreen() {
  const { t } = useTexts()
  const { kind = '' } = useParams()
  const known = TemplateKind.safeParse(kind)
  if (known.success) return <Editor key={known.data} kind={known.data} />
  return (
    <>
      <ScreenHeading before={<BackToList />} title={t('emailTemplates.unknownTitle')} />
      <EmptyState title={t('emailTemplates.unknownText', { kind })} />
    </>
  )
}

function BackToList() {
  const { t } = useTexts()
  return <BackLink to="/admin/email/templates">{t('emailTemplates.back')}</BackLink>
}

function Editor({ kind }: { kind: TemplateKind }) {
  const { t } = useTexts()
  const ownLanguage = useOwnLanguage()
  const [params, setParams] = useSearchParams()
  const asked = params.get('language')
  const language = isLanguage(asked) ? asked : ownLanguage
  const drafts = useDrafts()
  const template = useTemplate(kind, language)
  const states = useTemplates().data?.find((entry) => entry.kind === kind)?.languages

  return (
    <>
      <LeaveGuard isDirty={drafts.isDirty} />
      <ScreenHeading
        before={<BackToList />}
        title={t(`emailTemplates.kinds.${kind}.name`)}
        intro={t(`emailTemplates.kinds.${kind}.when`)}
      />
      <TemplateTabs
        language={language}
        states={states}
        unsaved={languages.filter((code) => drafts.all[code])}
        onChoose={(next) => setParams({ language: next }, { replace: true })}
      >
        {template.isError && !template.data && (
          <LoadFailure query={template} describe={(reason) => t('emailTemplates.failed', { reason })} />
        )}
        {template.isPending && <LoadingBlock height={320} />}
        {template.data && (
          <TemplateEditor
            key={language}
            template={template.data}
            draft={drafts.all[language]}
            onDraft={(draft) => drafts.set(language, draft)}
          />
        )}
      </TemplateTabs>
    </>
  )
}
