import { Hint, Meta, Tag } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { MailText, Template } from '#features/mail/contract.ts'

interface TemplateVersionsProps {
  template: Template
  canEdit: boolean
  onTake: (text: MailText, version: number) => void
}

/** The earlier versions of a template. Restoring one loads it into the editor, unsaved. */
export function TemplateVersions({ template, canEdit, onTake }: TemplateVersionsProps) {
  const { t, format } = useTexts()
  const { versions, built_in: builtIn } = template
  return (
    <Panel title={t('emailTemplates.versions.title')} size="small">
      {versions.length === 0 && <Hint>{t('emailTemplates.versions.none')}</Hint>}
      <Rows as="ol">
        {versions.map(({ version, text, author, created_at }, at) => (
          <Row key={version}>
            <Meta>
              <b>{t('emailTemplates.versions.item', { version })}</b>
              {text === null && <Tag>{t('emailTemplates.versions.builtIn')}</Tag>}
              <span>
                {t('emailTemplates.versions.meta', {
                  author: author ?? t('emailTemplates.versions.nobody'),
                  date: format.dateTime(created_at),
                })}
              </span>
            </Meta>
            {canEdit && at > 0 && (
              <TextButton
                aria-label={t('emailTemplates.versions.takeNamed', { version })}
                onClick={() => onTake(text ?? builtIn, version)}
              >
                {t('emailTemplates.versions.take')}
              </TextButton>
            )}
          </Row>
        ))}
      </Rows>
    </Panel>
  )
}
