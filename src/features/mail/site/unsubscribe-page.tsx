import type { PageInput } from '#site/contract.ts'

/** The unsubscribe page: a button to unsubscribe, then the result and a button to undo it. */
export function UnsubscribePage({ language, data: { view, token }, t }: PageInput<'unsubscribe'>) {
  const address = `/${language}/unsubscribe/${token}`
  const action = view === 'done' ? `${address}/undo` : address
  return (
    <div className="rights">
      <h1>{t(`rights:unsubscribe.${view}.title`)}</h1>
      <p className="lead" role={view === 'ask' ? undefined : 'status'}>
        {t(`rights:unsubscribe.${view}.text`)}
      </p>
      {view === 'unknown' ? (
        <p>
          <a className="button" href={`/${language}/rights`}>
            {t('rights:request.again')}
          </a>
        </p>
      ) : (
        (view === 'ask' || view === 'done') && (
          <form method="post" action={action}>
            <button className={view === 'ask' ? 'button' : 'button quiet'} type="submit">
              {t(`rights:unsubscribe.${view}.action`)}
            </button>
          </form>
        )
      )}
    </div>
  )
}
