import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/lead.module.css'
import type { Lead } from '#features/early-adopters/contract.ts'

/** What a lead told the team with the form: when they registered, and later. */
export function LeadMessages({ lead }: { lead: Lead }) {
  const { t, format } = useTexts()
  const { id, kind, page, message, enquiries, created_at } = lead
  const first = message === null ? [] : [{ id, kind, page, message, sent_at: created_at }]
  const messages = [...(enquiries ?? []), ...first]
  return (
    <Panel title={t('leads.messages.title')}>
      {enquiries === null && <Hint>{t('leads.visibility.messages')}</Hint>}
      {enquiries !== null && messages.length === 0 && <Hint>{t('leads.messages.none')}</Hint>}
      <Rows>
        {messages.map((one) => (
          <li key={one.id}>
            {one.message !== null && (
              <p className={styles.note} dir="auto">
                {one.message}
              </p>
            )}
            <Detail>
              {t(`leads.kinds.${one.kind}`)}
              {one.page && (
                <>
                  {' · '}
                  <bdi dir="ltr">{one.page}</bdi>
                </>
              )}
              {' · '}
              {format.dateTime(one.sent_at)}
            </Detail>
          </li>
        ))}
      </Rows>
    </Panel>
  )
}
