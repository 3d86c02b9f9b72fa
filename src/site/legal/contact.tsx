import type { PageInput } from '#site/contract.ts'

const mailboxes = ['privacy', 'legal', 'support', 'general'] as const

/** The mailboxes by subject, and who runs the site, without the rows that are not configured. */
export function Contact({ facts, language, t }: PageInput) {
  const { name, address, register } = facts.company
  const operator = Object.entries({ company: name, address, register })
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
      {operator.map(
        ([part, value]) =>
          value && (
            <div key={part}>
              <dt>{t(`legal:contact.${part}`)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
