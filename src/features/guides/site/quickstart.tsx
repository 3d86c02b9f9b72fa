import type { PageInput } from '#site/contract.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { answers, callNames, writeCommands } from './calls.ts'
import { Guide, Paragraphs } from './guide.tsx'
import { Listing } from './listing.tsx'
import { Words } from './words.tsx'

/** The first calls of the public API, each with its answer. */
export function Quickstart(input: PageInput<'quickstart'>) {
  const { data, facts, language, t } = input
  const commands = writeCommands(facts.publicUrl)
  const start = {
    key: 'start',
    body: <Words>{t('guides:quickstart.start.text', { origin: facts.publicUrl })}</Words>,
  }
  const sections = callNames.map((key) => {
    const subject = t(`guides:quickstart.${key}.title`)
    return {
      key,
      body: (
        <>
          <Paragraphs input={input} keys={[`${key}.text`]} />
          {key === 'limits' && data && data.callsPerHour > 0 && (
            <p>{t('guides:quickstart.limits.here', { limit: formatNumeral(data.callsPerHour, language) })}</p>
          )}
          <Listing isCommand label={t('guides:command', { subject })}>
            {commands[key]}
          </Listing>
          <Listing label={t('guides:answer', { subject })}>{answers[key]}</Listing>
          {key === 'reference' && (
            <p>
              <a className="button" href="/api" target="_blank" rel="noopener">
                {t('documents:api.link')}
                <span className="unseen"> {t('site:resources.new_tab')}</span>
              </a>
            </p>
          )}
        </>
      ),
    }
  })
  return <Guide input={input} sections={[{ ...start, body: <p>{start.body}</p> }, ...sections]} />
}
