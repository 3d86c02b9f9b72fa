import type { PageInput } from '#site/contract.ts'

const mailboxes = ['privacy', 'legal', 'support', 'general'] as const

/** The mailboxes by subject, and the company. Without a postal address its row is left out. */
export function Contact({ facts, language, t }: PageInput) {
  return (
    <dl className="terms">
      {mailboxes.map((mailbox) => (
        <div key={mailbox}>
          <dt>{t(`legal:contact.${mailbox}`)}</dt>
          <dd>
            <a href={`mailto:${facts.mailboxes[mailbox]}`} dir="ltr">
              {facts.mailboxes[mailbox]}
            </a>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('legal:contact.website')}</dt>
        <dd>
          <a href={`/${language}/`} dir="ltr">
            {new URL(facts.publicUrl).host}
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('legal:contact.company')}</dt>
        <dd>{facts.company.name}</dd>
      </div>
      {facts.company.address && (
        <div>
          <dt>{t('legal:contact.address')}</dt>
          <dd>{facts.company.address}</dd>
        </div>
      )}
    </dl>
  )
}
