import type { PageInput } from '#site/contract.ts'

/** The checks, whose code is loaded when the first of them is asked for. */
export function CheckForms({ assets, preview, t }: PageInput) {
  const life = preview ? { inert: true } : { 'data-island': assets.ledger }
  const say = (key: string) => t(`ledger:check.${key}`)
  return (
    <div id="ledger-checks" {...life}>
      <p className="without-script">{say('without_script')}</p>
      <article>
        <h3>{say('newest.title')}</h3>
        <p>{say('newest.text')}</p>
        {/* With this method a form does nothing until its script is there, which the loader then tells that it was sent. */}
        <form method="dialog" data-check="newest">
          <p className="deeds">
            <button type="submit" className="button">
              {say('newest.start')}
            </button>
            <button type="button" name="download">
              {say('newest.download')}
            </button>
          </p>
        </form>
        <div />
      </article>
      <article>
        <h3>{say('earlier.title')}</h3>
        <p>{say('earlier.text')}</p>
        <form method="dialog" data-check="earlier">
          <p className="field">
            <label htmlFor="earlier-checkpoint">{say('earlier.field')}</label>
            <textarea
              id="earlier-checkpoint"
              dir="ltr"
              rows={6}
              required
              spellCheck={false}
              autoComplete="off"
              maxLength={20000}
            />
          </p>
          <p className="deeds">
            <button type="submit" className="button">
              {say('earlier.start')}
            </button>
          </p>
        </form>
        <div />
      </article>
      <article id="check-entry">
        <h3>{say('entry.title')}</h3>
        <p>{say('entry.text')}</p>
        <form method="dialog" data-check="entry">
          <p className="field">
            <label htmlFor="wanted-entry">{say('entry.field')}</label>
            <input
              id="wanted-entry"
              dir="ltr"
              required
              spellCheck={false}
              autoComplete="off"
              maxLength={64}
              pattern="\s*([0-9٠-٩]{1,15}|[0-9a-fA-F]{64})\s*"
              title={say('entry.format')}
              aria-describedby="entry-format"
            />
            <small id="entry-format">{say('entry.format')}</small>
          </p>
          <p className="deeds">
            <button type="submit" className="button">
              {say('entry.start')}
            </button>
          </p>
        </form>
        <div />
      </article>
      {/* Shown once it is known that something is anchored. */}
      <article id="check-anchor" hidden>
        <h3>{say('anchor.title')}</h3>
        <p>{say('anchor.text')}</p>
        <form method="dialog" data-check="anchor">
          <p className="deeds">
            <button type="submit" className="button">
              {say('anchor.start')}
            </button>
          </p>
        </form>
        <div />
      </article>
      <p className="unloaded" role="alert">
        {say('unloaded')}
      </p>
    </div>
  )
}
