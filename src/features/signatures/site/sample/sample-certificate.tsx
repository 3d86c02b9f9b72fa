import { sampleCertificatePath } from '#features/signatures/sample/model.ts'
import type { PageInput } from '#site/contract.ts'
import { Seal } from '#ui/engraving.tsx'
import { holderFields, idOf } from './holder-fields.ts'

/** A sample certificate that the visitor's browser checks, also after the visitor has changed it. Works once touched. */
export function SampleCertificate({ language, facts, assets, preview, t }: PageInput) {
  const say = (key: string) => t(`sample:section.${key}`, { name: facts.name })
  const path = sampleCertificatePath(language)
  // In a preview it is inactive.
  const life = preview
    ? { inert: true }
    : {
        'data-island': assets['signatures-sample'],
        'data-props': JSON.stringify({ language, origin: facts.publicUrl }),
      }
  return (
    <div className="sample">
      <div>
        <p>{say('text')}</p>
        <noscript>
          <p>{say('noscript')}</p>
        </noscript>
        <p>
          <a href={`/${language}/verify`}>{say('verify')}</a>
        </p>
        <p>
          <a href={path}>{say('file')}</a>
        </p>
      </div>
      {/* With this method a form does nothing until its script is there, which the loader then tells that it was sent. */}
      <form id="sample-certificate" method="dialog" {...life}>
        <p className="mark">{say('mark')}</p>
        <Seal />
        <dl>
          {holderFields.map(([name, key]) => (
            <div key={name}>
              <dt>
                <label htmlFor={idOf(key)}>{say(`facts.${key}`)}</label>
              </dt>
              <dd>
                <input
                  id={idOf(key)}
                  defaultValue={t(`sample:certificate.${key}`)}
                  spellCheck={false}
                  maxLength={80}
                />
              </dd>
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
