import './texts.ts'
import { useOwnLanguage } from '#admin/kit/api/own-language.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LanguageLinks } from '#admin/kit/layout/language-links.tsx'
import { Row, RowLink, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TemplateEntry } from '#features/mail/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { useTemplates } from './use-templates.ts'

/** Every template, with its state in every language. */
export function TemplatesScreen() {
  const { t } = useTexts()
  const templates = useTemplates()
  return (
    <>
      <ScreenHeading title={t('screens.emailTemplates')} intro={t('emailTemplates.intro')} />
      {templates.isError && !templates.data && (
        <LoadFailure query={templates} describe={(reason) => t('emailTemplates.failed', { reason })} />
      )}
      {templates.isPending && <LoadingLines />}
      <Rows>
        {templates.data?.map((entry) => (
          <TemplateRow key={entry.kind} entry={entry} />
        ))}
      </Rows>
    </>
  )
}

function TemplateRow({ entry: { kind, languages: states } }: { entry: TemplateEntry }) {
  const { t, format } = useTexts()
  const ownLanguage = useOwnLanguage()
  const path = `/admin/email/templates/${kind}`
  return (
    <Row>
      <div>
        <RowLink to={`${path}?language=${ownLanguage}`}>{t(`emailTemplates.kinds.${kind}.name`)}</RowLink>
        <Hint>{t(`emailTemplates.kinds.${kind}.when`)}</Hint>
      </div>
      <LanguageLinks
        linkOf={(code) => {
          const { edited, version, updated_at } = states[code]
          return {
            to: `${path}?language=${code}`,
            mark: <StateMark symbol={edited ? 'done' : 'none'} />,
            label: t(edited ? 'emailTemplates.state.edited' : 'emailTemplates.state.builtIn', {
              language: languageNames[code],
              version,
              date: updated_at ? format.date(updated_at) : '',
            }),
          }
        }}
      />
    </Row>
  )
}
