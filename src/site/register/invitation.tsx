import type { PageInput } from '#site/contract.ts'
import { Rosette } from '#ui/engraving.tsx'

interface InvitationProps {
  /** The namespace of its `invitation` texts. */
  namespace: 'about' | 'register'
  /** The target of its button. */
  href: string
  input: PageInput
}

/** The call to action that closes a page. */
export function Invitation({ namespace, href, input: { facts, t } }: InvitationProps) {
  return (
    <section className="invitation">
      {namespace === 'about' && <Rosette />}
      <h2>{t(`${namespace}:invitation.title`)}</h2>
      <p>{t(`${namespace}:invitation.text`)}</p>
      <p className="actions">
        <a className="button" href={href}>
          {t(`${namespace}:invitation.button`)}
        </a>
        <a href={`mailto:${facts.mailboxes.general}`}>{t(`${namespace}:invitation.contact`)}</a>
      </p>
    </section>
  )
}
