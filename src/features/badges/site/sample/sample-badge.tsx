import { sampleCredentialPath, sampleDate } from '#features/badges/sample/model.ts'
import type { PageInput } from '#site/contract.ts'
import { Seal } from '#ui/engraving.tsx'
import { formatDate } from '#ui/typesetting.ts'

/** A sample credential that the visitor's browser checks, also after the visitor has changed it. Works once touched. */
export function SampleBadge({ language, facts, assets, preview, t }: PageInput) {
  const say = (key: string) => t(`sample:section.${key}`, { name: facts.name })
  const path = sampleCredentialPath(language)
  // In a preview it is inactive.
  const life = preview
    ? { inert: true }
    : {
        'data-island': assets.badges,
        'data-props': JSON.stringify({ language, origin: facts.publicUrl, path }),
      }
  return (
    <div className="sample">
      <div>
        <p>{say('text')}</p>
        <noscript>
          <p>{say('noscript')}</p>
        </noscript>
        <p>
          <a href={path}>{say('file')}</a>
        </p>
      </div>
      {/* With this method a form does nothing until its script is there, which the loader then tells that it was sent. */}
      <form id="sample-badge" method="dialog" {...life}>
        <p className="mark">{say('mark')}</p>
        <Seal />
        <dl>
          <div>
            <dt>
              <label htmlFor="sample-holder">{say('facts.holder')}</label>
            </dt>
            <dd>
              <input
                id="sample-holder"
                defaultValue={t('sample:credential.holder')}
                spellCheck={false}
                maxLength={80}
              />
            </dd>
          </div>
          {[
            [say('facts.achievement'), t('sample:credential.achievement')],
            [say('facts.issuer'), facts.name],
            [say('facts.date'), formatDate(new Date(sampleDate), language)],
          ].map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="actions">
          <button type="submit" className="button">
            {say('check')}
          </button>
        </p>
        <p className="unloaded" role="alert">
          {say('unloaded')}
        </p>
      </form>
      <div id="sample-result" />
    </div>
  )
}
