import type { SubmissionFault } from './contract.ts'

const answersByStatus = {
  202: 'later',
  400: 'unclear',
  401: 'denied',
  403: 'denied',
  404: 'missing',
  409: 'known',
  422: 'foreign',
  429: 'tooMany',
} as const
type KnownStatus = keyof typeof answersByStatus
const isKnown = (status: number): status is KnownStatus => status in answersByStatus

/** What an engine has answered, or why it has not, as the name of its sentence under `submissions:submissions`. */
export type AnswerName =
  | `answers.${(typeof answersByStatus)[KnownStatus] | 'accepted' | 'broken' | 'error'}`
  | `faults.${Exclude<SubmissionFault, 'status'>}`

/** Names the sentence for an answer; undefined before there is one. */
export function findAnswerName({
  status,
  fault,
}: {
  status: number | null
  fault: SubmissionFault | null
}): AnswerName | undefined {
  if (fault !== null && fault !== 'status') return `faults.${fault}`
  if (status === null) return undefined
  if (isKnown(status)) return `answers.${answersByStatus[status]}`
  if (status < 300) return 'answers.accepted'
  return status >= 500 ? 'answers.broken' : 'answers.error'
}
