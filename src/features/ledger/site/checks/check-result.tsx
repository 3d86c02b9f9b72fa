import type { ComponentProps } from 'react'
import type { LedgerAnchor, LedgerLeaf } from '#features/ledger/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { LatentImage } from '#ui/engraving.tsx'
import { StepList } from '#ui/step-list.tsx'
import { hasJoinedLetters } from '#ui/typesetting.ts'
import { formatNumber, formatTime } from './check-texts.ts'
import { FoundAnchor } from './found-anchor.tsx'
import {
  type CheckName,
  type CheckStep,
  checkSteps,
  type Facts,
  findObstacle,
  judge,
  type Obstacle,
  type StepName,
} from './steps.ts'

export interface CheckRun {
  check: CheckName
  steps: readonly CheckStep[]
  isOver: boolean
  /** The entry that was asked for. */
  leaf?: LedgerLeaf
  /** The anchor that is checked. */
  anchor?: LedgerAnchor
}

type Say = (key: string, facts?: Facts) => string

interface CheckResultProps {
  run: CheckRun
  language: Language
  t: Translate
}

/** A check: its steps, and once it is over what they say together. */
export function CheckResult({ run, language, t }: CheckResultProps) {
  const { check, leaf, anchor } = run
  const say: Say = (key, facts = {}) => t(`ledger-check:${key}`, writeFacts(facts, language))
  // Only legal texts tell what they commit to.
  const names = checkSteps[check].filter((name) => name !== 'opening' || leaf?.opening)
  return (
    <>
      {leaf && <Entry leaf={leaf} language={language} t={t} />}
      {anchor && <FoundAnchor anchor={anchor} language={language} t={t} />}
      <StepList
        label={say('steps_label')}
        language={language}
        outcomes={{
          passed: say('outcomes.passed'),
          failed: say('outcomes.failed'),
          impossible: say('outcomes.impossible'),
          skipped: say('outcomes.skipped'),
        }}
        steps={names.flatMap((name) => showStep(name, run, say))}
      />
      <Verdict run={run} language={language} say={say} />
    </>
  )
}

type ShownStep = ComponentProps<typeof StepList>['steps'][number]

/** A step as it is shown; several where it was taken more than once. */
function showStep(name: StepName, { steps, isOver }: CheckRun, say: Say): ShownStep[] {
  const title = say(`steps.${name}.title`)
  const ended = steps.filter((one) => one.name === name)
  if (ended.length === 0) {
    return [{ name, title, text: say(`steps.${name}.aim`), outcome: isOver ? 'skipped' : undefined }]
  }
  return ended.map((step, place) => ({
    name: `${name}-${place}`,
    title,
    text: say(keyOf(step), step.facts),
    evidence: step.evidence,
    // Where there was nothing to look at, nothing has passed.
    outcome: step.outcome === 'passed' && step.variant === 'none' ? undefined : step.outcome,
  }))
}

function Verdict({
  run: { check, steps, isOver },
  language,
  say,
}: Pick<CheckResultProps, 'run' | 'language'> & { say: Say }) {
  const verdict = judge(steps, isOver)
  const key = verdict === 'proven' ? `proven.${check}` : (explained(steps) ?? verdict)
  return (
    <div className="verdict" data-verdict={isOver ? verdicts[verdict] : undefined} role="status">
      {!isOver && <p>{say('running')}</p>}
      {isOver && verdict === 'proven' && (
        <LatentImage word={say('word')} spread={!hasJoinedLetters(language)} proven />
      )}
      {isOver && (
        <div>
          <h4>{say(`${key}.title`)}</h4>
          <p>{say(`${key}.text`)}</p>
        </div>
      )}
    </div>
  )
}

/** The key of what an unfinished check says where trying again is no advice. */
function explained(steps: readonly CheckStep[]): string | undefined {
  const obstacle = findObstacle(steps)
  return obstacle && withOwnVerdict.has(obstacle) ? `stopped.${obstacle}` : undefined
}
const withOwnVerdict: ReadonlySet<Obstacle> = new Set(['no_entry', 'incomplete', 'empty', 'no_anchor'])

/** What the styles of a verdict call it. */
const verdicts = { proven: 'valid', failed: 'invalid', unfinished: 'unfinished' }

/** The key of what a step has found. */
function keyOf(step: CheckStep): string {
  if (step.outcome === 'failed') return `parts.${step.part}`
  if (step.outcome === 'impossible') return `obstacles.${step.reason}`
  return `steps.${step.name}.${step.variant ?? 'passed'}`
}

/** Facts as they are written in a language. */
function writeFacts(facts: Facts, language: Language): Record<string, string> {
  const write = (value: Facts[string]) => {
    if (typeof value === 'number') return formatNumber(value, language)
    return value instanceof Date ? formatTime(value, language) : value
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, write(value)]))
}

/** An entry, and what it commits to where that is public. */
function Entry({ leaf, language, t }: Pick<CheckResultProps, 'language' | 't'> & { leaf: LedgerLeaf }) {
  const number = formatNumber(leaf.index, language)
  const url = leaf.opening?.statement.url
  // Where the text itself is, on this site.
  const address = typeof url === 'string' && url.startsWith(`${location.origin}/`) ? url : undefined
  return (
    <div className="found">
      <h4>{t('ledger:entries.number', { number })}</h4>
      <dl>
        <div>
          <dt>{t('ledger-check:entry.kind')}</dt>
          <dd>{t(`ledger:kinds.${leaf.kind}`)}</dd>
        </div>
        <div>
          <dt>{t('ledger-check:entry.time')}</dt>
          <dd>
            <time dateTime={leaf.time}>{formatTime(new Date(leaf.time), language)}</time>
          </dd>
        </div>
        <div>
          <dt>{t('ledger-check:entry.data')}</dt>
          <dd>
            <code dir="ltr">{leaf.data}</code>
          </dd>
        </div>
        {leaf.opening && (
          <>
            {address && (
              <div>
                <dt>{t('ledger-check:entry.text')}</dt>
                <dd>
                  <a href={address} dir="ltr">
                    {address}
                  </a>
                </dd>
              </div>
            )}
            <div>
              <dt>{t('ledger-check:entry.statement')}</dt>
              <dd>
                <code dir="ltr">{JSON.stringify(leaf.opening.statement, null, 1)}</code>
              </dd>
            </div>
            <div>
              <dt>{t('ledger-check:entry.salt')}</dt>
              <dd>
                <code dir="ltr">{leaf.opening.salt}</code>
              </dd>
            </div>
          </>
        )}
      </dl>
    </div>
  )
}
