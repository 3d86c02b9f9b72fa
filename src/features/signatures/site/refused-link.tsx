import type { ActivationState } from '#features/signatures/page/contract.ts'
import type { IslandProps } from './activation-props.ts'

interface RefusedLinkProps extends IslandProps {
  /** How far the request for another link has come. */
  asked: Partial<Pick<Extract<ActivationState, { view: 'refused' }>, 'isAsked' | 'email' | 'error'>>
  /** Whether what was typed waits in this tab for a newer link. */
  isKept: boolean | undefined
}

/** The error screen: the way home, and the form that asks for another link. */
export function RefusedLink({ asked, isKept, links, t }: RefusedLinkProps) {
  return (
    <>
      <p className="lead">{t(isKept ? 'activation:refused.kept' : 'activation:refused.text')}</p>
      <p>
        <a className="button" href={links.home}>
          {t('activation:refused.home')}
        </a>
      </p>
      <section className="ask" aria-labelledby="ask">
        <h2 id="ask">{t('activation:ask.title')}</h2>
        {asked.isAsked ? (
          <p role="status">{t('activation:ask.sent')}</p>
        ) : (
          <AskForm asked={asked} links={links} t={t} />
        )}
      </section>
    </>
  )
}

function AskForm({ asked: { email, error }, links, t }: Pick<RefusedLinkProps, 'asked' | 'links' | 't'>) {
  return (
    <form method="post" action={`${links.page}/new-link`} noValidate>
      <p>{t('activation:ask.text')}</p>
      <div className="field">
        <label htmlFor="ask-email">{t('activation:ask.email')}</label>
        <input
          id="ask-email"
          name="email"
          type="email"
          dir="ltr"
          autoComplete="email"
          required
          defaultValue={email ?? ''}
          {...(error && { 'aria-invalid': true, 'aria-describedby': 'ask-error', autoFocus: true })}
        />
        {error && (
          <p className="refusal" id="ask-error">
            {error}
          </p>
        )}
      </div>
      <button className="button" type="submit">
        {t('activation:ask.send')}
      </button>
    </form>
  )
}
