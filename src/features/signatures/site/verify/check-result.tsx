import type { Claims } from '#features/signatures/site/verify/files/text-file.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { LatentImage } from '#ui/engraving.tsx'
import { StepList } from '#ui/step-list.tsx'
import { hasJoinedLetters, siteLocale } from '#ui/typesetting.ts'
import { type CheckStep, type Facts, judge, type Subject, stepsOf, type Verdict } from './steps.ts'

export interface CheckRun {
  subject: Subject
  steps: readonly CheckStep[]
  isOver: boolean
  /** What the file says, once it is known that nobody has changed it. */
  claims?: Claims
}

interface CheckResultProps {
  run: CheckRun
  language: Language
  t: Translate
  /** Origin of the site, where links do not lead to it by themselves. */
  origin?: string
  /** Only the titles of the steps, and the reason of one that failed below them. */
  isShort?: boolean | undefined
}

/** A check: its steps, and once it is over what they say together. */
export function CheckResult({ run, language, t, origin = '', isShort }: CheckResultProps) {
  const { subject, steps, isOver } = run
  const say = (key: string, facts: Facts = {}) => t(`certificate-check:${key}`, writeFacts(facts, language))
  return (
    <>
      <StepList
        label={say('steps_label')}
        language={language}
        isShort={isShort}
        outcomes={{
          passed: say('outcomes.passed'),
          failed: say('outcomes.failed'),
          impossible: say('outcomes.impossible'),
          skipped: say('outcomes.skipped'),
        }}
        steps={stepsOf(subject).map((name) => {
          const step = steps.find((one) => one.name === name)
          const isNone = step?.outcome === 'none'
          return {
            name,
            title: say(`steps.${name}.title`),
            ...(!isShort && {
              text: step ? say(keyOf(step), step.facts) : say(`steps.${name}.aim`),
              evidence: step?.evidence,
              link: step?.link ? { href: step.link, label: say('explorer') } : undefined,
            }),
            outcome: step
              ? step.outcome === 'none'
                ? 'skipped'
                : step.outcome
              : isOver
                ? 'skipped'
                : undefined,
            ...(isNone && { word: say('outcomes.none') }),
          }
        })}
      />
      <VerdictPart run={run} language={language} say={say} origin={origin} isShort={isShort} />
    </>
  )
}

/** What the styles of a verdict call it. */
const styleNames: Record<Verdict, string> = {
  proven: 'valid',
  revoked: 'revoked',
  offline: 'unfinished',
  altered: 'invalid',
  unproven: 'unfinished',
}

function VerdictPart({
  run: { subject, steps, isOver, claims },
  language,
  say,
  origin,
  isShort,
}: Pick<CheckResultProps, 'run' | 'language' | 'isShort'> & {
  origin: string
  say: (key: string, facts?: Facts) => string
}) {
  const verdict = judge(steps, isOver, subject)
  // A step that failed says more than one before it that had no answer.
  const cause =
    steps.find(({ outcome }) => outcome === 'failed') ?? steps.find(({ outcome }) => outcome === 'impossible')
  return (
    <div className="verdict" data-verdict={verdict && styleNames[verdict]} role="status">
      {!verdict && <p>{say('running')}</p>}
      {verdict === 'proven' && <LatentImage word={say('word')} spread={!hasJoinedLetters(language)} proven />}
      {verdict && (
        <div>
          <h3>{say(`verdicts.${verdict}.title`)}</h3>
          <p>{say(`verdicts.${verdict}.text`, { step: cause ? say(`steps.${cause.name}.title`) : '' })}</p>
          {isShort && cause && <p>{say(keyOf(cause), cause.facts)}</p>}
          {claims && verdict !== 'altered' && verdict !== 'unproven' && (
            <FromFile claims={claims} language={language} say={say} origin={origin} />
          )}
        </div>
      )}
    </div>
  )
}

/** What the visitor's own file says of its holder. */
function FromFile({
  claims,
  language,
  say,
  origin,
}: {
  origin: string
  claims: Claims
  language: Language
  say: (key: string) => string
}) {
  const { full_name, organization, position } = claims.holder
  return (
    <div className="from-file">
      <h4>{say('own.title')}</h4>
      <dl>
        {Object.entries({ full_name, organization, position }).map(([name, value]) => (
          <div key={name}>
            <dt>{say(`own.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p>{say('own.note')}</p>
      <p>
        <a href={`${origin}/${language}/verify/${claims.certificate}`}>{say('own.page')}</a>
      </p>
    </div>
  )
}

/** The key of what a step has found. */
function keyOf(step: CheckStep): string {
  if (step.reason) return `reasons.${step.reason}`
  return `steps.${step.name}.${step.outcome === 'none' ? 'none' : (step.variant ?? 'passed')}`
}

/** Facts as they are written in a language. */
function writeFacts(facts: Facts, language: Language): Record<string, string> {
  const number = new Intl.NumberFormat(siteLocale(language))
  const moment = new Intl.DateTimeFormat(siteLocale(language), { dateStyle: 'long', timeStyle: 'short' })
  const write = (value: Facts[string]) => {
    if (typeof value === 'number') return number.format(value)
    return value instanceof Date ? moment.format(value) : value
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, write(value)]))
}
